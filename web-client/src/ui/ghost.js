// A ghost: the picked tile where it would really lie, as a button. Its hit area is its box plus 12 px, and at least 44
// px.

import { icon } from "./icons.js";
import { drawTile, svg } from "./tile.js";

/** @typedef {import("../layout/units.js").Lying} Lying */
/** @typedef {import("../layout/units.js").Rect} Rect */
/**
 * @typedef {{ tile: string, box: Rect & { lying: Lying }, unit: number, arrow: Lying | null, numerals: boolean }}
 *   GhostPicture
 */
/** @typedef {{ x: number, y: number, w: number, h: number }} PxBox */

const HIT_AROUND_PX = 12;
const HIT_LEAST_PX = 44;
/** The dashed line runs this far outside the tile. */
const DASH_AROUND_PX = 1.5;
/** A key cap's side, and its distance from the ghost. */
const CAP_PX = 20;
const CAP_GAP_PX = 7;

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
  button.replaceChildren(body);
  if (arrow === null) return;
  const cap = document.createElement("span");
  cap.className = "felt-ghost-key";
  cap.append(icon(ARROW_ICONS[arrow]));
  button.append(cap);
}

/** @param {number} w @param {number} h @param {number} unit */
function dashes(w, h, unit) {
  const around = 2 * DASH_AROUND_PX;
  return svg("svg", { class: "felt-ghost-line", width: w, height: h, "aria-hidden": "true", focusable: "false" }, [
    svg("rect", {
      x: -DASH_AROUND_PX,
      y: -DASH_AROUND_PX,
      width: w + around,
      height: h + around,
      rx: 0.13 * unit + DASH_AROUND_PX,
    }),
  ]);
}

/**
 * @param {HTMLButtonElement} button
 * @param {Rect} box in units
 * @param {{ unit: number, camera: { x: number, y: number }, width: number, height: number, tiles: Rect[] }} placement
 */
export function positionGhost(button, box, placement) {
  const { x, y, w, h } = inPixels(box, placement);
  const padX = Math.max(HIT_AROUND_PX, (HIT_LEAST_PX - w) / 2);
  const padY = Math.max(HIT_AROUND_PX, (HIT_LEAST_PX - h) / 2);
  const { style } = button;
  style.left = `${x - padX}px`;
  style.top = `${y - padY}px`;
  style.width = `${w + 2 * padX}px`;
  style.height = `${h + 2 * padY}px`;
  style.setProperty("--ghost-radius", `${0.13 * placement.unit}px`);
  style.setProperty("--ghost-w", `${w}px`);
  style.setProperty("--ghost-h", `${h}px`);
  const cap = capPlace({ x, y, w, h }, placement);
  style.setProperty("--cap-x", `${cap.x - x - w / 2}px`);
  style.setProperty("--cap-y", `${cap.y - y - h / 2}px`);
}

/** @param {Rect} box @param {{ unit: number, camera: { x: number, y: number } }} placement @returns {PxBox} */
const inPixels = ({ x, y, w, h }, { unit, camera }) => ({
  x: camera.x + x * unit,
  y: camera.y + y * unit,
  w: w * unit,
  h: h * unit,
});

/**
 * The middle of the key cap: below, else above, right or left of the ghost, where it covers no laid tile and stays on
 * the felt.
 * @param {PxBox} ghost
 * @param {{ unit: number, camera: { x: number, y: number }, width: number, height: number, tiles: Rect[] }} placement
 * @returns {{ x: number, y: number }}
 */
function capPlace({ x, y, w, h }, placement) {
  const away = CAP_GAP_PX + CAP_PX / 2;
  const places = [
    { x: x + w / 2, y: y + h + away },
    { x: x + w / 2, y: y - away },
    { x: x + w + away, y: y + h / 2 },
    { x: x - away, y: y + h / 2 },
  ];
  const tiles = placement.tiles.map((tile) => inPixels(tile, placement));
  const half = CAP_PX / 2;
  const free = places.find(
    (at) =>
      at.x > half &&
      at.y > half &&
      at.x < placement.width - half &&
      at.y < placement.height - half &&
      tiles.every(
        (tile) =>
          at.x + half < tile.x ||
          at.x - half > tile.x + tile.w ||
          at.y + half < tile.y ||
          at.y - half > tile.y + tile.h,
      ),
  );
  return free ?? places[0];
}
