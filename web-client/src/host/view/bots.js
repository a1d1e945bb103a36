// An identity for a bot: its token is shown once.

import { h } from "../../ui/dom.js";
import { icon } from "../../ui/context.js";
import { fieldOf, form, part } from "./context.js";

/** @param {import("./context.js").HostContext} ctx */
export function bots({ t, go, ui }) {
  return part(
    "bots",
    t.text("host.part.bots"),
    null,
    form(
      "host-form",
      (event) => {
        const field = /** @type {HTMLFormElement} */ (event.currentTarget);
        go.makeBot(fieldOf(event, "name")).then(() => {
          if (ui.error === null) field.reset();
        });
      },
      h("label", { for: "bot-name" }, t.text("host.bots.name")),
      h("input", { id: "bot-name", name: "name", class: "input", maxlength: 96, required: true, autocomplete: "off" }),
      h("button", { class: "button", type: "submit", disabled: ui.busy }, icon("bot"), t.text("host.bots.make")),
    ),
  );
}
