// Another player: the name at a seat opens a dialog to mute the phrases of this player, and to report them to the host
// of the server.

import { h } from "./dom.js";
import { button, icon } from "./context.js";
import { frame } from "./frame.js";
import { REPORT_REASONS } from "../net/protocol.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/**
 * The name on a seat: where another player sits, a button that opens what can be done about them.
 * @param {Context} ctx
 * @param {Table} table
 * @param {number} seat
 * @param {string} name
 */
export function playerName({ t, go, muted }, table, seat, name) {
  const { player } = table.view.seats[seat];
  const shown = h("bdi", { class: "name" }, name);
  if (player === undefined || seat === table.view.me) return shown;
  return button(
    {
      key: "who",
      class: "seat-who",
      "aria-haspopup": "dialog",
      onclick: () => go.openDialog("player", { table: table.id, seat, player, name }),
    },
    shown,
    muted.has(player) &&
      h("span", { class: "seat-muted" }, icon("mute"), h("span", { class: "sr" }, t.text("player.muted"))),
    h("span", { class: "sr" }, t.text("player.open")),
  );
}

/** @param {Context} ctx @param {import("./context.js").Form} form */
export function player(ctx, form) {
  const { t, go, state, muted } = ctx;
  const isMuted = muted.has(form.player);
  const sits = state.tables[form.table]?.view.me !== undefined;
  return frame(ctx, "player", t.text("player.title"), [
    h(
      "p",
      { class: "player-name" },
      h("strong", null, h("bdi", { class: "name" }, form.name)),
      isMuted && h("span", { class: "quiet" }, t.text("player.muted")),
    ),
    h(
      "div",
      { class: "player-acts" },
      button(
        {
          class: "button",
          "aria-pressed": String(isMuted),
          onclick: () => (isMuted ? go.unmute(form.player) : go.mute(form.player)),
          autofocus: true,
        },
        icon(isMuted ? "sound" : "mute"),
        t.text(isMuted ? "player.unmute" : "player.mute"),
      ),
      h("p", { class: "quiet" }, t.text("player.mute_means")),
    ),
    sits &&
      (form.reported
        ? h(
            "p",
            {
              key: "thanks",
              role: "status",
              class: "player-thanks",
              tabindex: "-1",
              sync: (_, thanks) => takeFocus(thanks),
            },
            icon("check"),
            t.text("player.reported"),
          )
        : reasons(ctx)),
  ]);
}

/** The button that was pressed is gone, and the focus with it. @param {HTMLElement} element */
function takeFocus(element) {
  if (document.activeElement === document.body) element.focus();
}

/** @param {Context} ctx */
function reasons({ t, go }) {
  return h(
    "section",
    { key: "reasons", "aria-labelledby": "report-title" },
    h("h3", { id: "report-title" }, t.text("player.report")),
    h("p", { class: "quiet" }, t.text("player.report_means")),
    h(
      "ul",
      { class: "player-reasons" },
      REPORT_REASONS.map((reason) =>
        h(
          "li",
          { key: reason },
          button({ class: "button", onclick: () => go.report(reason) }, icon("flag"), t.text(`report.${reason}`)),
        ),
      ),
    ),
  );
}
