// Warnings and fines of the two pairs, where the sheet has a ladder: small upright cards, filled per warning.

import { h } from "./dom.js";
import { policy, sideName } from "./context.js";
import { seatsOfSide } from "../state/select.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** Rungs of each ladder. @type {Readonly<Record<string, number>>} */
const RUNGS = Object.freeze({ points: 5, club: 4 });

/** @param {Context} ctx @param {Table} table */
export function warnings(ctx, table) {
  const { t } = ctx;
  const { view } = table;
  const { warnings: counters, fines = [] } = view.now;
  if (counters === undefined || view.ladder === undefined || view.ladder === "none") return null;
  const scope = policy(ctx, view, "referee.warn_scope") === "game" ? "game" : "tournament";
  const count = (/** @type {[number, number]} */ [game, total]) => (scope === "game" ? game : total);
  return h(
    "section",
    { key: "warnings", class: "card warnings", "aria-labelledby": "warnings-title" },
    h(
      "div",
      { class: "card-head" },
      h("h2", { id: "warnings-title" }, t.text("warnings.title")),
      h("span", { class: "quiet" }, t.text(`warnings.${scope}`)),
    ),
    h(
      "ul",
      null,
      counters.map((pair, side) =>
        h(
          "li",
          { key: side, class: "warning-row" },
          h("bdi", null, sideName(ctx, table, seatsOfSide(view, side))),
          (fines[side] ?? 0) > 0 && h("span", { class: "warning-fine" }, t.text("warnings.fine", { n: fines[side] })),
          h(
            "span",
            { class: "rungs", "aria-hidden": "true" },
            Array.from({ length: RUNGS[view.ladder ?? ""] ?? 4 }, (_, i) =>
              h("i", { key: i, class: i < count(pair) ? "rung rung-full" : "rung" }),
            ),
          ),
          h("strong", null, t.number(count(pair))),
        ),
      ),
    ),
    h(
      "p",
      { class: "quiet warnings-next" },
      t.text(`warnings.next.${view.ladder}.${Math.min(Math.max(...counters.map(count)) + 1, 5)}`),
    ),
  );
}
