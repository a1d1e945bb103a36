// A tile that follows the pointer, mouse or finger. An extra: all of it can be done by taps and keys, too.

import { drawTile } from "./tile.js";

/** From here a press is a drag and no tap. */
const DRAG_FROM_PX = 8;

/**
 * Follows a press on a tile. Listens on the document: the tile's own element may move to another place meanwhile.
 * @param {PointerEvent} event pointerdown
 * @param {object} how
 * @param {string} how.tile
 * @param {number} how.unit short side of the tile that is carried, px
 * @param {boolean} how.numerals
 * @param {() => boolean} how.start false where the tile cannot be dragged now
 * @param {(x: number, y: number) => void} [how.move] client pixels
 * @param {(x: number, y: number) => void} how.drop
 * @param {() => void} how.cancel
 */
export function followDrag(event, { tile, unit, numerals, start, move, drop, cancel }) {
  if (event.button !== 0 || !event.isPrimary) return;
  const { pointerId, clientX, clientY } = event;
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  /** @type {HTMLElement | null} */
  let carried = null;

  /** @param {PointerEvent} at */
  function onMove(at) {
    if (at.pointerId !== pointerId) return;
    if (carried === null) {
      if (Math.hypot(at.clientX - clientX, at.clientY - clientY) < DRAG_FROM_PX) return;
      if (!start()) return stop();
      carried = carriedTile(tile, { unit, numerals });
    }
    carried.style.translate = `${at.clientX - unit / 2}px ${at.clientY - unit}px`;
    move?.(at.clientX, at.clientY);
  }

  /** @param {PointerEvent} at */
  function onUp(at) {
    if (at.pointerId !== pointerId) return;
    const dragging = carried !== null;
    stop();
    if (!dragging) return;
    swallowClick(button);
    drop(at.clientX, at.clientY);
  }

  /** @param {PointerEvent} at */
  function onCancel(at) {
    if (at.pointerId !== pointerId) return;
    const dragging = carried !== null;
    stop();
    if (dragging) cancel();
  }

  function stop() {
    carried?.remove();
    document.removeEventListener("pointermove", onMove);
    document.removeEventListener("pointerup", onUp);
    document.removeEventListener("pointercancel", onCancel);
  }

  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", onCancel);
}

/** @param {string} tile @param {{ unit: number, numerals: boolean }} how */
function carriedTile(tile, how) {
  const carried = document.createElement("div");
  carried.className = "carried";
  carried.setAttribute("aria-hidden", "true");
  carried.append(drawTile(tile, how));
  document.body.append(carried);
  return carried;
}

/** The click that ends a drag is no tap. @param {HTMLElement} button */
function swallowClick(button) {
  const swallow = (/** @type {Event} */ click) => {
    click.stopImmediatePropagation();
    click.preventDefault();
  };
  button.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => button.removeEventListener("click", swallow, { capture: true }));
}
