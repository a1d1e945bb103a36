// Which size and shape a line gets in a box: the largest size of the ladder at which some shape fits, then the shape
// that comes first.

import { measureArm, planCross, planTwoEnds, SPLITS } from "./shapes.js";
import { EPSILON, LADDER_PX, MARGIN_ACROSS, MARGIN_ALONG, ROW_LEAST, SHADE, STICK_OUT } from "./units.js";

/** @typedef {import("./chain.js").Chains} Chains */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Plan} Plan */
/** @typedef {import("./shapes.js").ArmPlan} ArmPlan */
/** @typedef {import("./shapes.js").Bounds} Bounds */
/** @typedef {{ width: number, height: number }} Box */
/** @typedef {Box & { unit: number, shape: Shape }} Kept what the search needs of the placement before */
/** @typedef {{ keep?: Kept | null, largest?: number }} SearchOptions */
/** @typedef {{ unit: number, shape: Shape, plan: Plan, bounds: Bounds, fits: boolean }} Found */

/** @type {Shape} */
const FIRST_SHAPE = Object.freeze({ airy: true, tall: false, straight: 1, split: 0.5 });
/** @type {readonly Shape[]} */
const TWO_END_SHAPES = Object.freeze([FIRST_SHAPE, Object.freeze({ ...FIRST_SHAPE, airy: false })]);
/** Where nothing fits, rows are this long: no arm is cramped in it. */
const LAST_RESORT_UNITS = 18;

/**
 * @param {Chains} joined
 * @param {Box} box px
 * @param {SearchOptions} options
 * @returns {Found}
 */
export function search(joined, box, options) {
  const kept = options.keep ?? null;
  const sameBox = kept !== null && kept.width === box.width && kept.height === box.height;
  const shapes = joined.cross ? crossShapes(box) : TWO_END_SHAPES;
  const area = leastArea(joined);
  const sizes = ladder(options);
  const roomy = sizes.filter((unit) => longest(joined, box) / unit - 2 * MARGIN_ALONG >= ROW_LEAST);
  for (const unit of roomy.length > 0 ? roomy : sizes.slice(-1)) {
    if ((sameBox && unit > kept.unit) || (box.width / unit) * (box.height / unit) < area) continue;
    const first = kept !== null && kept.unit === unit ? [kept.shape] : [];
    const measured = new Measured(joined);
    for (const shape of [...first, ...shapes]) {
      const plan = planFor(joined, box, unit, shape);
      const bounds = measured.bounds(plan);
      if (bounds !== null && boundsFit(bounds, box, unit, shape)) return { unit, shape, plan, bounds, fits: true };
    }
  }
  return lastResort(joined, options, shapes[0]);
}

/**
 * The size of a first tile, before it lies: no larger than it will be when it does.
 * @param {Box} box
 * @param {SearchOptions} options
 * @returns {{ unit: number, shape: Shape }}
 */
export function fitLead(box, options) {
  const sizes = ladder(options);
  const unit =
    sizes.find((size) =>
      boundsFit(
        [-ROW_LEAST / 2, -1.5, ROW_LEAST / 2, 1.5],
        { width: box.width - 2 * STICK_OUT * size, height: box.height },
        size,
        FIRST_SHAPE,
      ),
    ) ?? sizes[sizes.length - 1];
  return { unit, shape: FIRST_SHAPE };
}

/** Bounds of arms at one size. Shapes share many arms, so each is measured once. */
class Measured {
  /** @param {Chains} joined */
  constructor(joined) {
    this.joined = joined;
    /** @type {Map<string, Bounds | null>} */
    this.arms = new Map();
  }

  /** @param {ArmPlan} plan @returns {Bounds | null} */
  arm(plan) {
    const { end, frame, from, course } = plan;
    const key = `${end} ${frame.row[0]} ${from.at === "straight" ? from.plain : 0} ${course.high} ${course.airy}`;
    const known = this.arms.get(key);
    if (known !== undefined) return known;
    const bounds = measureArm(this.joined.arms[end] ?? [], plan);
    this.arms.set(key, bounds);
    return bounds;
  }

  /** @param {Plan} plan @returns {Bounds | null} null when an arm is cramped */
  bounds({ centre: { w, h }, arms }) {
    /** @type {Bounds} */
    const all = [-w / 2, -h / 2, w / 2, h / 2];
    for (const plan of arms) {
      const arm = this.arm(plan);
      if (arm === null) return null;
      all[0] = Math.min(all[0], arm[0]);
      all[1] = Math.min(all[1], arm[1]);
      all[2] = Math.max(all[2], arm[2]);
      all[3] = Math.max(all[3], arm[3]);
    }
    return all;
  }
}

/** @param {SearchOptions} options */
function ladder({ largest = Infinity }) {
  const allowed = LADDER_PX.filter((size) => size <= largest);
  return allowed.length > 0 ? allowed : LADDER_PX.slice(-1);
}

/** The side of the box along which rows may run. @param {Chains} joined @param {Box} box */
const longest = (joined, box) => (joined.cross ? Math.max(box.width, box.height) : box.width);

/** @param {Chains} joined @param {Box} box @param {number} unit @param {Shape} shape */
function planFor(joined, box, unit, shape) {
  const long = (shape.tall ? box.height : box.width) / unit - 2 * MARGIN_ALONG;
  return joined.cross ? planCross(long, shape) : planTwoEnds(joined.centre, long, shape);
}

/**
 * Whether a drawing fits with the margins that the box owes it; the rows themselves are kept out of the margin along
 * them by their plan.
 * @param {Bounds} bounds
 * @param {Box} box
 * @param {number} unit
 * @param {Shape} shape
 */
function boundsFit([left, top, right, bottom], box, unit, shape) {
  const along = MARGIN_ALONG - STICK_OUT;
  const marginX = shape.tall ? MARGIN_ACROSS : along;
  const marginY = shape.tall ? Math.max(along, SHADE) : MARGIN_ACROSS;
  return (
    right - left <= box.width / unit - 2 * marginX + EPSILON &&
    bottom - top <= box.height / unit - 2 * marginY + EPSILON
  );
}

/** @param {Box} box @returns {Shape[]} every shape of a cross, most preferred first */
function crossShapes(box) {
  const tallFirst = box.height > box.width;
  return [tallFirst, !tallFirst].flatMap((tall) =>
    [true, false].flatMap((airy) =>
      SPLITS.flatMap((split) => [1, 2].map((straight) => ({ airy, tall, straight, split }))),
    ),
  );
}

/** No line needs less felt than its own tiles: a cheap way past the sizes that cannot fit. @param {Chains} joined */
const leastArea = (joined) => 2 * Object.values(joined.arms).reduce((sum, arm) => sum + arm.length + 1, 1);

/**
 * Nothing fits even at the smallest size: a drawing too large for the box, rather than none.
 * @param {Chains} joined
 * @param {SearchOptions} options
 * @param {Shape} first
 * @returns {Found}
 */
function lastResort(joined, options, first) {
  const unit = ladder(options).slice(-1)[0];
  const shape = { ...first, airy: false, tall: false };
  const side = LAST_RESORT_UNITS * unit;
  const plan = planFor(joined, { width: side, height: side }, unit, shape);
  const bounds = new Measured(joined).bounds(plan);
  if (bounds === null) throw new Error("rows of the last resort leave every arm room to turn");
  return { unit, shape, plan, bounds, fits: false };
}
