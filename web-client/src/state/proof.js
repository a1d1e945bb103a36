// Were the deals fixed before they were played? Each entry's commitment was published when it was dealt; the
// finished record holds salt and order.

import { sha256 } from "../net/sha256.js";

/**
 * @typedef {{ state: "proved", deals: number } | { state: "partly", deals: number, of: number } | { state: "broken",
 *   deal: number } | { state: "unknown" }} Proof
 */

/**
 * @param {{ order: string[], lot: number }} entry
 * @returns {string} the record's deal line (SPEC 11.2)
 */
export const dealLine = ({ order, lot }) => ["deal", lot, ...order.map((tile) => tile.replace("-", ""))].join(" ");

/** @param {string} hex @returns {Uint8Array | null} */
function bytesOf(hex) {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} salt hex @param {{ order: string[], lot: number }} entry @returns {string | null} */
export function commitmentOf(salt, entry) {
  const bytes = bytesOf(salt);
  if (bytes === null) return null;
  return sha256(Uint8Array.from([...bytes, ...new TextEncoder().encode(dealLine(entry))]));
}

/**
 * @param {string[]} commitments as they were published, by entry; some may have been missed
 * @param {{ deals?: { order: string[], lot: number, salt?: string, commitment?: string }[] }} record
 * @returns {Proof}
 */
export function prove(commitments, { deals = [] }) {
  if (deals.length === 0) return { state: "unknown" };
  let proved = 0;
  for (const [i, deal] of deals.entries()) {
    if (commitments[i] === undefined) continue;
    if (deal.salt === undefined || commitmentOf(deal.salt, deal) !== commitments[i])
      return { state: "broken", deal: i + 1 };
    proved += 1;
  }
  if (commitments.length > deals.length) return { state: "broken", deal: deals.length + 1 };
  if (proved === deals.length) return { state: "proved", deals: proved };
  return proved === 0 ? { state: "unknown" } : { state: "partly", deals: proved, of: deals.length };
}
