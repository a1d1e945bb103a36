// The shapes a line may take in a box: two arms that run to and fro as point mirrors, or a cross with an arm in each
// quadrant. Everything here is in units of u round the middle tile; which shape is used at which size is `place`'s
// choice.

import { DOUBLE, PLAIN, put, rowFrom, straightFrom } from "./arm.js";

/** @typedef {import("./units.js").EndName} EndName */
/** @typedef {import("./units.js").Rect} Rect */
/** @typedef {import("./chain.js").Chains} Chains */
/** @typedef {import("./chain.js").Link} Link */

/**
 * The free choices of a shape. Kept from one lay-out to the next where they still fit, so that nothing moves without
 * need.
 * @typedef {object} Shape
 * @property {boolean} airy rows start under their corner tile (3u apart) rather than beside it (2u)
 * @property {boolean} tall the long rows run up and down (four ends only)
 * @property {number} straight plain tiles on the short axis before its first row (four ends only)
 * @property {number} split where the middle tile sits along the rows, 0 to 1
 */

/**
 * A tile or a virtual tile put on the felt, in units round the middle tile's middle.
 * @typedef {Rect & { far: [number, number], joint: [number, number] }} Spotted
 *
 * @typedef {object} ArmDrawing
 * @property {Spotted[]} tiles
 * @property {Spotted} plain where a plain tile would lie next
 * @property {Spotted} double where a double would lie next, across
 *
 * How one arm is to be drawn.
 * @typedef {object} ArmPlan
 * @property {EndName} end
 * @property {Frame} frame
 * @property {import("./arm.js").Spot} from
 * @property {import("./arm.js").Course} course
 *
 * @typedef {object} Plan
 * @property {{ w: number, h: number }} centre
 * @property {ArmPlan[]} arms
 *
 * @typedef {object} Drawing
 * @property {Spotted} centre
 * @property {Partial<Record<EndName, ArmDrawing>>} arms
 *
 * Left, top, right, bottom.
 * @typedef {[number, number, number, number]} Bounds
 */

/**
 * Rows that come back stop this far from the other axis: room for a flat double on the axis and one at the row's
 * corner.
 */
const AXIS_CLEAR = 1.95;
/** Preferred first: the middle, then ever more to one side. */
export const SPLITS = Object.freeze([0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7]);

/**
 * @typedef {{ row: [number, number], stack: [number, number] }} Frame where an arm's own +x and +y point on the felt
 */

/** @type {Record<EndName, [number, number]>} */
const AWAY = { right: [1, 0], down: [0, 1], left: [-1, 0], up: [0, -1] };
/** Each arm owns its half axis and the quadrant clockwise of it. @type {Record<EndName, EndName>} */
const CLOCKWISE = { right: "down", down: "left", left: "up", up: "right" };

/** @param {Frame} frame @param {number} x @param {number} y @returns {[number, number]} */
const onFelt = ({ row, stack }, x, y) => [x * row[0] + y * stack[0], x * row[1] + y * stack[1]];

/** @param {Frame} frame @param {Rect & { far: [number, number], joint: [number, number] }} item @returns {Spotted} */
function spotted(frame, item) {
  const [ax, ay] = onFelt(frame, item.x, item.y);
  const [bx, by] = onFelt(frame, item.x + item.w, item.y + item.h);
  return {
    x: Math.min(ax, bx),
    y: Math.min(ay, by),
    w: Math.abs(bx - ax),
    h: Math.abs(by - ay),
    far: onFelt(frame, ...item.far),
    joint: onFelt(frame, ...item.joint),
  };
}

/**
 * Two ends: the right arm goes right, then down; the left arm is its point mirror.
 * @param {import("./arm.js").Stance} first the tile in the middle
 * @param {number} long the free box along the rows
 * @param {Shape} shape
 * @returns {Plan}
 */
export function planTwoEnds({ across }, long, { airy, split }) {
  const [w, h] = across ? [1, 2] : [2, 1];
  const from = rowFrom({ reach: w / 2, depth: h / 2, across });
  const toLeft = long * split;
  const toRight = long - toLeft;
  /** @param {EndName} end @param {number} high @param {number} low @returns {ArmPlan} */
  const arm = (end, high, low) => ({
    end,
    frame: { row: AWAY[end], stack: AWAY[CLOCKWISE[end]] },
    from,
    course: { low, high, airy },
  });
  return { centre: { w, h }, arms: [arm("left", toLeft, -toRight), arm("right", toRight, -toLeft)] };
}

/**
 * Four ends: two arms run along the long side, to and fro inside their quadrant, the two others leave straight, then
 * run beside them.
 * @param {number} long the free box along the rows
 * @param {Shape} shape
 * @returns {Plan}
 */
export function planCross(long, { tall, airy, straight, split }) {
  const back = long * split;
  const forth = long - back;
  const reach = tall ? 1 : 0.5;
  const depth = tall ? 0.5 : 1;
  /** @param {EndName} end @param {number} high @returns {ArmPlan} */
  const along = (end, high) => ({
    end,
    frame: { row: AWAY[end], stack: AWAY[CLOCKWISE[end]] },
    from: rowFrom({ reach, depth, across: !tall }),
    course: { low: AXIS_CLEAR, high, airy },
  });
  /** @param {EndName} end @param {number} high @returns {ArmPlan} */
  const beside = (end, high) => ({
    end,
    frame: { row: AWAY[CLOCKWISE[end]], stack: AWAY[end] },
    from: straightFrom(depth, straight),
    course: { low: AXIS_CLEAR, high, airy },
  });
  const arms = tall
    ? [along("up", back), along("down", forth), beside("left", back), beside("right", forth)]
    : [along("left", back), along("right", forth), beside("up", forth), beside("down", back)];
  return { centre: { w: 1, h: 2 }, arms };
}

/**
 * What one arm and its virtual tiles cover, on the felt.
 * @param {Link[]} links
 * @param {ArmPlan} plan
 * @returns {Bounds | null} null when the arm turns where its next row has no room
 */
export function measureArm(links, { frame, from, course }) {
  let spot = from;
  let left = 0,
    top = 0,
    right = 0,
    bottom = 0,
    cramped = false;
  /** @param {import("./arm.js").Stance} tile */
  const cover = (tile) => {
    const laid = put(spot, tile, course);
    left = Math.min(left, laid.x);
    top = Math.min(top, laid.y);
    right = Math.max(right, laid.x + laid.w);
    bottom = Math.max(bottom, laid.y + laid.h);
    cramped ||= laid.cramped === true;
    return laid.next;
  };
  for (const link of links) {
    spot = cover(link);
    if (cramped) return null;
  }
  for (const tile of [PLAIN, DOUBLE]) cover(tile);
  if (cramped) return null;
  const [ax, ay] = onFelt(frame, left, top);
  const [bx, by] = onFelt(frame, right, bottom);
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/**
 * @param {Chains} chains
 * @param {Plan} plan
 * @returns {Drawing}
 */
export function drawPlan(chains, { centre: { w, h }, arms }) {
  return {
    centre: { x: -w / 2, y: -h / 2, w, h, far: [1, 0], joint: [0, 0] },
    arms: Object.fromEntries(arms.map((arm) => [arm.end, drawArm(chains.arms[arm.end] ?? [], arm)])),
  };
}

/** @param {Link[]} links @param {ArmPlan} plan @returns {ArmDrawing} */
function drawArm(links, { frame, from, course }) {
  let spot = from;
  const tiles = links.map((link) => {
    const laid = put(spot, link, course);
    spot = laid.next;
    return spotted(frame, laid);
  });
  return { tiles, plain: spotted(frame, put(spot, PLAIN, course)), double: spotted(frame, put(spot, DOUBLE, course)) };
}
