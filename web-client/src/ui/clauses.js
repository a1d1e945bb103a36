// A clause of the rules as a sentence: a code and its parameters, so that the page cannot drift from the game.

/** @typedef {import("../i18n.js").Translator} Translator */

/**
 * @param {Translator} t
 * @param {import("../net/protocol.js").Clause} clause
 * @param {number} [seats] of a table: what depends on the number of players is said for this number alone
 * @returns {string}
 */
export function clauseText(t, { code, params: all = {} }, seats) {
  /** @type {Record<string, unknown>} */
  const params = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      /** @type {Record<string, unknown> | null} */ (value)?.[String(seats)] ?? value,
    ]),
  );
  /** @type {Record<string, import("../i18n.js").Param>} */
  const shown = {};
  for (const [name, value] of Object.entries(params)) shown[name] = paramText(t, value);
  // Plural forms go by the parameter `n`; a sentence with one number may call it otherwise.
  const numbers = Object.values(params).filter((value) => typeof value === "number");
  if (shown.n === undefined && numbers.length === 1) shown.n = Number(numbers[0]);
  return t.text(code === "players" && params.min === params.max ? "clause.players.same" : `clause.${code}`, shown);
}

/**
 * A number as it is, a table by player count as a list: "7 with 2 players, 5 with 3 players".
 * @param {Translator} t
 * @param {unknown} value
 * @returns {string | number}
 */
export function paramText(t, value) {
  if (typeof value === "number") return value;
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value);
  if (new Set(entries.map(([, entry]) => entry)).size === 1) return Number(entries[0][1]);
  return t.list(entries.map(([count, entry]) => t.text("rules.for_count", { n: Number(count), value: String(entry) })));
}
