// Texts, tiles and signs that run into one another or are cut off, within one plate or one row of a table.

/** @typedef {import("playwright-core").Page} Page */

/** Each is looked at by itself. The row under the hand is one with the buttons that lie in it. */
const GROUPS = Object.freeze([".seat", ".own, .acts", ".ends", ".title", ".tab-bar", ".absence"]);
/** May give way with an ellipsis: the whole of it is told elsewhere. */
const YIELDS = ".name, .title-deal, .title-game, .own-hint, .own-wait, .seat-tag";

/**
 * @param {Page} page
 * @returns {Promise<string[]>} what is wrong
 */
export const crowded = (page) =>
  page.evaluate(
    ({ groups, yields }) => {
      const SLACK = 1;
      /**
       * @typedef {{ name: string, element: Element, box: { left: number, top: number, right: number, bottom: number },
       *   cut: boolean }} Leaf
       */

      /** The part of a box that its surroundings let through. @param {Element} element @param {DOMRect} box */
      function seen(element, box) {
        const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
        for (let around = /** @type {Element | null} */ (element); around !== null; around = around.parentElement) {
          const style = getComputedStyle(around);
          if (style.overflowX === "visible" && style.clipPath === "none") continue;
          const frame = around.getBoundingClientRect();
          part.left = Math.max(part.left, frame.left);
          part.right = Math.min(part.right, frame.right);
          part.top = Math.max(part.top, frame.top);
          part.bottom = Math.min(part.bottom, frame.bottom);
        }
        return part;
      }

      /** Words for screen readers alone. @param {Element | null} element */
      const unseen = (element) => {
        for (let around = element; around !== null; around = around.parentElement)
          if (getComputedStyle(around).clipPath === "inset(50%)") return true;
        return false;
      };

      /**
       * What meets the eye in a group: its texts, its pictures, its buttons.
       * @param {Element} group
       * @returns {Leaf[]}
       */
      function leaves(group) {
        /** @type {Leaf[]} */
        const found = [];
        const add = (/** @type {string} */ name, /** @type {Element} */ element, /** @type {DOMRect} */ full) => {
          if (
            full.width === 0 ||
            full.height === 0 ||
            getComputedStyle(element).visibility === "hidden" ||
            unseen(element) ||
            element.closest(".glimpse, .chevron, .award, .arc") !== null
          )
            return;
          const box = seen(element, full);
          const cut = box.right - box.left < full.width - SLACK;
          if (box.right - box.left > SLACK && box.bottom - box.top > SLACK) found.push({ name, element, box, cut });
          else if (name.startsWith('"'))
            found.push({ name, element, box: { left: 0, top: 0, right: 0, bottom: 0 }, cut: true });
        };
        for (const element of [group, ...group.querySelectorAll("*")]) {
          if (element.matches(".tile-box, .icon-box, button, .badge"))
            add(element.className, element, element.getBoundingClientRect());
          for (const node of element.childNodes) {
            if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? "").trim() === "") continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            add(`"${node.textContent}"`, element, range.getBoundingClientRect());
          }
        }
        return found;
      }

      /** @type {string[]} */
      const wrong = [];
      const meet = (/** @type {Leaf} */ { box: a }, /** @type {Leaf} */ { box: b }) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
      const runsOut = (/** @type {Leaf} */ { name, element, box }) => {
        const frame = name.startsWith('"') ? element.closest("button")?.getBoundingClientRect() : undefined;
        return (
          frame !== undefined &&
          (box.left < frame.left - SLACK ||
            box.right > frame.right + SLACK ||
            box.top < frame.top - SLACK ||
            box.bottom > frame.bottom + SLACK)
        );
      };
      for (const selector of groups) {
        const here = [...document.querySelectorAll(selector)];
        const each = selector.includes(",") ? [here.flatMap(leaves)] : here.map(leaves);
        for (const [at, all] of each.entries()) {
          for (const [i, one] of all.entries()) {
            if (one.cut && one.name.startsWith('"') && one.element.closest(yields) === null)
              wrong.push(`${selector} ${at}: ${one.name} is cut off`);
            if (runsOut(one)) wrong.push(`${selector} ${at}: ${one.name} runs out of its button`);
            for (const other of all.slice(i + 1)) {
              const within = one.element.contains(other.element) || other.element.contains(one.element);
              // The tiles of a stock lie on one another.
              const pile = one.element.closest(".stock-pile");
              if (!within && (pile === null || pile !== other.element.closest(".stock-pile")) && meet(one, other))
                wrong.push(`${selector} ${at}: ${one.name} meets ${other.name}`);
            }
          }
        }
      }
      return wrong;
    },
    { groups: GROUPS, yields: YIELDS },
  );
