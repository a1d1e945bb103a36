// A table as a snapshot shows it.

import { endsAfter } from "./line.js";
import { forLog } from "./rows.js";
import { wholeView } from "./view.js";

/** @typedef {import("./facts.js").LogLine} LogLine */
/** @typedef {import("./facts.js").Table} Table */
/** @typedef {import("./line.js").Ends} Ends */
/** @typedef {import("./view.js").GameView} GameView */

/**
 * @param {import("../net/protocol.js").Message} message a snapshot
 * @param {Table} [before] the table as it was shown, whose commitments are kept: what was published must not change
 * @returns {Table}
 */
export function openTable(message, before) {
  const view = wholeView(message.view);
  const match = view.match_id ?? null;
  const same = before !== undefined && before.match === match;
  return {
    id: message.table,
    seq: message.seq,
    live: false,
    at: message.at ?? 0,
    view,
    log: logOf(view.game),
    said: before?.said ?? [],
    commitments: same ? merge(before.commitments, view.game?.commitments ?? []) : (view.game?.commitments ?? []),
    match,
    absence: before?.absence ?? {},
    proof: same ? before.proof : null,
    glimpse: null,
    lastPlace: null,
  };
}

/**
 * Commitments received earlier stand; a snapshot only adds those missed.
 * @param {string[]} received
 * @param {string[]} sent
 */
const merge = (received, sent) =>
  Array.from({ length: Math.max(received.length, sent.length) }, (_, i) => received[i] ?? sent[i]);

/** @param {GameView | undefined} game @returns {LogLine[]} */
function logOf(game) {
  // A log does not say when a spinner opened which of its ends: with a spinner, its lines do without ends.
  const known = game?.line?.spinner === undefined;
  /** @type {Ends} */
  let ends = {};
  return (game?.log ?? []).map((fact, n) => {
    ends = endsAfter(ends, fact);
    return { n, fact: forLog(fact), ends: known ? ends : {} };
  });
}
