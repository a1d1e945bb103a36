// Sizes that every layout shares. All lengths are in units of u, the short side of a tile, unless a name ends in Px.

/**
 * The sizes a tile's short side may take, in CSS pixels, largest first. Only these: so a line rescales a few times a
 * deal and never creeps.
 */
export const LADDER_PX = Object.freeze([
  64, 60, 56, 52, 48, 44, 41, 38, 35, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12,
]);

/** The gap between two tiles that touch. */
export const JOINT = 0.05;

/** Free felt past the ends of the rows. A double that lies flat at a corner sticks out {@link STICK_OUT} into it. */
export const MARGIN_ALONG = 0.6;

/** Free felt above and below the rows. */
export const MARGIN_ACROSS = 0.3;

/**
 * Rows are at least this long, so that a short line on a phone still reads as rows and seldom rescales. The smallest
 * size is exempt.
 */
export const ROW_LEAST = 10;

/** How far a tile's side and shadow reach below it. */
export const SHADE = 0.17;

/** How far a double that lies flat at a corner reaches past its row. */
export const STICK_OUT = 0.5;

/** Rounding slack of every comparison of lengths; far below what the eye sees, far above what doubles lose. */
export const EPSILON = 1e-6;

/** @typedef {"left" | "right" | "up" | "down"} EndName */
/**
 * @typedef {"up" | "right" | "down" | "left"} Lying Where the high half points. A double is "up" when upright and
 *   "right" when flat.
 */
/** @typedef {{ x: number, y: number, w: number, h: number }} Rect */

/**
 * The two halves of a tile's name.
 * @param {string} tile "6-4", high half first
 * @returns {{ high: number, low: number, double: boolean }}
 */
export function halves(tile) {
  const dash = tile.indexOf("-");
  const high = Number(tile.slice(0, dash));
  const low = Number(tile.slice(dash + 1));
  return { high, low, double: high === low };
}
