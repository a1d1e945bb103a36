// Tables: who sits there, how it goes on, the links to it, and its end.

import { h } from "../../ui/dom.js";
import { button, gameName, icon } from "../../ui/context.js";
import { nothing, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */
/** @typedef {import("../state.js").AdminTable} AdminTable */
/** @typedef {import("../state.js").AdminSeat} AdminSeat */

/** @param {HostContext} ctx */
export function tables(ctx) {
  const { t, state } = ctx;
  const list = state.tables ?? [];
  return part(
    "tables",
    t.text("host.part.tables"),
    h("span", { class: "quiet" }, t.number(list.length)),
    list.length === 0
      ? nothing(t.text(state.tables === null ? "lobby.loading" : "host.tables.none"))
      : h(
          "ul",
          null,
          list.map((table) => row(ctx, table)),
        ),
  );
}

/** @param {HostContext} ctx @param {AdminTable} table */
function row(ctx, table) {
  const { t, go, format } = ctx;
  const game = gameName(ctx, table.sheet);
  const code = table.code.replace(/(.{4})(?=.)/g, "$1-");
  return h(
    "li",
    { key: table.table, class: "host-row" },
    h(
      "div",
      { class: "host-row-head" },
      h("strong", null, game),
      h("span", { class: "host-tag" }, t.text(`host.phase.${table.phase}`)),
      table.private && h("span", { class: "host-tag" }, t.text("new.private")),
    ),
    h(
      "ul",
      { class: "host-seats", "aria-label": t.text("host.tables.seats") },
      table.seats.map((seat) => h("li", { key: seat.seat }, seatText(ctx, seat))),
    ),
    h(
      "p",
      { class: "quiet" },
      t.text("host.tables.facts", { code, opened: format.time(table.opened_at) }),
      table.watchers > 0 && [" ", t.text("host.tables.watchers", { n: table.watchers })],
    ),
    h(
      "div",
      { class: "host-acts" },
      button(
        { class: "button", onclick: () => go.openDialog("links", { table: table.table }) },
        icon("qr"),
        t.text("host.tables.links"),
        of(game),
      ),
      button(
        { class: "button", onclick: () => go.openDialog("seats", { table: table.table }) },
        icon("people"),
        t.text("host.tables.seats"),
        of(game),
      ),
      button(
        { class: "button bad", onclick: () => go.openDialog("close", { table: table.table }) },
        icon("close"),
        t.text("host.tables.close"),
        of(game),
      ),
    ),
  );
}

/** What a button is about, for those who do not see its row. @param {string} name */
const of = (name) => h("span", { class: "sr" }, `: ${name}`);

/** @param {HostContext} ctx @param {AdminSeat} seat */
export function seatText({ t }, seat) {
  if (seat.name === undefined) return h("span", { class: "quiet" }, t.text("seating.empty"));
  const word = seat.kind === "bot" ? "seating.bot" : seat.host ? "seating.opener" : null;
  return [
    h("i", { class: seat.connected ? "host-dot host-dot-here" : "host-dot", "aria-hidden": "true" }),
    h("bdi", { class: "name" }, seat.name),
    word !== null && h("span", { class: "quiet" }, ` ${t.text(word)}`),
    !seat.connected && h("span", { class: "quiet" }, ` ${t.text("host.away")}`),
  ];
}
