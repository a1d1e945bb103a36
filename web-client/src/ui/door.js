// The door of a server that has a password: asked for before anything else, and never again once this browser was let
// in.

import { h } from "./dom.js";
import { icon } from "./context.js";
import { errorText } from "./errors.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx @param {import("../net/protocol.js").Refusal} why */
export function doorPage(ctx, why) {
  const { t, go, ui } = ctx;
  return h(
    "main",
    { class: "door", id: "main", tabindex: "-1", "data-zone": "door" },
    h(
      "form",
      {
        class: "card door-card",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          go.enter(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("password") ?? ""));
        },
      },
      h("h1", null, t.text("door.title")),
      h("p", { class: "quiet", id: "door-lead" }, t.text("door.lead")),
      // So that a keeper of passwords knows whose this one is.
      h("input", {
        type: "text",
        name: "username",
        autocomplete: "username",
        value: location.host,
        readonly: true,
        hidden: true,
      }),
      h("label", { for: "password" }, t.text("door.label")),
      h("input", {
        id: "password",
        name: "password",
        type: "password",
        class: "input",
        autocomplete: "current-password",
        required: true,
        autofocus: true,
        "aria-describedby": "door-lead",
        mount: (element) => queueMicrotask(() => element.focus()),
      }),
      why.code !== "password_required" && h("p", { class: "error", role: "alert" }, icon("warn"), errorText(t, why)),
      h("button", { class: "button go big", type: "submit", disabled: ui.busy }, icon("lock"), t.text("door.enter")),
    ),
  );
}
