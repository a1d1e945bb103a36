// Wrong tiles of a strict table on the felt. Until one is found it lies like any other; then it is marked, and a tile
// that was taken back is seen where it lay for a moment longer.

import { chains } from "../layout/chain.js";
import { sideOf } from "./select.js";

/** @typedef {import("./facts.js").Table} Table */
/** @typedef {import("../layout/chain.js").Line} Line */

/**
 * @param {Table} table
 * @param {Line | null} line
 * @param {{ calm: boolean }} how `calm`: nothing is picked, so a tile taken back is in nobody's way
 * @returns {{ line: Line | null, wrong: string[] }}
 */
export function wrongTiles({ view, glimpse }, line, { calm }) {
  if (line === null) return { line, wrong: [] };
  if (glimpse !== null && glimpse.kind === "taken_back" && glimpse.end !== undefined && calm) {
    const { tile, end } = glimpse;
    return { line: { ...line, arms: { ...line.arms, [end]: [...(line.arms[end] ?? []), { tile }] } }, wrong: [tile] };
  }
  const { result } = view.game ?? {};
  return {
    line,
    wrong: result?.fault === "wrong_tile" && result.seat !== undefined ? wrongOf(view, line, result.seat) : [],
  };
}

/**
 * What a pair has laid where it did not fit.
 * @param {import("./view.js").TableView} view
 * @param {Line} line
 * @param {number} offender
 * @returns {string[]}
 */
function wrongOf(view, line, offender) {
  const { arms } = chains(line);
  const torn = new Set(
    Object.values(arms)
      .flat()
      .filter(({ wrong }) => wrong)
      .map(({ tile }) => tile),
  );
  return (view.game?.line?.laid ?? [])
    .filter(({ tile, seat }) => torn.has(tile) && sideOf(view, seat) === sideOf(view, offender))
    .map(({ tile }) => tile);
}
