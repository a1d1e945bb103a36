// An absent player whose time is up: facts about them, and the keys of the choice.

import { nowChange } from "./change.js";

/** @typedef {import("./facts.js").Table} Table */

/** The letter for each choice. @type {Readonly<Record<string, string>>} */
export const ABSENCE_KEYS = Object.freeze({ wait: "W", bot: "B", end: "N" });

/**
 * What a letter chooses now; null if it is none of the viewer's choices.
 * @param {import("./view.js").TableView} view
 * @param {string} letter
 */
export function choiceOf({ now }, letter) {
  const choices = now.absence?.choices ?? [];
  return choices.find((choice) => ABSENCE_KEYS[choice] === letter.toUpperCase()) ?? null;
}

/**
 * The match is over without a result: everybody keeps their seat, and the table seats for another.
 * @param {Table} table
 * @returns {Table}
 */
export function unfinished(table) {
  const { view } = table;
  const seats = view.seats.map((info) => ({
    ...info,
    ready: false,
    stand_in: info.player === undefined ? info.stand_in : false,
  }));
  const changed = nowChange(table, {
    phase: "seating",
    seat: undefined,
    legal: [],
    clock: undefined,
    absence: undefined,
    turned_up: undefined,
    strict: undefined,
  });
  return {
    ...changed,
    match: null,
    proof: null,
    glimpse: null,
    view: { ...changed.view, seats, match_id: undefined, game: undefined },
  };
}
