// From the line as the server sends it to chains of joined tiles. Which half touches is read off the numbers; no
// coordinates here.

import { halves } from "./units.js";

/** @typedef {import("./units.js").EndName} EndName */

/**
 * @typedef {object} LaidTile
 * @property {string} tile its name, "6-4"
 * @property {boolean} [along] a double laid lengthwise
 *
 * @typedef {object} Line
 * @property {LaidTile} lead the first tile; its high half lies to the left
 * @property {Partial<Record<EndName, LaidTile[]>>} arms each from the lead (or the spinner) outwards
 * @property {string} [spinner] the tile that is open on four sides, once it lies
 */

/**
 * One tile of a chain, seen from the middle of the line outwards.
 * @typedef {object} Link
 * @property {string} tile
 * @property {boolean} across a double that lies across the line
 * @property {number} near the half that touches the tile before
 * @property {number} far the half that is open
 * @property {boolean} wrong the touching halves differ (a wrong tile of a strict table)
 */

/**
 * @typedef {object} Chains
 * @property {Link} centre the tile the drawing starts from: the spinner if there is one, else the lead
 * @property {Partial<Record<EndName, Link[]>>} arms
 * @property {Partial<Record<EndName, number>>} numbers the number at each end
 * @property {boolean} cross whether up and down exist
 */

/**
 * Joins a tile to a number. At a wrong tile the low half touches.
 * @param {LaidTile} laid
 * @param {number} number
 * @returns {Link}
 */
export function join(laid, number) {
  const { high, low, double } = halves(laid.tile);
  const across = double && !laid.along;
  const touchesHigh = high === number;
  return {
    tile: laid.tile,
    across,
    near: touchesHigh ? high : low,
    far: touchesHigh ? low : high,
    wrong: high !== number && low !== number,
  };
}

/**
 * @param {LaidTile[] | undefined} arm
 * @param {number} number
 */
function walk(arm, number) {
  /** @type {Link[]} */
  const links = [];
  let open = number;
  for (const laid of arm ?? []) {
    const link = join(laid, open);
    links.push(link);
    open = link.far;
  }
  return links;
}

/** @param {Link} link @returns {Link} the same tile walked from its other side */
const turned = (link) => ({ ...link, near: link.far, far: link.near });

/**
 * The end number of a chain that starts at `number`.
 * @param {Link[]} links
 * @param {number} number
 */
const openNumber = (links, number) => (links.length > 0 ? links[links.length - 1].far : number);

/**
 * @param {Line} line
 * @returns {Chains}
 */
export function chains(line) {
  const { high, low, double } = halves(line.lead.tile);
  const lead = { tile: line.lead.tile, across: double && !line.lead.along, near: high, far: low, wrong: false };
  let left = walk(line.arms.left, high);
  let right = walk(line.arms.right, low);
  let centre = lead;
  if (line.spinner !== undefined && line.spinner !== lead.tile) {
    // The spinner was laid later: the drawing's middle moves to it, and the tiles between it and the lead are walked
    // backwards.
    const inRight = right.findIndex((link) => link.tile === line.spinner);
    const inLeft = left.findIndex((link) => link.tile === line.spinner);
    if (inRight >= 0) {
      centre = right[inRight];
      left = [...right.slice(0, inRight).reverse().map(turned), turned(lead), ...left];
      right = right.slice(inRight + 1);
    } else if (inLeft >= 0) {
      centre = left[inLeft];
      right = [...left.slice(0, inLeft).reverse().map(turned), lead, ...right];
      left = left.slice(inLeft + 1);
    }
  }
  const cross = line.spinner !== undefined;
  const middle = cross ? halves(centre.tile) : { high, low };
  const up = walk(line.arms.up, middle.high);
  const down = walk(line.arms.down, middle.high);
  return {
    centre,
    arms: cross ? { left, right, up, down } : { left, right },
    numbers: {
      left: openNumber(left, middle.high),
      right: openNumber(right, middle.low),
      ...(cross ? { up: openNumber(up, middle.high), down: openNumber(down, middle.high) } : {}),
    },
    cross,
  };
}
