// A table as the page keeps it: what the server sent, and defaults for the fields that it left out.

/** @typedef {import("../net/protocol.js").Position} SentPosition */
/** @typedef {import("../net/protocol.js").GameView} SentGame */
/** @typedef {import("../net/protocol.js").TableView} SentView */

/**
 * @typedef {SentPosition & Required<Pick<SentPosition, "stock" | "drawable" | "hands" | "score">>} Position
 * @typedef {SentGame & { pot: number, ended?: string }} GameView `ended`: why the match is over, in the server's word
 * @typedef {Omit<SentView, "now" | "game"> & { now: Position, game?: GameView }} TableView
 */

/** @param {SentPosition} now @returns {Position} */
export const wholePosition = (now) => ({ stock: 0, drawable: 0, hands: [], score: [], ...now });

/** @param {SentView} view @returns {TableView} */
export const wholeView = ({ now, game, ...view }) => ({
  ...view,
  ...(game === undefined ? {} : { game: { pot: 0, ...game } }),
  now: wholePosition(now),
});
