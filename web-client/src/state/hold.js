// What I hold and what I may do with it besides laying: rows, declarations, the strict table's own questions.

import { fitsAnEnd, isMyTurn, moves, myTiles } from "./select.js";

/** @typedef {import("./view.js").TableView} TableView */

/** My row has still to be arranged. @param {TableView} view */
export const isArranging = ({ me, now }) =>
  me !== undefined && now.phase === "arranging" && (now.awaiting ?? []).includes(me);

/** My hand lies face down before me. @param {TableView} view */
export const isRowClosed = (view) =>
  view.me !== undefined &&
  view.hand !== undefined &&
  view.hand !== "seen" &&
  view.now.phase !== "arranging" &&
  view.game?.hands[view.me]?.tiles === undefined;

/** The tile that I have turned up and must lay. @param {TableView} view @returns {string | null} */
export const myTurnedUp = (view) =>
  view.now.turned_up !== undefined && view.now.seat === view.me ? view.now.turned_up : null;

/**
 * The tile that I must lead from a closed row, wherever it lies: the one thing that is known of the row. A named lead
 * is not turned up.
 * @param {TableView} view
 * @returns {string | null}
 */
export const leadFromRow = (view) =>
  isRowClosed(view) && isMyTurn(view) ? (moves(view).find(({ end }) => end === "lead")?.tile ?? null) : null;

/** @param {TableView} view @param {number} seat */
export const isOpened = ({ now }, seat) => (now.opened ?? []).includes(seat);

/** The tables where an impossible move is not refused but costs. @param {TableView} view */
export const isStrict = ({ enforcement }) => enforcement === "penalize";

/** At a strict table: passing now would be a false pass, as far as I can see. @param {TableView} view */
export const passIsFalse = (view) =>
  isStrict(view) &&
  isMyTurn(view) &&
  (view.game?.line === undefined || myTiles(view).some((tile) => fitsAnEnd(view, tile)));

/**
 * A row with the tile at one place moved to another.
 * @param {readonly string[]} row
 * @param {number} from
 * @param {number} to
 * @returns {string[]}
 */
export function moved(row, from, to) {
  const rest = row.filter((_, at) => at !== from);
  return [...rest.slice(0, to), row[from], ...rest.slice(to)];
}

/**
 * My row in the order in which I have put it so far: the dealt one until I touch it.
 * @param {TableView} view
 * @param {{ entry: number, tiles: string[] } | null} arranged what the page remembers of my arranging
 * @returns {string[]}
 */
export function rowOf(view, arranged) {
  const dealt = myTiles(view);
  if (arranged === null || arranged.entry !== view.game?.entry) return dealt;
  return arranged.tiles.length === dealt.length && arranged.tiles.every((tile) => dealt.includes(tile))
    ? arranged.tiles
    : dealt;
}
