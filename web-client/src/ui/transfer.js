// A player moves to another device with name and seats: here a code and a link are shown, there one of them is taken.

import { h, inputOf } from "./dom.js";
import { button, icon, sentence, ticking } from "./context.js";
import { copyRow } from "./copy.js";
import { frame } from "./frame.js";
import { qrToShare } from "./qr.js";

/** @typedef {import("./context.js").Context} Context */

/** The ways about it in the settings. @param {Context} ctx */
export const deviceActs = ({ t, state, go }) => [
  button(
    { key: "away", class: "button", disabled: state.me === null, onclick: () => go.openTransfer() },
    icon("share"),
    t.text("transfer.open"),
  ),
  button(
    { key: "here", class: "button", onclick: () => go.openDialog("arrive", { code: "" }) },
    icon("down"),
    t.text("transfer.have_code"),
  ),
];

/** @param {Context} ctx */
export function transfer(ctx) {
  const { t, state, go, ui } = ctx;
  const given = state.transfer;
  if (given === null) return frame(ctx, "transfer", t.text("transfer.title"), [h("p", null, t.text("lobby.loading"))]);
  const link = go.transferLink(given.code);
  return frame(ctx, "transfer", t.text("transfer.title"), [
    h("p", null, t.text("transfer.lead")),
    h(
      "div",
      { class: "invite" },
      qrToShare(t, link),
      copyRow(t, link, { label: t.text("transfer.link"), copied: ui.copied, oncopy: go.copyLink }),
    ),
    h(
      "p",
      { class: "transfer-code" },
      sentence(ctx, "transfer.code", { code: given.code.replace(/(.{4})(?=.)/g, "$1-") }),
    ),
    h("p", { class: "quiet" }, t.text("transfer.left"), " ", ticking(given.left, given.at)),
    h(
      "div",
      { class: "dialog-acts" },
      button({ class: "button", onclick: () => go.openTransfer() }, t.text("transfer.again")),
    ),
  ]);
}

/** @param {Context} ctx @param {import("./context.js").Form} form */
export function arrive(ctx, form) {
  const { t, state, go, ui } = ctx;
  return frame(
    ctx,
    "arrive",
    t.text("arrive.title"),
    [
      h(
        "p",
        null,
        state.me === null
          ? t.text("arrive.lead_first")
          : sentence(ctx, "arrive.lead", { name: { name: state.me.name } }),
      ),
      h("label", { for: "arrive" }, t.text("arrive.label")),
      h("input", {
        id: "arrive",
        name: "code",
        class: "input code",
        value: form.code,
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        maxlength: "20",
        required: true,
        autofocus: true,
        oninput: (/** @type {Event} */ event) => go.form({ code: inputOf(event).value }),
      }),
      h(
        "div",
        { class: "dialog-acts" },
        h("button", { class: "button go", type: "submit", disabled: ui.busy }, t.text("arrive.go")),
      ),
    ],
    (event) => go.arrive(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("code") ?? "")),
  );
}
