// Before a match: who sits where, who is missing, how to get them here.

import { h } from "./dom.js";
import { button, gameName, icon, ticking } from "./context.js";
import { absenceText } from "./absence.js";
import { inviteBox } from "./dialogs.js";
import { optionMark } from "./options.js";
import { playerName } from "./player.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @param {Context} ctx @param {Table} table */
export function seating(ctx, table) {
  const { t, go } = ctx;
  const { view } = table;
  const { seats } = view;
  const free = seats.filter((seat) => seat.name === undefined).length;
  return h(
    "main",
    { class: "seating", id: "main", tabindex: "-1", "data-zone": "seating", key: "seating" },
    h(
      "section",
      { class: "card seating-card", "aria-labelledby": "seating-title" },
      h(
        "div",
        { class: "seating-head" },
        h("h1", { id: "seating-title" }, gameName(ctx, view.sheet)),
        table.log.some(({ fact }) => fact.type === "unfinished") &&
          h("p", { class: "seating-broken", role: "status", key: "broken" }, t.text("log.unfinished")),
        h("p", { class: "quiet" }, free === 0 ? t.text("seating.full") : t.text("seating.free", { n: free })),
        h("p", { class: "quiet seating-absence" }, absenceText(ctx, view.settings)),
        h(
          "div",
          { class: "seating-rules" },
          button(
            {
              class: "button",
              onclick: () =>
                go.openDialog("rules", { sheet: view.sheet, options: view.options ?? {}, seats: seats.length }),
            },
            icon("book"),
            t.text("tab.rules"),
          ),
          optionMark(ctx, view),
        ),
      ),
      h(
        "ol",
        { class: "seating-seats" },
        seats.map((seat, i) => seatRow(ctx, table, seat, i)),
      ),
      seatingActs(ctx, table, { free }),
    ),
    view.code !== undefined &&
      free > 0 &&
      h(
        "section",
        { class: "card seating-card", "aria-labelledby": "invite-title" },
        h("h2", { id: "invite-title" }, t.text("invite.title")),
        inviteBox(ctx, view.code),
      ),
  );
}

/**
 * @param {Context} ctx
 * @param {Table} table
 * @param {{ free: number }} seats `free`: how many are empty
 */
function seatingActs({ t, go }, { id, view, at }, { free }) {
  const { me, host: opener, now } = view;
  const mine = me === undefined ? undefined : view.seats[me];
  return h(
    "div",
    { class: "seating-acts" },
    mine !== undefined &&
      button(
        { class: "button go big", disabled: mine.ready, onclick: () => go.ready(id) },
        mine.ready && icon("check"),
        t.text(mine.ready ? "seating.you_ready" : "seating.ready"),
      ),
    mine !== undefined &&
      me === opener &&
      free > 0 &&
      button({ class: "button", onclick: () => go.fillBots(id, free) }, icon("bot"), t.text("seating.fill")),
    now.clock !== undefined &&
      h(
        "p",
        { class: "quiet" },
        t.text("seating.clock"),
        " ",
        ticking(now.clock.left_ms, at, { running: now.clock.running }),
      ),
  );
}

/** @param {Context} ctx @param {Table} table @param {import("../net/protocol.js").SeatInfo} seat @param {number} i */
function seatRow(ctx, table, seat, i) {
  const { t, go } = ctx;
  const { me, host: opener, pairs } = table.view;
  const pair = pairs
    ? h("span", { class: "seat-tag" }, t.text(i % 2 === 0 ? "seating.pair_a" : "seating.pair_b"))
    : null;
  if (seat.name === undefined) {
    return h(
      "li",
      { key: i, class: "row" },
      h("span", { class: "seat-place" }, String(i + 1)),
      h("span", { class: "row-text quiet" }, t.text("seating.empty")),
      pair,
      me !== undefined &&
        me === opener &&
        button(
          {
            class: "button",
            "aria-label": t.text("seating.add_bot_at", { n: i + 1 }),
            onclick: () => go.addBot(table.id, i),
          },
          icon("bot"),
          t.text("seating.add_bot"),
        ),
      me === undefined && button({ class: "button go", onclick: () => go.sit(table.id, i) }, t.text("tables.sit")),
    );
  }
  return h(
    "li",
    { key: i, class: "row" },
    h("span", { class: "seat-place" }, String(i + 1)),
    h(
      "span",
      { class: "row-text" },
      h("strong", null, playerName(ctx, table, i, seat.name)),
      i === me ? ` (${t.text("you")})` : "",
      " ",
      h(
        "span",
        { class: "quiet" },
        t.text(
          seat.kind === "bot"
            ? "seating.bot"
            : i === opener
              ? "seating.opener"
              : seat.here
                ? "seating.person"
                : "seat.away",
        ),
      ),
    ),
    pair,
    seat.ready || (seat.kind === "bot" && seat.player === undefined)
      ? h("span", { class: "seat-note ok" }, icon("check"), t.text("seat.ready"))
      : h("span", { class: "seat-note quiet" }, t.text("seating.not_ready")),
  );
}
