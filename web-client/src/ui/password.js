// The password of a server that has one: it is needed before anything else, and never again once this browser was let
// in.

import { h } from "./dom.js";
import { icon } from "./context.js";
import { errorText } from "./errors.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx @param {import("../net/protocol.js").Refusal} why */
export function passwordPage(ctx, why) {
  const { t, go, ui } = ctx;
  return h(
    "main",
    { class: "signin", id: "main", tabindex: "-1", "data-zone": "password" },
    h(
      "form",
      {
        class: "card signin-card",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          go.enter(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("password") ?? ""));
        },
      },
      h("h1", null, t.text("password.title")),
      h("p", { class: "quiet", id: "password-lead" }, t.text("password.lead")),
      // So that a password manager knows which server this one is for.
      h("input", {
        type: "text",
        name: "username",
        autocomplete: "username",
        value: location.host,
        readonly: true,
        hidden: true,
      }),
      h("label", { for: "password" }, t.text("password.label")),
      h("input", {
        id: "password",
        name: "password",
        type: "password",
        class: "input",
        autocomplete: "current-password",
        required: true,
        autofocus: true,
        "aria-describedby": "password-lead",
        mount: (element) => queueMicrotask(() => element.focus()),
      }),
      why.code !== "password_required" && h("p", { class: "error", role: "alert" }, icon("warn"), errorText(t, why)),
      h(
        "button",
        { class: "button go big", type: "submit", disabled: ui.busy },
        icon("lock"),
        t.text("password.enter"),
      ),
    ),
  );
}
