// The table's part of the page: its modules and its sheets, a quarter of all, of which a visitor to the lobby needs
// none. They are fetched when a table is opened, or already at the first touch or key, so that they are mostly there
// before the server's answer.

import { useSheets } from "./sheet.js";

/** In the order of their cascade. */
const SHEETS = Object.freeze([
  "table",
  "seats",
  "hand",
  "seating",
  "table-small",
  "seats-desktop",
  "table-desktop",
  "absence",
  "sum",
  "rows",
  "strict",
  "games",
  "result",
]);

/** @type {typeof import("./table.js").tablePage | null} */
let page = null;
/** @type {Promise<void> | null} */
let coming = null;

/** What draws a table; null until it has come. */
export const tablePart = () => page;

/**
 * Fetches it, once.
 * @returns {Promise<void>} rejected when a file of it was lost on the way: then only a new start of the page helps
 */
export function bringTable() {
  coming ??= Promise.all([import("./table.js"), useSheets(SHEETS)]).then(([{ tablePage }]) => {
    page = tablePage;
  });
  return coming;
}
