// Players: who is connected or has a seat, since when and from where; and what a host can do about them.

import { h } from "../../ui/dom.js";
import { button, icon } from "../../ui/context.js";
import { nothing, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */
/** @typedef {import("../state.js").AdminPlayer} AdminPlayer */

/** @param {HostContext} ctx */
export function players(ctx) {
  const { t, state } = ctx;
  const list = [...(state.players ?? [])].sort(
    (a, b) => Number(b.connected) - Number(a.connected) || a.name.localeCompare(b.name, t.language),
  );
  const counts = state.state?.counts;
  return part(
    "players",
    t.text("host.part.players"),
    counts !== undefined &&
      h(
        "span",
        { class: "quiet" },
        t.text("host.players.counts", { players: counts.players_online, bots: counts.bots, watchers: counts.watchers }),
      ),
    list.length === 0
      ? nothing(t.text(state.players === null ? "lobby.loading" : "host.players.none"))
      : h(
          "ul",
          null,
          list.map((player) => row(ctx, player)),
        ),
  );
}

/** @param {HostContext} ctx @param {AdminPlayer} player */
function row({ t, go, format }, player) {
  const { name, connected, since, address } = player;
  const about = h("span", { class: "sr" }, ": ", h("bdi", null, name));
  return h(
    "li",
    { key: player.player, class: "host-row host-player" },
    h(
      "div",
      { class: "host-row-head" },
      h("i", { class: connected ? "host-dot host-dot-here" : "host-dot", "aria-hidden": "true" }),
      h("bdi", { class: "name" }, name),
      player.kind === "bot" && h("span", { class: "host-tag" }, t.text("seating.bot")),
      !connected && h("span", { class: "host-tag" }, t.text("host.away")),
    ),
    h(
      "p",
      { class: "quiet" },
      t.text("host.players.tables", { n: player.tables.length }),
      address !== undefined && [" · ", h("bdi", null, address)],
      since !== undefined && [" · ", t.text("host.players.since", { time: format.time(since) })],
    ),
    h(
      "div",
      { class: "host-acts" },
      connected &&
        button(
          { key: "kick", class: "button", onclick: () => go.openDialog("kick", { player: player.player, name }) },
          icon("net"),
          t.text("host.players.kick"),
          about,
        ),
      button(
        {
          key: "ban",
          class: "button bad",
          onclick: () => go.openDialog("ban", { player: player.player, name, address: address ?? null, by: "player" }),
        },
        icon("shield"),
        t.text("host.players.ban"),
        about,
      ),
    ),
  );
}
