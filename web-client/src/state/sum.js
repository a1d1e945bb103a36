// The ends' sum as it is written out: each end's part, the spinner's own part, and what the sum gives. The sum itself
// is the server's word; the parts only show where it comes from.

import { chains } from "../layout/chain.js";
import { lineOf, openEnds } from "./select.js";

/** @typedef {import("./view.js").TableView} TableView */
/** @typedef {import("../net/protocol.js").EndName} EndName */

/**
 * @typedef {object} Part of the sum
 * @property {EndName} end
 * @property {number} number
 * @property {boolean} double it counts twice
 * @property {boolean} counts a side of the spinner that no tile covers is part of the spinner's own value
 *
 * @typedef {object} Sum
 * @property {Part[]} parts
 * @property {{ number: number, value: number } | null} spinner what the spinner itself, or a double led and alone, adds
 * @property {number | null} total null for the moment between a placement and the server's word
 * @property {number} points what this sum gives
 */

/** @param {TableView} view @returns {Sum | null} null where the ends' sum does not score, or nothing lies */
export function sumOf(view) {
  if (view.in_play !== "multiples") return null;
  const line = lineOf(view);
  if (line === null) return null;
  const { arms, cross, centre } = chains(line);
  const alone = view.game?.line?.laid.length === 0 && centre.across;
  const parts = openEnds(view).map(({ end, number, double }) => ({
    end,
    number,
    double,
    counts: !alone && (!cross || (arms[end]?.length ?? 0) > 0),
  }));
  const total = view.now.value ?? null;
  const counted = parts
    .filter(({ counts }) => counts)
    .reduce((sum, { number, double }) => sum + number * (double ? 2 : 1), 0);
  const own = total === null ? 0 : total - counted;
  const spinner = own > 0 && (cross || alone) ? { number: Number(centre.tile[0]), value: own } : null;
  return { parts, spinner, total, points: pointsFor(view, total ?? 0) };
}

/** What a sum of this much gives, before any overshoot. @param {TableView} view @param {number} total */
function pointsFor({ divisor = 5, unit = "per" }, total) {
  if (total === 0 || total % divisor !== 0) return 0;
  return unit === "sum" ? total : total / divisor;
}
