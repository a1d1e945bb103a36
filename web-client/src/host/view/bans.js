// Who is kept out: by player, or by address; and how long.

import { h } from "../../ui/dom.js";
import { button, icon } from "../../ui/context.js";
import { nameOf } from "../state.js";
import { nothing, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */
/** @typedef {import("../state.js").Ban} Ban */

/** @param {HostContext} ctx */
export function bans(ctx) {
  const { t, state, go } = ctx;
  const list = state.bans ?? [];
  return part(
    "bans",
    t.text("host.part.bans"),
    button(
      {
        class: "button",
        onclick: () => go.openDialog("ban", { player: null, name: null, address: "", by: "address" }),
      },
      icon("plus"),
      t.text("host.bans.address"),
    ),
    list.length === 0
      ? nothing(t.text(state.bans === null ? "lobby.loading" : "host.bans.none"))
      : h(
          "ul",
          null,
          list.map((ban) => row(ctx, ban)),
        ),
  );
}

/** @param {HostContext} ctx @param {Ban} ban */
function row({ t, state, go, ui, format }, { ban, player, address, reason, at, until }) {
  const banned = player === undefined ? (address ?? "") : nameOf(state, player);
  return h(
    "li",
    { key: ban, class: "host-row" },
    h(
      "div",
      { class: "host-row-head" },
      h("bdi", { class: "name" }, banned),
      h("span", { class: "host-tag" }, t.text(player === undefined ? "host.ban.by_address" : "host.ban.by_player")),
    ),
    h(
      "p",
      { class: "quiet" },
      until === undefined
        ? t.text("host.bans.for_good", { at: format.time(at) })
        : t.text("host.bans.until", { at: format.time(at), until: format.time(until) }),
      reason !== "" && [" ", h("bdi", null, `“${reason}”`)],
    ),
    h(
      "div",
      { class: "host-acts" },
      button(
        { class: "button", disabled: ui.busy, onclick: () => go.unban(ban) },
        t.text("host.bans.lift"),
        h("span", { class: "sr" }, ": ", h("bdi", null, banned)),
      ),
    ),
  );
}
