// The live region: events as sentences, one after another. And `say` for whatever a key asks to hear.

import { isMyTurn } from "../state/select.js";
import { factParts, plain, turnHint } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/** Sentences that stay in the region, so that a slow reader misses none. */
const KEPT = 4;

/** @param {HTMLElement} region */
export function createLive(region) {
  return {
    /** @param {string} text */
    say(text) {
      const line = document.createElement("p");
      line.textContent = text;
      region.append(line);
      while (region.childElementCount > KEPT) region.firstElementChild?.remove();
    },
  };
}

/**
 * What has just happened at the table in sight, as sentences.
 * @param {Context} ctx
 * @param {import("../state/facts.js").Table} table
 * @param {import("../state/facts.js").Table | undefined} before
 * @returns {string[]}
 */
export function newSentences(ctx, table, before) {
  if (before === undefined || before.id !== table.id) return [];
  const fresh = table.log.filter(({ n, fact }) => n > before.seq && SPOKEN.has(fact.type));
  const said = fresh.flatMap((line) => {
    const parts = factParts(ctx, table, line, "full");
    return parts === null ? [] : [plain(parts)];
  });
  const mine = isMyTurn(table.view);
  const newTurn = mine && (!isMyTurn(before.view) || before.view.now.turn !== table.view.now.turn);
  if (newTurn) said.push(`${ctx.t.text("turn.mine")}. ${turnHint(ctx, table)}`);
  return said;
}

const SPOKEN = new Set(["led", "played", "drew", "passed", "stopped", "seated", "left", "stand_in", "returned", "time_up", "deal_over", "match_over", "void"]);
