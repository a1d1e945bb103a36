// The live region: events as sentences, one after another. And `say` for whatever a key asks to hear.

import { isArranging, rowOf } from "../state/hold.js";
import { isMyTurn } from "../state/select.js";
import { factParts, plain, turnHint } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/** Sentences that stay in the region, so that a slow reader misses none. */
const KEPT = 4;
/** Long enough to be read out. */
const FLEETING_MS = 5000;

/** @param {HTMLElement} region */
export function createLive(region) {
  return {
    /**
     * @param {string} text
     * @param {{ fleeting?: boolean }} [how] `fleeting`: it names what is closed again and does not stay
     */
    say(text, { fleeting = false } = {}) {
      const line = document.createElement("p");
      line.textContent = text;
      region.append(line);
      if (fleeting) setTimeout(() => line.remove(), FLEETING_MS);
      while (region.childElementCount > KEPT) region.firstElementChild?.remove();
    },
  };
}

/**
 * The tile that has just been seen for a moment, as a sentence that must not stay.
 * @param {Context} ctx
 * @param {import("../state/facts.js").Table} table
 * @param {import("../state/facts.js").Table | undefined} before
 * @returns {string | null}
 */
export function glimpseSentence({ t }, { glimpse }, before) {
  if (glimpse === null || glimpse.kind !== "misfit" || before === undefined || glimpse.n <= before.seq) return null;
  return t.text("row.misfit", { tile: glimpse.tile });
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
  if (isArranging(table.view) && !isArranging(before.view))
    said.push(ctx.t.text("arrange.say", { n: rowOf(table.view, null).length }));
  if (newTurn) said.push(`${ctx.t.text("turn.mine")}. ${turnHint(ctx, table)}`);
  return said;
}

const SPOKEN = new Set([
  "led",
  "played",
  "drew",
  "passed",
  "stopped",
  "scored",
  "arranged",
  "turned_up",
  "misfit",
  "opened",
  "challenged",
  "taken_back",
  "warned",
  "ruled",
  "seated",
  "left",
  "absent",
  "absence_choice",
  "unfinished",
  "stand_in",
  "returned",
  "time_up",
  "deal_over",
  "match_over",
  "void",
]);
