// What the facts of the blind games do: rows are arranged and forgotten, tiles are turned up, rows are opened. The page
// must not remember what lies closed: neither in its state nor in its log.

import { handChange, nowChange } from "./change.js";

/** @typedef {import("./facts.js").Table} Table */
/** @typedef {import("../net/protocol.js").Fact} Fact */
/**
 * @template {Fact["type"]} T
 * @typedef {import("../net/protocol.js").FactOf<T>} FactOf
 */

/**
 * The row is fixed: it is closed now, to its owner, too.
 * @param {Table} table
 * @param {FactOf<"arranged">} fact
 * @returns {Table}
 */
export function arranged(table, { seat }) {
  const closed = handChange(table, seat, ({ count }) => ({ count }));
  return nowChange(closed, { awaiting: (table.view.now.awaiting ?? []).filter((other) => other !== seat) });
}

/**
 * It fits, or is led: it stays the rightmost of its row until it is laid.
 * @param {Table} table
 * @param {FactOf<"turned_up">} fact
 * @returns {Table}
 */
export const turnedUp = (table, { seat, tile }) => ({
  ...nowChange(table, { seat, turned_up: tile, legal: [] }),
  glimpse: null,
});

/**
 * It goes to the left end of the row; those who saw it see it for a moment longer.
 * @param {Table} table
 * @param {FactOf<"misfit">} fact
 * @returns {Table}
 */
export const misfit = (table, { seat, tile }) => ({
  ...nowChange(table, { seat, turned_up: undefined, legal: [] }),
  glimpse: tile === undefined ? null : { kind: "misfit", seat, tile, n: table.seq },
});

/** @param {Table} table @param {FactOf<"opened">} fact @returns {Table} */
export function opened(table, { seat, tiles }) {
  const shown = handChange(table, seat, (hand) => (tiles === undefined ? hand : { count: tiles.length, tiles }));
  const rows = table.view.now.opened ?? [];
  return nowChange(shown, { opened: rows.includes(seat) ? rows : [...rows, seat].sort((a, b) => a - b) });
}

/**
 * A fact as the log may keep it: without the tiles that are closed again.
 * @param {Fact} fact
 * @returns {Fact}
 */
export function forLog(fact) {
  switch (fact.type) {
    case "dealt": {
      const { hand: _, ...rest } = fact;
      return rest;
    }
    case "misfit": {
      const { tile: _, ...rest } = fact;
      return rest;
    }
    case "opened": {
      const { tiles: _, ...rest } = fact;
      return rest;
    }
    default:
      return fact;
  }
}
