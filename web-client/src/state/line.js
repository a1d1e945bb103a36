// The line as the server tells it: tiles in the order in which they were laid, each at its end.

/** @typedef {import("../net/protocol.js").EndName} EndName */
/** @typedef {import("../net/protocol.js").Fact} Fact */
/** @typedef {Partial<Record<EndName, string>>} Ends */

/**
 * The ends after a placement, as far as they follow from it. Where a spinner opens more, the server's own word replaces
 * it.
 * @param {Ends} ends
 * @param {Pick<Fact, "type" | "tile" | "end" | "along">} fact
 * @param {string} [spinner] the spinner's tile: a first tile above or below it touches its number
 * @returns {Ends}
 */
export function endsAfter(ends, { type, tile, end, along }, spinner) {
  if (type === "dealt") return {};
  if ((type !== "led" && type !== "played") || tile === undefined) return ends;
  const [high, low] = tile.split("-");
  const double = high === low && along !== true ? "d" : "";
  if (type === "led") return { left: high + double, right: low + double };
  if (end === undefined) return ends;
  const number = (ends[end] ?? spinner ?? "")[0];
  return { ...ends, [end]: (number === high ? low : high) + double };
}

/**
 * What is open at an end of a line.
 * @param {import("../net/protocol.js").LineView} line
 * @param {EndName} end
 * @returns {string | undefined}
 */
export function openEnd({ lead, laid, spinner }, end) {
  const start = endsAfter({}, { type: "led", tile: lead.tile, along: lead.along });
  return laid.reduce((ends, tile) => endsAfter(ends, { type: "played", ...tile }, spinner), start)[end];
}
