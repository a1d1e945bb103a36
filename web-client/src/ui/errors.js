// A refusal as a sentence. The server sends codes and what belongs into them.

/** @typedef {import("../i18n.js").Translator} Translator */

/**
 * @param {Translator} t
 * @param {import("../net/protocol.js").Refusal} why
 * @returns {string}
 */
export function errorText(t, why) {
  const { code, tile = "", fits = [], field = "", retry_ms: retry = 1000, codes = [] } = why;
  if (code === "does_not_fit" && fits.length > 0) return doesNotFit(t, tile, fits);
  const key = `error.${code}`;
  if (!t.has(key)) return t.text("error.unknown", { code });
  return t.text(key, { field, n: Math.ceil(retry / 1000), codes: t.list(codes), tile });
}

/** "5-3 does not fit. 4 or 1 is needed". @param {Translator} t @param {string} tile @param {number[]} numbers */
export function doesNotFit(t, tile, numbers) {
  const needed = t.list(
    numbers.map((number) => t.form("adj", String(number))),
    "disjunction",
  );
  return t.text("note.does_not_fit", { tile, needed });
}
