// How a table is changed without changing it: copies with one part replaced. Shared by everything that knows what a
// fact does.

/** @typedef {import("./facts.js").Table} Table */
/** @typedef {import("./view.js").GameView} GameView */
/** @typedef {import("../net/protocol.js").HandView} HandView */
/** @typedef {import("../net/protocol.js").SeatInfo} SeatInfo */
/** @typedef {import("./view.js").Position} Position */

/**
 * @param {Table} table
 * @param {number | undefined} seat
 * @param {(info: SeatInfo) => SeatInfo} change
 * @returns {Table}
 */
export const seatChange = (table, seat, change) => ({
  ...table,
  view: { ...table.view, seats: table.view.seats.map((info, i) => (i === seat ? change(info) : info)) },
});

/** @param {Table} table @param {Partial<Position>} change @returns {Table} */
export const nowChange = (table, change) => ({
  ...table,
  view: { ...table.view, now: { ...table.view.now, ...change } },
});

/** @param {Table} table @param {(game: GameView) => GameView} change @returns {Table} */
export const gameChange = (table, change) =>
  table.view.game === undefined ? table : { ...table, view: { ...table.view, game: change(table.view.game) } };

/**
 * One hand changed, and the counts of `now` with it.
 * @param {Table} table
 * @param {number} seat
 * @param {(hand: HandView) => HandView} change
 * @returns {Table}
 */
export function handChange(table, seat, change) {
  const changed = gameChange(table, (game) => ({
    ...game,
    hands: game.hands.map((hand, i) => (i === seat ? change(hand) : hand)),
  }));
  return nowChange(changed, { hands: changed.view.game?.hands.map((hand) => hand.count) ?? [] });
}
