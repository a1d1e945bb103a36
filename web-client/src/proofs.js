// Fetches the record of a finished match and compares its deals with the commitments of when they were dealt.

import { fetchJson } from "./net/api.js";
import { here } from "./net/here.js";
import { prove } from "./state/proof.js";

/**
 * @param {ReturnType<typeof import("./state/store.js").createStore<import("./state/reduce.js").State,
 *   import("./net/protocol.js").Message>>} store
 * @param {import("./state/facts.js").Table} table
 */
export function checkProof(store, table) {
  if (table.view.now.phase !== "match_over" || table.proof !== null || table.match === null) return;
  store.dispatch({ type: "page_proof", table: table.id, proof: { state: "unknown" } });
  fetchJson(here(`api/matches/${table.match}`))
    .then((record) => store.dispatch({ type: "page_proof", table: table.id, proof: prove(table.commitments, record) }))
    .catch(() => {
      /* the proof stays "unknown", and says so */
    });
}
