// House rules: what a table changes in its game. A sheet is a tree, a field is addressed by its dotted name (SPEC 2.1),
// and a change of one switch never leaves a sheet that the server would refuse (SPEC 2.2): what no longer goes with it
// falls back to the game's own rule.

import { SWITCHES } from "./switches.js";

/** @typedef {string | number | boolean} Value */
/** @typedef {Record<string, any>} Options overrides by dotted field */
/** @typedef {import("./switches.js").Switch} Switch */

/** Tables by player count: their entries are overridden one by one. */
const TABLES = Object.freeze(["deal.tiles", "match.target"]);

/** The value at a dotted field. @param {any} sheet @param {string} field @returns {any} */
export const valueAt = (sheet, field) => field.split(".").reduce((tree, name) => tree?.[name], sheet);

/**
 * The game's sheet with the overrides put in: whole tables first, then single entries.
 * @param {any} sheet
 * @param {Options} options
 * @returns {any}
 */
export function effective(sheet, options) {
  const whole = structuredClone(sheet);
  // Sorted names put `deal.tiles` before `deal.tiles.3`.
  for (const field of Object.keys(options).sort()) {
    const names = field.split(".");
    const last = /** @type {string} */ (names.pop());
    const place = names.reduce((tree, name) => (tree[name] ??= {}), whole);
    place[last] = options[field];
  }
  return whole;
}

/**
 * Where a switch writes: for a table the entry of the table's number of seats.
 * @param {Switch} rule
 * @param {number} seats
 */
const fieldOf = (rule, seats) => (TABLES.includes(rule.field) ? `${rule.field}.${seats}` : rule.field);

/**
 * @typedef {object} Offer a switch as it stands at a table
 * @property {Switch} rule
 * @property {string} field
 * @property {Value} value now
 * @property {Value} usual in the game
 * @property {readonly Value[]} values what it may be set to; the present one and, where it still goes with the rest,
 *   the usual one are among them
 *
 * The switches that make sense for a game with these changes.
 * @param {any} sheet the game's own
 * @param {Options} options
 * @param {number} seats
 * @returns {Offer[]}
 */
export function offers(sheet, options, seats) {
  const now = effective(sheet, options);
  return SWITCHES.flatMap((rule) => {
    const field = fieldOf(rule, seats);
    const [value, usual] = [valueAt(now, field), valueAt(sheet, field)];
    const values = rule.values(now, seats);
    if (values.length === 0 || value === undefined) return [];
    const all = rule.closed || (values.length === 1 && !rule.free) ? values : withOwn(values, [value, usual ?? value]);
    return all.length < 2 && !rule.free ? [] : [{ rule, field, value, usual, values: all }];
  });
}

/**
 * A game's own number is a choice, too, where numbers are free.
 * @param {readonly Value[]} values
 * @param {Value[]} own
 * @returns {readonly Value[]}
 */
function withOwn(values, own) {
  const missing = own.filter(
    (value, i) => typeof value === "number" && !values.includes(value) && own.indexOf(value) === i,
  );
  return missing.length === 0 ? values : [...values, ...missing].sort((a, b) => Number(a) - Number(b));
}

/**
 * The overrides after a switch was set.
 * @param {any} sheet the game's own
 * @param {Options} options
 * @param {number} seats
 * @param {Switch} rule
 * @param {Value} value one of those offered
 * @returns {Options}
 */
export function choose(sheet, options, seats, rule, value) {
  const field = fieldOf(rule, seats);
  const before = effective(sheet, options);
  const next = { ...options };
  for (const carried of rule.carries ?? []) delete next[carried];
  delete next[field];
  // Back to the game's own rule brings all that came with the other one back, too.
  if (value !== valueAt(sheet, field)) Object.assign(next, { [field]: value }, rule.sets?.(value, before));
  return settle(sheet, { ...next, ...rule.always?.(value, before) }, seats);
}

/**
 * The same for other seats: what is said of another number of seats does not count.
 * @param {any} sheet
 * @param {Options} options
 * @param {number} seats
 * @returns {Options}
 */
export function forSeats(sheet, options, seats) {
  const kept = Object.entries(options).filter(
    ([field]) => !TABLES.some((table) => field.startsWith(`${table}.`) && field !== `${table}.${seats}`),
  );
  return settle(sheet, Object.fromEntries(kept), seats);
}

/**
 * Drops what equals the game's own rule, and what the rest does not allow any more.
 * @param {any} sheet
 * @param {Options} options
 * @param {number} seats
 * @returns {Options}
 */
function settle(sheet, options, seats) {
  /** @type {Options} */
  let kept = Object.fromEntries(Object.entries(options).filter(([field, value]) => value !== valueAt(sheet, field)));
  for (;;) {
    const now = effective(sheet, kept);
    const lost = SWITCHES.find((rule) => {
      const field = fieldOf(rule, seats);
      if (!(field in kept) || isCarried(field, kept, now)) return false;
      const values = rule.values(now, seats);
      const strict = rule.closed === true || (values.length === 1 && rule.free !== true);
      return values.length === 0 || (strict && !values.includes(kept[field]));
    });
    if (lost === undefined) return kept;
    kept = Object.fromEntries(
      Object.entries(kept).filter(([field]) => field !== fieldOf(lost, seats) && !lost.carries?.includes(field)),
    );
  }
}

/**
 * Whether a field is as another switch has set it along.
 * @param {string} field
 * @param {Options} options
 * @param {any} now
 */
const isCarried = (field, options, now) =>
  SWITCHES.some(
    (rule) =>
      rule.field in options &&
      rule.carries?.includes(field) &&
      rule.sets?.(options[rule.field], now)[field] === options[field],
  );

/**
 * The overrides worth telling: what another one only brings along, and nobody can switch by itself, goes without
 * saying.
 * @param {Options} options
 */
export const toldFields = (options) =>
  Object.keys(options).filter(
    (field) =>
      SWITCHES.some((rule) => field === rule.field || field.startsWith(`${rule.field}.`)) ||
      !SWITCHES.some((rule) => rule.field in options && rule.carries?.includes(field)),
  );

/**
 * How the page remembers the rules of a game with these changes, and asks the server for them.
 * @param {string} sheet
 * @param {Options} [options]
 */
export function rulesKey(sheet, options = {}) {
  const fields = Object.keys(options).sort();
  if (fields.length === 0) return encodeURIComponent(sheet);
  const sorted = Object.fromEntries(fields.map((field) => [field, options[field]]));
  return `${encodeURIComponent(sheet)}?options=${encodeURIComponent(JSON.stringify(sorted))}`;
}
