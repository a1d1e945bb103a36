// A ghost: the picked tile where it would really lie, as a button. Its hit area is its box plus 12 px, and at least 44 px.

import { icon } from "./icons.js";
import { drawTile, svg } from "./tile.js";

/** @typedef {import("../layout/units.js").Lying} Lying */
/** @typedef {import("../layout/units.js").Rect} Rect */
/** @typedef {{ tile: string, box: Rect & { lying: Lying }, unit: number, arrow: Lying, numerals: boolean }} GhostPicture */

const HIT_AROUND_PX = 12;
const HIT_LEAST_PX = 44;
/** The dashed line runs this far outside the tile. */
const DASH_AROUND_PX = 1.5;
/** Room that a key cap needs under the ghost. */
const KEY_CAP_PX = 30;

/** @type {Record<Lying, import("./icons.js").IconName>} */
const ARROW_ICONS = { up: "up", down: "dn", left: "left", right: "arrow" };

/**
 * Draws the ghost's picture, if it is not drawn yet. The button itself stays, and with it the focus.
 * @param {HTMLButtonElement} button
 * @param {GhostPicture} picture
 */
export function drawGhost(button, { tile, box, unit, arrow, numerals }) {
  const key = [tile, box.lying, unit, arrow, numerals].join();
  if (button.dataset.picture === key) return;
  button.dataset.picture = key;
  const body = document.createElement("span");
  body.className = "felt-ghost-tile";
  body.append(drawTile(tile, { unit, lying: box.lying, numerals }), dashes(box.w * unit, box.h * unit, unit));
  const cap = document.createElement("span");
  cap.className = "felt-ghost-key";
  cap.append(icon(ARROW_ICONS[arrow]));
  button.replaceChildren(body, cap);
}

/** @param {number} w @param {number} h @param {number} unit */
function dashes(w, h, unit) {
  const around = 2 * DASH_AROUND_PX;
  return svg("svg", { class: "felt-ghost-line", width: w, height: h, "aria-hidden": "true", focusable: "false" }, [
    svg("rect", { x: -DASH_AROUND_PX, y: -DASH_AROUND_PX, width: w + around, height: h + around, rx: 0.13 * unit + DASH_AROUND_PX }),
  ]);
}

/**
 * @param {HTMLButtonElement} button
 * @param {Rect} box in units
 * @param {{ unit: number, camera: { x: number, y: number }, height: number }} placement
 */
export function positionGhost(button, box, { unit, camera, height }) {
  const w = box.w * unit;
  const h = box.h * unit;
  const padX = Math.max(HIT_AROUND_PX, (HIT_LEAST_PX - w) / 2);
  const padY = Math.max(HIT_AROUND_PX, (HIT_LEAST_PX - h) / 2);
  const left = camera.x + box.x * unit;
  const top = camera.y + box.y * unit;
  const { style } = button;
  style.left = `${left - padX}px`;
  style.top = `${top - padY}px`;
  style.width = `${w + 2 * padX}px`;
  style.height = `${h + 2 * padY}px`;
  style.setProperty("--ghost-radius", `${0.13 * unit}px`);
  style.setProperty("--ghost-w", `${w}px`);
  style.setProperty("--ghost-h", `${h}px`);
  button.classList.toggle("felt-ghost-key-above", top + h + KEY_CAP_PX > height + KEY_CAP_PX / 2);
}
