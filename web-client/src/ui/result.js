// The end of a deal as a sum written out, and the end of a match.

import { h } from "./dom.js";
import { valueAt } from "../state/options.js";
import { button, icon, policy, richText, seatName, sideName, ticking, tilePicture } from "./context.js";
import { seatsOfSide, sumTerms } from "../state/select.js";
import { matchActs } from "./matchend.js";
import { matchTitle, resultTitle } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */
/** @typedef {import("../net/protocol.js").DealResult} DealResult */
/** @typedef {import("../net/protocol.js").SideSum} SideSum */

/** @param {Context} ctx @param {Table} table */
export function resultCard(ctx, table) {
  const { view } = table;
  const { game, now } = view;
  const over = now.phase === "match_over";
  // A match that points in play have ended leaves its last deal uncounted.
  if (game === undefined || (game.result === undefined && !over)) return null;
  const { result } = game;
  return h(
    "section",
    {
      class: "result",
      key: over ? "match-over" : "deal-over",
      "aria-labelledby": "result-title",
      "data-zone": "result",
      tabindex: "-1",
    },
    h(
      "div",
      { class: "result-scroll" },
      h(
        "div",
        { class: "card result-hands" },
        resultHead(ctx, table, over ? undefined : result),
        result !== undefined &&
          h(
            "ul",
            null,
            result.seats.map((sum, seat) => (sum.tiles.length === 0 ? null : seatSum(ctx, table, seat, sum, result))),
          ),
      ),
      h(
        "table",
        { class: "card result-sides" },
        h("caption", { class: "sr" }, ctx.t.text("score.title")),
        h(
          "tbody",
          null,
          result === undefined
            ? now.score.map((after, side) => totalRow(ctx, table, side, after))
            : result.sides.map((sum, side) => sideRow(ctx, table, side, sum)),
        ),
      ),
    ),
    over || result === undefined ? matchActs(ctx, table) : dealActs(ctx, table, result),
  );
}

/**
 * @param {Context} ctx
 * @param {Table} table
 * @param {DealResult | undefined} result of the deal; undefined where the match is over
 */
function resultHead(ctx, table, result) {
  const { winners = [], losers = [] } = table.view.game ?? {};
  return h(
    "div",
    { class: "result-head" },
    h(
      "h2",
      { id: "result-title" },
      richText(result === undefined ? matchTitle(ctx, table, winners, losers) : resultTitle(ctx, table, result)),
    ),
    h("p", { class: "quiet" }, result === undefined ? finalLine(ctx, table) : subtitle(ctx, table, result)),
  );
}

/**
 * What the end of the deal means for the points.
 * @param {Context} ctx
 * @param {Table} table
 * @param {DealResult} result
 */
function subtitle(ctx, table, result) {
  const { t } = ctx;
  const { view } = table;
  const { reason, sides, winners, pot = 0 } = result;
  const most = Math.max(0, ...sides.map(({ written }) => written));
  if (reason === "fault" || reason === "warning")
    return t.text("result.fault_price", {
      who: t.list(winners.map((side) => sideName(ctx, table, seatsOfSide(view, side)))),
    });
  const kind = policy(ctx, view, "score.result");
  if (kind === "set") return t.text(winners.length === 0 ? "result.set_tie" : "result.set_won");
  if (reason === "block" && pot > 0 && sides.every(({ written }) => written === 0))
    return t.text("result.pot", { n: pot });
  if (kind === "fixed") return fixedLine(ctx, view, result, most);
  const against = view.goal === "reach_loses" || view.goal === "fewest";
  if (reason === "block" && against && winners.length === 0) return t.text("result.all_write");
  if (reason === "block")
    return t.text(winners.length === 0 ? "result.nobody" : against ? "result.lowest_free" : "result.lowest_wins");
  if (view.pairs) return t.text(against ? "result.pair_writes" : "result.pair_collects");
  return t.text(against ? "result.others_write" : "result.winner_collects");
}

/**
 * Points that the sheet fixes.
 * @param {Context} ctx
 * @param {import("../state/view.js").TableView} view
 * @param {DealResult} result
 * @param {number} most
 */
function fixedLine(ctx, view, { reason, winners, seats }, most) {
  const { t } = ctx;
  if (reason !== "block") return t.text("result.fixed_out", { n: most });
  if (winners.length === 0) return t.text("result.nobody");
  if (policy(ctx, view, "score.block") !== "doubles") return t.text("result.fixed_lowest", { n: most });
  const without = seats.some(({ tiles }) => !tiles.some(isDouble));
  return t.text(without ? "result.fixed_without" : "result.fixed_smallest", { n: most });
}

/** @param {string} tile */
const isDouble = (tile) => tile[0] === tile[2];

/** @param {Context} ctx @param {Table} table */
function finalLine(ctx, table) {
  const { view } = table;
  const winners = view.game?.winners ?? [];
  const ended = view.game?.ended;
  if (ended === "immediate" || ended === "warnings") return ctx.t.text(`match.ended.${ended}`);
  if (view.game?.result === undefined) return ctx.t.text("match.ended.in_play");
  if (view.goal !== "reach_loses") return ctx.t.text("match.after", { n: view.game?.deal ?? 0 });
  const names = winners.map((side) => sideName(ctx, table, seatsOfSide(view, side)));
  return ctx.t.text("match.fewest", { who: ctx.t.list(names), n: view.now.score[winners[0] ?? 0] ?? 0 });
}

/**
 * @param {Context} ctx
 * @param {Table} table
 * @param {number} seat
 * @param {import("../net/protocol.js").SeatSum} sum
 * @param {DealResult | undefined} result
 */
function seatSum(ctx, table, seat, sum, result) {
  const { t } = ctx;
  const terms = sumTerms(sum);
  const side = table.view.pairs ? undefined : result?.sides[seat];
  const written =
    terms === null || (terms.length < 2 && !terms.some(({ special }) => special))
      ? ""
      : t.text("result.sum", {
          terms: terms
            .map(({ value, special }) => (special ? t.text("result.for_blank", { n: value }) : String(value)))
            .join(" + "),
          total: sum.value,
        });
  return h(
    "li",
    { key: seat, class: "result-seat" },
    h(
      "span",
      { class: "result-name" },
      seat === table.view.me ? t.text("you") : h("bdi", null, seatName(ctx, table, seat)),
    ),
    h(
      "span",
      { class: "result-tiles", role: "img", "aria-label": sum.tiles.join(", ") },
      sum.tiles.map((tile) => tilePicture(ctx, tile, { unit: 20 })),
    ),
    h("span", { class: "result-value" }, t.number(sum.value)),
    h(
      "span",
      { class: "result-sum quiet" },
      written,
      " ",
      side?.lost === "threshold" && h("strong", { class: "brass" }, t.text("result.lost", { n: table.view.threshold })),
    ),
  );
}

/** before + written = after. @param {Context} ctx @param {Table} table @param {number} side @param {SideSum} sum */
function sideRow(ctx, table, side, { before, written, after, lost, extra = 0, fine = 0 }) {
  const { t } = ctx;
  const seats = seatsOfSide(table.view, side);
  const mine = table.view.me !== undefined && seats.includes(table.view.me);
  const bonus = extra > 0 && written > 0 ? t.text("result.extra", { n: extra }) : "";
  const added = fine > 0 ? t.text("result.fine", { n: fine }) : bonus;
  const change =
    lost !== undefined && written === 0
      ? t.text(`result.${lost}`)
      : `${written < 0 ? "−" : "+"} ${t.number(Math.abs(written))}${added}`;
  return h(
    "tr",
    { key: side, class: mine ? "mine" : "" },
    h("th", { scope: "row" }, h("bdi", null, sideName(ctx, table, seats))),
    h("td", null, t.number(before)),
    h("td", { class: "quiet" }, change),
    h("td", { class: "after" }, h("strong", null, t.number(after))),
  );
}

/**
 * Where no deal was counted: the score alone.
 * @param {Context} ctx
 * @param {Table} table
 * @param {number} side
 * @param {number} after
 */
function totalRow(ctx, table, side, after) {
  const seats = seatsOfSide(table.view, side);
  const mine = table.view.me !== undefined && seats.includes(table.view.me);
  return h(
    "tr",
    { key: side, class: mine ? "mine" : "" },
    h("th", { scope: "row" }, h("bdi", null, sideName(ctx, table, seats))),
    h("td", { class: "after" }, h("strong", null, ctx.t.number(after))),
  );
}

/** @param {Context} ctx @param {Table} table @param {DealResult} result */
function nextLead(ctx, table, { next_lead: method, next_leader: leader }) {
  const { t, state } = ctx;
  if (method === undefined) return "";
  if (leader !== undefined) {
    const me = leader === table.view.me;
    return t.text(me ? "lead.known.me" : "lead.known", { who: { name: seatName(ctx, table, leader) } });
  }
  if (method === "named") {
    const order = valueAt(state.rules[table.view.sheet]?.sheet, "lead.named");
    return t.text(order !== undefined && t.has(`lead.named.${order}`) ? `lead.named.${order}` : "lead.named");
  }
  return t.has(`lead.${method}`) ? t.text(`lead.${method}`) : "";
}

/** @param {Context} ctx @param {Table} table @param {DealResult} result */
function dealActs(ctx, table, result) {
  const { t, go } = ctx;
  const { view, at } = table;
  const mine = view.me === undefined ? undefined : view.seats[view.me];
  const ready = view.seats.filter(
    (seat) => seat.ready || (seat.kind === "bot" && seat.player === undefined) || seat.stand_in || !seat.here,
  ).length;
  return h(
    "div",
    { class: "result-acts" },
    h("p", { class: "quiet" }, nextLead(ctx, table, result)),
    h(
      "div",
      { class: "result-row" },
      mine !== undefined &&
        button(
          { class: "button go big", disabled: mine.ready, onclick: () => go.ready(table.id) },
          mine.ready && icon("check"),
          t.text(mine.ready ? "result.you_ready" : "result.ready", { n: (view.game?.deal ?? 0) + 1 }),
        ),
      h(
        "p",
        { class: "quiet result-wait" },
        view.now.clock !== undefined && [
          t.text("result.by_itself"),
          " ",
          ticking(view.now.clock.left_ms, at, {
            running: view.now.clock.running,
            name: "seconds",
          }),
        ],
        h("br", null),
        t.text("result.ready_count", { ready, n: view.seats.length }),
      ),
    ),
  );
}
