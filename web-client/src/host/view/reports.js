// What players have reported, newest first.

import { h } from "../../ui/dom.js";
import { button, icon, sentence } from "../../ui/context.js";
import { nothing, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */

/** @param {HostContext} ctx */
export function reports(ctx) {
  const { t, state } = ctx;
  const list = state.reports ?? [];
  return part(
    "reports",
    t.text("host.part.reports"),
    null,
    list.length === 0
      ? nothing(t.text(state.reports === null ? "lobby.loading" : "host.reports.none"))
      : h(
          "ul",
          null,
          list.map((report, i) => row(ctx, report, i)),
        ),
  );
}

/** @param {HostContext} ctx @param {import("../state.js").AdminReport} report @param {number} i */
function row(ctx, { at, reason, whom, whom_name: name = whom.slice(0, 8), by, by_name: reporter = by.slice(0, 8) }, i) {
  const { t, state, go, format } = ctx;
  const address = state.players?.find((player) => player.player === whom)?.address ?? null;
  return h(
    "li",
    { key: `${at}${i}`, class: "host-row" },
    h(
      "div",
      { class: "host-row-head" },
      h("bdi", { class: "name" }, name),
      h("span", { class: "host-tag" }, t.has(`report.${reason}`) ? t.text(`report.${reason}`) : reason),
    ),
    h("p", { class: "quiet" }, sentence(ctx, "host.reports.by", { who: { name: reporter }, time: format.time(at) })),
    h(
      "div",
      { class: "host-acts" },
      button(
        { class: "button bad", onclick: () => go.openDialog("ban", { player: whom, name, address, by: "player" }) },
        icon("shield"),
        t.text("host.players.ban"),
        h("span", { class: "sr" }, ": ", h("bdi", null, name)),
      ),
    ),
  );
}
