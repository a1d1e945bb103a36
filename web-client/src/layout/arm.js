// One arm of the line as it runs to and fro in rows. Its own frame: the first row runs along +x, rows stack along +y,
// the middle of the line is the origin. A tile's place depends only on the tiles before it, so laying one more never
// moves those that lie.

import { EPSILON, JOINT } from "./units.js";

/**
 * How an arm may run.
 * @typedef {object} Course
 * @property {number} low rows that come back stop here
 * @property {number} high rows that go out stop here
 * @property {boolean} airy a row that follows a hanging tile starts under it rather than beside it
 */

/**
 * How a tile is to lie: a double that lies across the line, or any tile along it.
 * @typedef {{ readonly across: boolean }} Stance
 */

/** @type {Stance} */
export const PLAIN = Object.freeze({ across: false });
/** @type {Stance} */
export const DOUBLE = Object.freeze({ across: true });

/**
 * Where the next tile can go.
 * - `row`: behind `edge` in the row at `y`, towards `dir`; or under the last tile's outer half (`hangX`, below `hangY`)
 * - `hung`: a plain tile hangs at `x`; the next starts a row towards `dir`, under it (if `under`) or at the side of its
 * lower half
 * - `flat`: a double lies flat at `x`; the next row starts below it
 * - `straight`: the arm still runs along +y, for `plain` more plain tiles
 * @typedef {{ at: "row", y: number, dir: 1 | -1, edge: number, hangX: number, hangY: number, afterDouble: boolean }
 *   | { at: "hung", x: number, bottom: number, dir: 1 | -1, under: boolean }
 *   | { at: "flat", x: number, bottom: number, dir: 1 | -1 }
 *   | { at: "straight", x: number, bottom: number, plain: number }} Spot
 */

/**
 * A tile put down, in the arm's frame.
 * @typedef {object} Put
 * @property {number} x left edge
 * @property {number} y upper edge
 * @property {number} w
 * @property {number} h
 * @property {[number, number]} far unit vector towards the open half (for a double across: the way the arm goes)
 * @property {[number, number]} joint the middle of the touch
 * @property {Spot} next
 * @property {boolean} [cramped] the arm turns here, and the row that comes back would have no room for a plain tile
 */

/** @typedef {Extract<Spot, { at: "row" }>} RowSpot */

/**
 * The spot behind a first tile that lies at the origin.
 * @param {object} first
 * @param {number} first.reach from the origin to its edge along the row
 * @param {number} first.depth from the origin to its lower edge
 * @param {boolean} first.across
 * @returns {Spot}
 */
export const rowFrom = ({ reach, depth, across }) => ({
  at: "row",
  y: 0,
  dir: 1,
  edge: reach,
  hangX: reach - 0.5,
  hangY: depth,
  afterDouble: across,
});

/**
 * The spot of an arm that leaves the origin across the rows.
 * @param {number} depth from the origin to the first tile's lower edge
 * @param {number} plain how many plain tiles run straight before the first row
 * @returns {Spot}
 */
export const straightFrom = (depth, plain) => ({ at: "straight", x: 0, bottom: depth, plain });

/**
 * Puts the next tile down.
 * @param {Spot} spot
 * @param {Stance} tile
 * @param {Course} course
 * @returns {Put}
 */
export function put(spot, tile, course) {
  switch (spot.at) {
    case "row":
      return roomFor(spot, tile, course) ? inRow(spot, tile) : atCorner(spot, tile, course);
    case "hung":
      if (!(spot.under && course.airy)) return inRow(besideOf(spot), tile);
      return tile.across ? flatUnder(spot.x, spot.bottom, spot.dir) : rowUnder(spot.x, spot.bottom, spot.dir);
    case "flat":
      return tile.across ? flatUnder(spot.x, spot.bottom, spot.dir) : rowUnder(spot.x, spot.bottom, spot.dir);
    case "straight":
      return onAxis(spot, tile);
  }
}

/** @param {RowSpot} spot @param {Stance} tile @param {Course} course */
function roomFor(spot, { across }, course) {
  const room = spot.dir > 0 ? course.high - spot.edge : spot.edge - course.low;
  return room + EPSILON >= JOINT + (across ? 1 : 2);
}

/** @param {RowSpot} spot @param {Stance} tile @returns {Put} */
function inRow(spot, { across }) {
  const { y, dir } = spot;
  const length = across ? 1 : 2;
  const depth = across ? 1 : 0.5;
  const start = spot.edge + dir * JOINT;
  const edge = start + dir * length;
  return {
    x: Math.min(start, edge),
    y: y - depth,
    w: length,
    h: 2 * depth,
    far: [dir, 0],
    joint: [spot.edge + (dir * JOINT) / 2, y],
    next: { at: "row", y, dir, edge, hangX: edge - dir * 0.5, hangY: y + depth, afterDouble: across },
  };
}

/**
 * The row is full: a plain tile hangs under the outer half of the last (or from the double's end), a double lies flat
 * there.
 * @param {RowSpot} spot
 * @param {Stance} tile
 * @param {Course} course
 * @returns {Put}
 */
function atCorner(spot, { across }, course) {
  const dir = spot.dir > 0 ? -1 : 1;
  const cramped = !roomFor({ ...spot, dir, edge: spot.hangX + dir * 0.5 }, PLAIN, course);
  if (across) return { ...flatUnder(spot.hangX, spot.hangY, dir), cramped };
  const bottom = spot.hangY + JOINT + 2;
  return {
    ...hanging(spot.hangX, spot.hangY, { at: "hung", x: spot.hangX, bottom, dir, under: !spot.afterDouble }),
    cramped,
  };
}

/** @param {number} x @param {number} above @param {Spot} next @returns {Put} */
const hanging = (x, above, next) => ({
  x: x - 0.5,
  y: above + JOINT,
  w: 1,
  h: 2,
  far: [0, 1],
  joint: [x, above + JOINT / 2],
  next,
});

/** @param {number} x @param {number} above @param {1 | -1} dir @returns {Put} */
const flatUnder = (x, above, dir) => ({
  x: x - 1,
  y: above + JOINT,
  w: 2,
  h: 1,
  far: [0, 1],
  joint: [x, above + JOINT / 2],
  next: { at: "flat", x, bottom: above + JOINT + 1, dir },
});

/**
 * A new row whose first tile has its touching half right under what hangs there.
 * @param {number} x
 * @param {number} above
 * @param {1 | -1} dir
 * @returns {Put}
 */
function rowUnder(x, above, dir) {
  const y = above + JOINT + 0.5;
  const edge = x - dir * (0.5 + JOINT);
  const first = inRow({ at: "row", y, dir, edge, hangX: x, hangY: y, afterDouble: false }, PLAIN);
  return { ...first, joint: [x, above + JOINT / 2] };
}

/** @param {Extract<Spot, { at: "hung" }>} spot @returns {RowSpot} */
const besideOf = ({ x, bottom, dir }) => ({
  at: "row",
  y: bottom - 0.5,
  dir,
  edge: x + dir * 0.5,
  hangX: x,
  hangY: bottom,
  afterDouble: false,
});

/** @param {Extract<Spot, { at: "straight" }>} spot @param {Stance} tile @returns {Put} */
function onAxis(spot, { across }) {
  const { x, bottom, plain } = spot;
  if (across) return { ...flatUnder(x, bottom, 1), next: { at: "straight", x, bottom: bottom + JOINT + 1, plain } };
  const lower = bottom + JOINT + 2;
  return hanging(
    x,
    bottom,
    plain > 1
      ? { at: "straight", x, bottom: lower, plain: plain - 1 }
      : { at: "hung", x, bottom: lower, dir: 1, under: false },
  );
}
