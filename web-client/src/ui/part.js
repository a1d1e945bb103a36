// The table's part of the page. Its modules are a quarter of all, and a visitor to the lobby needs none of them. They
// are fetched when a table is opened, or already at the first touch or key, so that they are mostly there before the
// server's answer.

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
  coming ??= import("./table.js").then(({ tablePage }) => {
    page = tablePage;
  });
  return coming;
}
