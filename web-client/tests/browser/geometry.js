// What lies where on the screen: nothing out of sight, nothing over something else.

/** @typedef {import("playwright-core").Page} Page */

/** The parts of a table that must be in sight whole. */
const PARTS = Object.freeze([
  ".title",
  ".seat",
  ".felt-root",
  ".ends",
  ".hand",
  ".rack",
  ".held",
  ".own",
  ".badge",
  ".acts .button",
  ".tab-bar",
  ".felt-tile",
  ".felt-ghost-tile",
]);
/** Those that have a place of their own; on a desktop the seats and the ends lie on the felt, beside the line. */
const APART = Object.freeze([
  ".title",
  ".seat",
  ".felt-tile",
  ".ends",
  ".hand",
  ".own .badge",
  ".own-score",
  ".acts .button",
  ".tab-bar",
]);

/**
 * What is wrong with a table's places.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const misplaced = (page) =>
  page.evaluate(
    ({ parts, apart }) => {
      const SLACK = 1.5;
      const shown = (/** @type {string} */ selector) =>
        [...document.querySelectorAll(selector)]
          .map((element, at) => ({ name: `${selector} ${at}`, element, box: element.getBoundingClientRect() }))
          .filter(
            ({ element, box }) => box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible",
          );
      const inside = (
        /** @type {DOMRect} */ box,
        /** @type {{ left: number, top: number, right: number, bottom: number }} */ frame,
      ) =>
        box.left >= frame.left - SLACK &&
        box.top >= frame.top - SLACK &&
        box.right <= frame.right + SLACK &&
        box.bottom <= frame.bottom + SLACK;
      const meet = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
      /** @type {string[]} */
      const wrong = [];
      const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (const { name, box } of parts.flatMap(shown)) if (!inside(box, screen)) wrong.push(`${name} is out of sight`);
      const own = apart.flatMap(shown);
      for (const [i, one] of own.entries())
        for (const other of own.slice(i + 1))
          if (!one.element.contains(other.element) && !other.element.contains(one.element) && meet(one.box, other.box))
            wrong.push(`${one.name} meets ${other.name}`);
      const felt = document.querySelector(".felt-root")?.getBoundingClientRect();
      if (felt !== undefined)
        for (const { name, box } of shown(".felt-tile"))
          if (!inside(box, felt)) wrong.push(`${name} lies off the felt`);
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
      if (scrollHeight > clientHeight || scrollWidth > clientWidth)
        wrong.push(`scrolls: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`);
      return wrong;
    },
    { parts: PARTS, apart: APART },
  );
