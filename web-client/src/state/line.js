// The line as the server sends it: tiles in the order in which they were laid, each at its end.

/** @typedef {import("../net/protocol.js").EndName} EndName */
/** @typedef {import("../net/protocol.js").Fact} Fact */
/** @typedef {Partial<Record<EndName, string>>} Ends */
/** @typedef {Omit<FactOf<"led">, "seat"> | Omit<FactOf<"played">, "seat">} Laid a tile as it comes to lie */
/**
 * @template {Fact["type"]} T
 * @typedef {import("../net/protocol.js").FactOf<T>} FactOf
 */

/**
 * The ends after a placement, as far as they follow from it. Where a spinner opens more, the server's own word replaces
 * it.
 * @param {Ends} ends
 * @param {Fact | Laid} fact
 * @param {string} [spinner] the spinner's tile: a first tile above or below it touches its number
 * @returns {Ends}
 */
export function endsAfter(ends, fact, spinner) {
  if (fact.type === "dealt") return {};
  if (fact.type !== "led" && fact.type !== "played") return ends;
  const { tile, along } = fact;
  const [high, low] = tile.split("-");
  const double = high === low && along !== true ? "d" : "";
  if (fact.type === "led") return { left: high + double, right: low + double };
  const { end } = fact;
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
  return laid.reduce((ends, tile) => after(ends, tile, spinner), start)[end];
}

/**
 * @param {Ends} ends
 * @param {import("../net/protocol.js").LaidTile} laid
 * @param {string} [spinner]
 */
const after = (ends, { tile, end, along }, spinner) =>
  end === undefined ? ends : endsAfter(ends, { type: "played", tile, end, along }, spinner);
