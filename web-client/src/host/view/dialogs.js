// The dialogs of the host's page. What cannot be undone needs one confirmation.

import { h, inputOf } from "../../ui/dom.js";
import { button, gameName, sentence } from "../../ui/context.js";
import { copyRow } from "../../ui/copy.js";
import { frame } from "../../ui/frame.js";
import { qrToShare } from "../../ui/qr.js";
import { LANGUAGE_NAMES, LANGUAGES } from "../../i18n.js";
import { banDialog } from "./ban.js";
import { acts, fieldOf } from "./context.js";
import { ANNOUNCEMENT, inTime } from "./restart.js";
import { restoreDialog } from "./restore.js";
import { seatText } from "./tables.js";

/** @typedef {import("./context.js").HostContext} HostContext */
/** @typedef {import("./context.js").Form} Form */

/** @type {Record<string, (ctx: HostContext, form: Form) => import("../../ui/dom.js").VNode | null>} */
const DIALOGS = { qr, links, seats, close, kick, ban: banDialog, restart, restore: restoreDialog, bot, settings };

/** @param {HostContext} ctx */
export function dialogs(ctx) {
  const { dialog } = ctx.ui;
  return dialog === null || (ctx.state.gate !== "open" && dialog.kind !== "settings")
    ? null
    : (DIALOGS[dialog.kind]?.(ctx, dialog.form) ?? null);
}

/** @param {HostContext} ctx @param {Form} form */
const tableOf = ({ state }, form) => state.tables?.find(({ table }) => table === form.table);

/** @param {HostContext} ctx @param {Form} form */
function qr({ t, ui, go }, { title, link }) {
  return frame({ t, ui, go }, "qr", title, [
    qrToShare(t, link),
    copyRow(t, link, { label: title, copied: ui.copied === link, oncopy: go.copy }),
  ]);
}

/** The way to a table, and to each free seat of it. @param {HostContext} ctx @param {Form} form */
function links(ctx, form) {
  const { t, ui, go } = ctx;
  const table = tableOf(ctx, form);
  if (table === undefined) return gone(ctx);
  const ways = [
    { title: t.text("host.links.table"), link: table.link },
    ...table.seats
      .filter(({ name }) => name === undefined)
      .map(({ seat }) => ({ title: t.text("host.links.seat", { n: seat + 1 }), link: table.seat_links[seat] })),
  ];
  const shown = ways.find(({ link }) => link === form.link) ?? ways[0];
  return frame(ctx, "links", gameName(ctx, table.sheet), [
    ways.length > 1 &&
      h(
        "fieldset",
        { class: "field segments", key: "ways" },
        h("legend", null, t.text("host.links.to")),
        h(
          "div",
          { class: "segment-row" },
          ways.map(({ title, link }) =>
            h(
              "label",
              { key: link, class: "segment" },
              h("input", {
                type: "radio",
                name: "way",
                class: "sr",
                checked: link === shown.link,
                onchange: () => go.form({ link }),
              }),
              h("span", null, title),
            ),
          ),
        ),
      ),
    qrToShare(t, shown.link),
    copyRow(t, shown.link, { label: shown.title, copied: ui.copied === shown.link, oncopy: go.copy }),
  ]);
}

/** Who sits at a table, and how to take a seat from somebody. @param {HostContext} ctx @param {Form} form */
function seats(ctx, form) {
  const { t, go, ui } = ctx;
  const table = tableOf(ctx, form);
  if (table === undefined) return gone(ctx);
  return frame(ctx, "seats", t.text("host.tables.seats"), [
    h(
      "ol",
      null,
      table.seats.map((seat) => {
        const { player } = seat;
        return h(
          "li",
          { key: seat.seat, class: "row" },
          h("span", { class: "row-text" }, seatText(ctx, seat)),
          player !== undefined &&
            button(
              { class: "button", disabled: ui.busy, onclick: () => go.kick(player, table.table) },
              t.text("host.seats.take"),
              h("span", { class: "sr" }, ": ", h("bdi", null, seat.name)),
            ),
        );
      }),
    ),
    h("p", { class: "quiet" }, t.text("host.seats.means")),
  ]);
}

/** @param {HostContext} ctx */
const gone = (ctx) =>
  frame(ctx, "gone", ctx.t.text("host.part.tables"), [h("p", null, ctx.t.text("host.tables.gone"))]);

/** @param {HostContext} ctx @param {Form} form */
function close(ctx, form) {
  const { t, ui, go } = ctx;
  const table = tableOf(ctx, form);
  if (table === undefined) return gone(ctx);
  return frame(
    ctx,
    "close",
    t.text("host.close.title"),
    [
      h("p", null, t.text("host.close.means", { game: gameName(ctx, table.sheet) })),
      h("label", { for: "close-reason" }, t.text("host.close.reason")),
      h("input", { id: "close-reason", name: "reason", class: "input", maxlength: ANNOUNCEMENT, autocomplete: "off" }),
      acts(ctx, h("button", { class: "button bad", type: "submit", disabled: ui.busy }, t.text("host.tables.close"))),
    ],
    (event) => go.close(table.table, fieldOf(event, "reason")),
  );
}

/** @param {HostContext} ctx @param {Form} form */
function kick(ctx, { player, name }) {
  const { t, ui, go } = ctx;
  return frame(ctx, "kick", t.text("host.kick.title"), [
    h("p", null, sentence(ctx, "host.kick.means", { who: { name } })),
    acts(
      ctx,
      button({ class: "button bad", disabled: ui.busy, onclick: () => go.kick(player) }, t.text("host.players.kick")),
    ),
  ]);
}

/** @param {HostContext} ctx @param {Form} form */
function restart(ctx, { seconds }) {
  const { t, ui, go } = ctx;
  return frame(ctx, "restart", inTime(t, "title", seconds), [
    h("p", null, t.text("host.restart.means")),
    acts(
      ctx,
      button(
        { class: "button bad", disabled: ui.busy, onclick: () => go.drain(seconds) },
        t.text("host.restart.announce"),
      ),
    ),
  ]);
}

/** @param {HostContext} ctx @param {Form} form */
function bot(ctx, { name, token }) {
  const { t, ui, go } = ctx;
  return frame(ctx, "bot", t.text("host.part.bots"), [
    h("p", null, sentence(ctx, "host.bots.once", { who: { name } })),
    copyRow(t, token, { label: t.text("host.bots.token"), copied: ui.copied === token, oncopy: go.copy }),
  ]);
}

/** @param {HostContext} ctx */
function settings(ctx) {
  const { t, settings: chosen, go } = ctx;
  const select = (/** @type {"language" | "theme"} */ name, /** @type {[string, string][]} */ options) =>
    h(
      "div",
      { class: "field", key: name },
      h("label", { for: `set-${name}` }, t.text(`settings.${name}`)),
      h(
        "select",
        {
          id: `set-${name}`,
          class: "input",
          value: chosen[name],
          onchange: (/** @type {Event} */ event) => go.set({ [name]: inputOf(event).value }),
        },
        options.map(([value, label]) => h("option", { key: value, value }, label)),
      ),
    );
  return frame(ctx, "settings", t.text("settings.title"), [
    h(
      "div",
      { class: "fields" },
      select("language", [
        ["auto", t.text("settings.language.auto")],
        ...LANGUAGES.map((code) => /** @type {[string, string]} */ ([code, LANGUAGE_NAMES[code]])),
      ]),
      select(
        "theme",
        ["auto", "light", "dark", "contrast"].map((value) => [value, t.text(`settings.theme.${value}`)]),
      ),
    ),
  ]);
}
