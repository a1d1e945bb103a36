// Where every tile of the line lies: a pure function from (line, box) to rectangles. It knows no rules: which ends are
// open is the server's word.

import { chains } from "./chain.js";
import { fitLead, search } from "./search.js";
import { drawPlan } from "./shapes.js";
import { EPSILON, halves } from "./units.js";

/** @typedef {import("./units.js").EndName} EndName */
/** @typedef {import("./units.js").Lying} Lying */
/** @typedef {import("./units.js").Rect} Rect */
/** @typedef {import("./chain.js").Line} Line */
/** @typedef {import("./chain.js").Link} Link */
/** @typedef {import("./chain.js").Chains} Chains */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Spotted} Spotted */
/** @typedef {import("./shapes.js").Drawing} Drawing */

/**
 * A tile on the felt. Lengths are in units; multiply by `unit` and add `camera` for pixels in the box.
 * @typedef {object} PlacedTile
 * @property {string} tile
 * @property {number} x left edge
 * @property {number} y upper edge
 * @property {number} w 1 or 2
 * @property {number} h 2 or 1
 * @property {Lying} lying where the high half points
 * @property {EndName | "lead"} arm the arm it lies in, seen from the drawing's middle
 * @property {boolean} spinner
 * @property {boolean} wrong the touching halves differ
 * @property {{ x: number, y: number }} joint the middle of the touch with the tile before
 *
 * @typedef {Rect & { far: [number, number] }} GhostBox
 *
 * An end of the line and where the next tile will really lie there.
 * @typedef {object} PlacedEnd
 * @property {EndName | "lead"} end "lead" while nothing lies
 * @property {number | null} number null for "lead"
 * @property {Lying} arrow where the arm grows now: its own way, and on a line of two ends up (left) or down (right)
 *   once it has turned
 * @property {GhostBox} plain the box of a plain tile, or of a double laid along
 * @property {GhostBox} double the box of a double laid across
 *
 * @typedef {object} Placement
 * @property {number} unit u in CSS pixels
 * @property {PlacedTile[]} tiles in reading order: left end to right end, then up, then down
 * @property {PlacedEnd[]} ends left, right, up, down as far as they exist
 * @property {number} width of the box, px
 * @property {number} height of the box, px
 * @property {{ x: number, y: number }} camera where the drawing's origin lies in the box, px
 * @property {Shape} shape pass it back as `keep` with the next tile
 * @property {boolean} fits false only when even the smallest size is too large for the box
 *
 * @typedef {object} PlaceOptions
 * @property {Placement | null} [keep] the placement before of the same deal: in the same box the line never grows
 *   again, and keeps its shape
 *   as long as it fits
 * @property {number} [largest] no tile above this short side, px
 */

/**
 * @param {Line | null} line null while nothing lies
 * @param {{ width: number, height: number }} box the felt less the seats' plates, px
 * @param {PlaceOptions} [options]
 * @returns {Placement}
 */
export function place(line, box, options = {}) {
  if (line === null) return placeLead(box, options);
  const joined = chains(line);
  const { unit, shape, plan, bounds, fits } = search(joined, box, options);
  const drawing = drawPlan(joined, plan);
  const [left, top, right, bottom] = bounds;
  return {
    unit,
    tiles: placedTiles(joined, drawing),
    ends: placedEnds(joined, drawing),
    width: box.width,
    height: box.height,
    camera: {
      x: box.width / 2 - ((left + right) / 2) * unit,
      y: box.height / 2 - ((top + bottom) / 2) * unit,
    },
    shape,
    fits,
  };
}

/**
 * Where a given tile would lie at an end.
 * @param {PlacedEnd} end
 * @param {string} tile
 * @param {{ along?: boolean }} [how] `along`: a double lies lengthwise
 * @returns {Rect & { lying: Lying }}
 */
export function ghostAt(end, tile, { along = false } = {}) {
  const { high, double } = halves(tile);
  const box = double && !along ? end.double : end.plain;
  // A lead lies with its high half to the left; elsewhere the half that fits touches, at a wrong tile the low one.
  const farIsHigh = end.number !== null && high !== end.number;
  return { x: box.x, y: box.y, w: box.w, h: box.h, lying: lyingOf(box, { double, farIsHigh }) };
}

/**
 * @param {{ width: number, height: number }} box
 * @param {PlaceOptions} options
 * @returns {Placement}
 */
function placeLead(box, options) {
  const { unit, shape } = fitLead(box, options);
  return {
    unit,
    tiles: [],
    ends: [
      {
        end: "lead",
        number: null,
        arrow: "right",
        plain: { x: -1, y: -0.5, w: 2, h: 1, far: [1, 0] },
        double: { x: -0.5, y: -1, w: 1, h: 2, far: [1, 0] },
      },
    ],
    width: box.width,
    height: box.height,
    camera: { x: box.width / 2, y: box.height / 2 },
    shape,
    fits: true,
  };
}

/** @param {Chains} joined @param {Drawing} drawing @returns {PlacedTile[]} */
function placedTiles(joined, drawing) {
  /** @param {EndName} end @returns {PlacedTile[]} */
  const arm = (end) =>
    (joined.arms[end] ?? []).map((link, at) => {
      const spot = drawing.arms[end]?.tiles[at];
      if (spot === undefined) throw new Error("a drawing has a place for every link of its chains");
      return placed(link, spot, end);
    });
  const { centre } = joined;
  const middle = placed(
    { ...centre, near: halves(centre.tile).high, far: halves(centre.tile).low },
    drawing.centre,
    "lead",
  );
  return [
    ...arm("left").reverse(),
    { ...middle, spinner: joined.cross },
    ...arm("right"),
    ...arm("up"),
    ...arm("down"),
  ];
}

/** @param {Link} link @param {Spotted} spot @param {EndName | "lead"} arm @returns {PlacedTile} */
function placed(link, spot, arm) {
  const { high, double } = halves(link.tile);
  return {
    tile: link.tile,
    x: spot.x,
    y: spot.y,
    w: spot.w,
    h: spot.h,
    lying: lyingOf(spot, { double, farIsHigh: link.far === high }),
    arm,
    spinner: false,
    wrong: link.wrong,
    joint: { x: spot.joint[0], y: spot.joint[1] },
  };
}

/** @param {GhostBox} box @param {{ double: boolean, farIsHigh: boolean }} tile @returns {Lying} */
function lyingOf(box, { double, farIsHigh }) {
  if (double) return box.h > box.w ? "up" : "right";
  return heading(farIsHigh ? box.far : [-box.far[0], -box.far[1]]);
}

/** @param {[number, number]} vector @returns {Lying} */
function heading([dx, dy]) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}

/** @param {Chains} joined @param {Drawing} drawing @returns {PlacedEnd[]} */
function placedEnds(joined, drawing) {
  /** @type {EndName[]} */
  const names = ["left", "right", "up", "down"];
  return names.flatMap((end) => {
    const arm = drawing.arms[end];
    const number = joined.numbers[end];
    if (arm === undefined || number === undefined) return [];
    const arrow = joined.cross ? end : arrowOf(end, arm.plain);
    return [{ end, number, arrow, plain: ghostBox(arm.plain), double: ghostBox(arm.double) }];
  });
}

/** @param {EndName} end @param {Rect} next where the next plain tile goes @returns {Lying} */
function arrowOf(end, next) {
  const turned = Math.abs(next.y + next.h / 2) > EPSILON;
  if (!turned) return end;
  return end === "left" ? "up" : "down";
}

/** @param {Spotted} spot @returns {GhostBox} */
const ghostBox = ({ x, y, w, h, far }) => ({ x, y, w, h, far });
