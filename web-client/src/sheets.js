// Asks the server for games and their rules.

import { fetchJson, fetchPatiently } from "./net/api.js";
import { here } from "./net/here.js";
import { rulesKey } from "./state/options.js";

/** @typedef {import("./state/options.js").Options} Options */

/** How long a form must rest before its switches are fetched, ms. */
const REST_MS = 120;
/** How long after a failure the page tries again, ms. */
const AGAIN_MS = 2000;

/**
 * @param {object} parts
 * @param {ReturnType<typeof import("./state/store.js").createStore<import("./state/reduce.js").State,
 *   import("./net/protocol.js").Message>>} parts.store
 * @param {(path: string) => Promise<unknown>} [parts.ask]
 * @param {(run: () => void, ms: number) => unknown} [parts.later]
 * @param {(path: string) => string} [parts.at] where the API is
 */
export function createSheets({ store, ask = fetchJson, later = setTimeout, at = here }) {
  /** Whose switches the form needs; an answer to anything older is only remembered. @type {string | null} */
  let wanted = null;

  const known = (/** @type {string} */ id) => store.get().rules[id] !== undefined;

  /** @param {string} id */
  async function fetchRules(id) {
    const page = await ask(at(`api/sheets/${id}`));
    store.dispatch({ type: "page_rules", id, page });
  }

  /** @param {string} id */
  async function fetchSwitches(id) {
    if (wanted !== id) return;
    try {
      if (!known(id)) await fetchRules(id);
      if (wanted === id) store.dispatch({ type: "page_switches", id });
    } catch {
      if (wanted !== id) return;
      store.dispatch({ type: "page_switches_lost", id });
      later(() => fetchSwitches(id), AGAIN_MS);
    }
  }

  return {
    /** Every game. */
    loadSheets() {
      fetchPatiently(at("api/sheets")).then((sheets) => store.dispatch({ type: "page_sheets", sheets }));
    },

    /**
     * The rules of a game, and of the game as a table has changed it.
     * @param {string} sheet
     * @param {Options} [options]
     */
    loadRules(sheet, options = {}) {
      for (const id of new Set([rulesKey(sheet), rulesKey(sheet, options)])) {
        if (known(id)) continue;
        fetchRules(id).catch(() => {
          // Without the rules the table still plays; the tab goes on saying that they are loading, and asks again when
          // opened anew.
        });
      }
    },

    /**
     * The switches of a form, once it rests.
     * @param {string} sheet
     * @param {Options} options
     * @param {number} seats
     */
    loadSwitches(sheet, options, seats) {
      const id = rulesKey(sheet, options, seats);
      if (wanted === id) return;
      wanted = id;
      if (known(id) || store.get().switches.last === null) fetchSwitches(id);
      else later(() => fetchSwitches(id), REST_MS);
    },

    /**
     * Of a form's overrides, those that the server allows. Where it does not answer they go as they are.
     * @param {string} sheet
     * @param {Options} options
     * @param {number} seats
     * @returns {Promise<Options>}
     */
    async settled(sheet, options, seats) {
      const id = rulesKey(sheet, options, seats);
      if (!known(id)) await fetchRules(id).catch(() => undefined);
      return store.get().rules[id]?.options ?? options;
    },

    /** No form is open any more. */
    forget() {
      wanted = null;
    },
  };
}
