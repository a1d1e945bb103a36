// What the facts of a strict table do: a wrong tile is taken back, a pair is warned and fined.

import { gameChange, handChange, nowChange } from "./change.js";
import { openEnd } from "./line.js";

/** @typedef {import("./facts.js").Table} Table */
/** @typedef {import("../net/protocol.js").Fact} Fact */
/**
 * @template {Fact["type"]} T
 * @typedef {import("../net/protocol.js").FactOf<T>} FactOf
 */

/**
 * The tile goes back to its place in the hand, and is seen on the line for a moment longer.
 * @param {Table} table
 * @param {FactOf<"taken_back">} fact
 * @returns {Table}
 */
export function takenBack(table, { seat, tile, end }) {
  const place = table.lastPlace?.tile === tile ? table.lastPlace?.at : undefined;
  const held = handChange(table, seat, ({ count, tiles }) => ({
    count: count + 1,
    tiles: tiles && inserted(tiles, tile, place ?? tiles.length),
  }));
  const shorter = gameChange(held, (game) =>
    game.line === undefined
      ? game
      : { ...game, line: { ...game.line, laid: game.line.laid.filter((laid) => laid.tile !== tile) } },
  );
  const number = shorter.view.game?.line === undefined ? undefined : openEnd(shorter.view.game.line, end);
  const ends = { ...table.view.now.ends, ...(number === undefined ? {} : { [end]: number }) };
  return {
    ...nowChange(shorter, { seat, legal: [], ends }),
    glimpse: { kind: "taken_back", seat, tile, end, n: table.seq },
  };
}

/** @param {string[]} tiles @param {string} tile @param {number} at */
const inserted = (tiles, tile, at) => [...tiles.slice(0, at), tile, ...tiles.slice(at)];

/** @param {Table} table @param {FactOf<"warned">} fact @returns {Table} */
export function warned(table, { side: pair, game, total, fine }) {
  const { warnings, fines } = table.view.now;
  const counters = [0, 1].map((other) =>
    other === pair
      ? /** @type {[number, number]} */ ([game, total])
      : (warnings?.[other] ?? /** @type {[number, number]} */ ([0, 0])),
  );
  const owed = [0, 1].map((other) => Math.max(fines?.[other] ?? 0, other === pair ? (fine ?? 0) : 0));
  return nowChange(table, { warnings: counters, ...(owed.some((points) => points > 0) ? { fines: owed } : {}) });
}
