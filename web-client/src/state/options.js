// What a table changes in its game, as overrides by dotted field (SPEC 2.1). Which ones there may be, and what goes
// along with each, the server sends with the sheet.

/** @typedef {import("../net/protocol.js").SheetPage} SheetPage */
/** @typedef {import("../net/protocol.js").Switch} Switch */
/** @typedef {Switch["value"]} Value */
/** @typedef {Record<string, unknown>} Options overrides by dotted field */

/** The value at a dotted field of a sheet. @param {unknown} sheet @param {string} field @returns {unknown} */
export const valueAt = (sheet, field) =>
  field.split(".").reduce((tree, name) => /** @type {Record<string, unknown> | undefined} */ (tree)?.[name], sheet);

/**
 * The overrides after a choice.
 * @param {Options} options
 * @param {Record<string, unknown>} changes a value for each field, null for an override that is taken back
 * @returns {Options}
 */
export function changed(options, changes) {
  const next = { ...options };
  for (const [field, value] of Object.entries(changes)) {
    if (value === null) delete next[field];
    else next[field] = value;
  }
  return next;
}

/**
 * The overrides after a switch was set.
 * @param {Options} options
 * @param {Switch} rule
 * @param {Value} value one of its choices, or any number up to its `most`
 * @returns {Options}
 */
export function choose(options, { field, usual, choices }, value) {
  const own = value === usual ? null : value;
  return changed(options, choices.find((choice) => choice.value === value)?.changes ?? { [field]: own });
}

/** Where a switch stands now. @param {Options} options @param {Switch} rule @returns {Value} */
export const valueNow = (options, { field, value, usual }) => /** @type {Value} */ (options[field] ?? usual ?? value);

/** A field that says nothing beyond another override. @type {Readonly<Record<string, string>>} */
const SAID_BY = Object.freeze({ "deal.undealt": "turn.draw" });

/** The overrides that say something of their own. @param {Options} options */
export const ownFields = (options) => Object.keys(options).filter((field) => !(SAID_BY[field] in options));

/**
 * How the page remembers the rules of a game with these changes, and asks the server for them.
 * @param {string} sheet
 * @param {Options} [options]
 * @param {number} [seats] with the switches of a table with so many seats
 */
export function rulesKey(sheet, options = {}, seats) {
  const fields = Object.keys(options).sort();
  const sorted = Object.fromEntries(fields.map((field) => [field, options[field]]));
  const query = [
    fields.length > 0 && `options=${encodeURIComponent(JSON.stringify(sorted))}`,
    seats !== undefined && `seats=${seats}`,
  ].filter(Boolean);
  return `${encodeURIComponent(sheet)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/**
 * What is known of a form's switches: as it stands, or else as it stood when they last came. Until they come
 * again the overrides are those of the form.
 * @param {Record<string, SheetPage>} rules
 * @param {string} sheet
 * @param {Options} options
 * @param {number} seats
 * @param {string | null} last the key under which they last came
 * @returns {{ page: SheetPage, options: Options } | null}
 */
export function switchesOf(rules, sheet, options, seats, last) {
  const now = rules[rulesKey(sheet, options, seats)];
  if (now !== undefined) return { page: now, options: now.options ?? options };
  const before = last === null ? undefined : rules[last];
  return before?.sheet.id === sheet ? { page: before, options } : null;
}
