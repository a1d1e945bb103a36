// The dialogs: each is a native <dialog>, closes with Escape and gives the focus back.

import { h, inputOf } from "./dom.js";
import { button, gameName, sentence } from "./context.js";
import { frame } from "./frame.js";
import { gameCard } from "./lobby.js";
import { inOrder, range } from "./games.js";
import { newTable } from "./newtable.js";
import { player } from "./player.js";
import { rulesDialog } from "./rules.js";
import { copyRow } from "./copy.js";
import { qrToShare } from "./qr.js";
import { settingsForm } from "./settings.js";
import { arrive, transfer } from "./transfer.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Child} Child */

/** @type {Record<string, (ctx: Context, form: import("./context.js").Form) => import("./dom.js").VNode>} */
const DIALOGS = {
  new: newTable,
  bots,
  code,
  name,
  settings,
  keys,
  leave,
  invite,
  games,
  pass,
  challenge,
  player,
  rules: rulesDialog,
  transfer,
  arrive,
  announcement,
};

/** @param {Context} ctx */
export function dialogs(ctx) {
  const { dialog } = ctx.ui;
  const draw = dialog === null ? undefined : DIALOGS[dialog.kind];
  return dialog === null || draw === undefined ? null : draw(ctx, dialog.form);
}

/** @param {SubmitEvent} event @param {string} field */
export const fieldOf = (event, field) =>
  String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get(field) ?? "").trim();

/** @param {Context} ctx */
function bots(ctx) {
  const { t, state, go, ui } = ctx;
  const sheets = inOrder(state.sheets ?? []);
  return frame(ctx, "bots", t.text("bots.title"), [
    h("p", { class: "quiet" }, t.text("bots.lead")),
    h(
      "ul",
      { class: "picks" },
      sheets.flatMap((sheet) =>
        range(sheet.min, sheet.max).map((seats) =>
          h(
            "li",
            { key: `${sheet.id}${seats}` },
            button(
              { class: "button pick", disabled: ui.busy, onclick: () => go.playBots(sheet.id, seats) },
              h("strong", null, gameName(ctx, sheet.id)),
              h("span", { class: "quiet" }, t.text("bots.seats", { n: seats })),
            ),
          ),
        ),
      ),
    ),
  ]);
}

/** @param {Context} ctx */
function code(ctx) {
  const { t, go, ui } = ctx;
  return frame(
    ctx,
    "code",
    t.text("code.title"),
    [
      h("label", { for: "code" }, t.text("code.label")),
      h("input", {
        id: "code",
        name: "code",
        class: "input code",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        maxlength: "20",
        required: true,
        autofocus: true,
      }),
      h("p", { class: "quiet" }, t.text("code.hint")),
      h(
        "div",
        { class: "dialog-acts" },
        h("button", { class: "button go", type: "submit", disabled: ui.busy }, t.text("code.join")),
      ),
    ],
    (event) => go.joinCode(fieldOf(event, "code")),
  );
}

/** What a reader counts as one character may be several to the browser; the server counts as a reader does. */
const MOST_UNITS = 4;

/** @param {Context} ctx */
function name(ctx) {
  const { t, go, state } = ctx;
  const most = state.limits?.name_chars ?? 24;
  return frame(
    ctx,
    "name",
    t.text("name.title"),
    [
      h("label", { for: "name" }, t.text("name.label")),
      h("input", {
        id: "name",
        name: "name",
        class: "input",
        value: ctx.ui.dialog?.form.name,
        maxlength: most * MOST_UNITS,
        required: true,
        autocomplete: "nickname",
        autofocus: true,
        oninput: (/** @type {Event} */ event) => go.form({ name: inputOf(event).value }),
      }),
      h("p", { class: "quiet" }, t.text("name.hint", { n: most })),
      h("div", { class: "dialog-acts" }, h("button", { class: "button go", type: "submit" }, t.text("name.save"))),
    ],
    (event) => go.rename(fieldOf(event, "name")),
  );
}

/** @param {Context} ctx */
function settings(ctx) {
  return frame(ctx, "settings", ctx.t.text("settings.title"), settingsForm(ctx));
}

/** @type {[string, string][]} */
const KEYS = [
  ["1 … 9 0", "pick"],
  ["← →", "ends"],
  ["↑ ↓", "arms"],
  ["Enter", "lay"],
  ["Esc", "back"],
  ["D", "draw"],
  ["X", "pass"],
  ["S", "stop"],
  ["U", "turn_up"],
  ["V", "challenge"],
  ["W B N", "absence"],
  ["A", "arrange"],
  ["⇧ ← →", "move"],
  ["F", "face_down"],
  ["L", "lengthwise"],
  ["E", "read_ends"],
  ["H", "hand"],
  ["C", "counts"],
  ["L", "line"],
  ["P", "scores"],
  ["T", "table"],
  ["K", "clock"],
  ["M", "events"],
  ["J", "chat"],
  ["G", "felt"],
  ["?", "help"],
];

/** @param {Context} ctx */
function keys(ctx) {
  const { t } = ctx;
  return frame(ctx, "keys", t.text("keys.title"), [
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, what]) =>
        h(
          "div",
          { key: what },
          h(
            "dt",
            null,
            key.split(" ").map((cap) => h("kbd", null, cap)),
          ),
          h("dd", null, t.text(`keys.${what}`)),
        ),
      ),
    ),
  ]);
}

/** @param {Context} ctx @param {import("./context.js").Form} form */
function leave(ctx, form) {
  const { t, go } = ctx;
  return frame(ctx, "leave", t.text("leave.title"), [
    h("p", null, t.text(form.playing ? "leave.match" : "leave.seating")),
    h(
      "div",
      { class: "dialog-acts" },
      button({ class: "button", onclick: () => go.closeDialog(), autofocus: true }, t.text("leave.stay")),
      form.playing && button({ class: "button", onclick: () => go.stepOut() }, t.text("leave.step_out")),
      button({ class: "button bad", onclick: () => go.leave(form.table) }, t.text("leave.leave")),
    ),
  ]);
}

/** A false pass costs the deal: the page asks once. @param {Context} ctx @param {import("./context.js").Form} form */
function pass(ctx, form) {
  const { t, go } = ctx;
  return frame(ctx, "pass", t.text("pass.title"), [
    h("p", null, t.text("pass.lead")),
    h(
      "div",
      { class: "dialog-acts" },
      button({ class: "button go", onclick: () => go.closeDialog(), autofocus: true }, t.text("pass.back")),
      button({ class: "button bad", onclick: () => go.confirm(form.table, "pass") }, t.text("pass.pass")),
    ),
  ]);
}

/** @param {Context} ctx @param {import("./context.js").Form} form */
function challenge(ctx, form) {
  const { t, go } = ctx;
  return frame(ctx, "challenge", t.text("challenge.title"), [
    h("p", null, t.text("challenge.lead")),
    h("p", { class: "quiet" }, t.text("challenge.price")),
    h(
      "div",
      { class: "dialog-acts" },
      button({ class: "button", onclick: () => go.closeDialog(), autofocus: true }, t.text("challenge.back")),
      button({ class: "button bad", onclick: () => go.confirm(form.table, "challenge") }, t.text("challenge.call")),
    ),
  ]);
}

/** The host's announcement in full. @param {Context} ctx */
function announcement(ctx) {
  return frame(ctx, "announcement", ctx.t.text("announcement.title"), [h("p", null, ctx.state.announcement ?? "")]);
}

/** @param {Context} ctx @param {import("./context.js").Form} form */
function invite(ctx, form) {
  return frame(ctx, "invite", ctx.t.text("invite.title"), [inviteBox(ctx, form.code)]);
}

/** The link that leads to a seat, and the code to read aloud. @param {Context} ctx @param {string} tableCode */
export function inviteBox(ctx, tableCode) {
  const { t, go, ui } = ctx;
  const link = go.inviteLink(tableCode);
  return h(
    "div",
    { class: "invite" },
    h("p", null, t.text("invite.lead")),
    qrToShare(t, link),
    copyRow(t, link, { label: t.text("invite.link"), copied: ui.copied, oncopy: go.copyLink }),
    h("p", { class: "quiet" }, sentence(ctx, "invite.code", { code: tableCode.replace(/(.{4})(?=.)/g, "$1-") })),
  );
}

/** Every game, on a phone. @param {Context} ctx */
function games(ctx) {
  return frame(ctx, "games", ctx.t.text("games.title"), [
    h(
      "ul",
      { class: "games" },
      inOrder(ctx.state.sheets ?? []).map((sheet) => gameCard(ctx, sheet)),
    ),
  ]);
}
