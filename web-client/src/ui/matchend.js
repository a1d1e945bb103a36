// What may be done at the end of a match, and whether its deals were proved.

import { h } from "./dom.js";
import { button, icon } from "./context.js";
import { here } from "../net/here.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @param {Context} ctx @param {Table} table */
export function matchActs(ctx, table) {
  const { t, go } = ctx;
  const { view } = table;
  const mine = view.me === undefined ? undefined : view.seats[view.me];
  const want = view.seats.filter((seat) => seat.ready && seat.player !== undefined).length;
  const people = view.seats.filter((seat) => seat.player !== undefined).length;
  return h(
    "div",
    { class: "result-acts" },
    proof(ctx, table),
    h(
      "div",
      { class: "result-row" },
      mine !== undefined &&
        button(
          { class: "button go big", disabled: mine.ready, onclick: () => go.rematch(table.id) },
          mine.ready && icon("check"),
          t.text(mine.ready ? "match.rematch_wanted" : "match.rematch"),
        ),
      button(
        { class: "button", onclick: () => (mine === undefined ? go.visit("#/") : go.leave(table.id)) },
        t.text("match.to_lobby"),
      ),
    ),
    h(
      "p",
      { class: "quiet result-links" },
      people > 1 && h("span", null, t.text("match.want", { want, n: people }), " "),
      view.match_id !== undefined &&
        h(
          "a",
          { href: here(`api/matches/${view.match_id}?format=text`), target: "_blank", rel: "noopener" },
          t.text("match.record"),
        ),
    ),
  );
}

/** @param {Context} ctx @param {Table} table */
function proof({ t }, { proof: found }) {
  if (found === null) return null;
  const key = found.state;
  /** @type {Record<string, number>} */
  const params =
    found.state === "proved"
      ? { n: found.deals }
      : found.state === "partly"
        ? { n: found.deals, of: found.of }
        : found.state === "broken"
          ? { n: found.deal }
          : {};
  return h(
    "p",
    { class: `proof proof-${key}`, role: "status" },
    icon(key === "broken" ? "warn" : "shield"),
    t.text(`proof.${key}`, params),
  );
}
