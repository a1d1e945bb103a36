// Before anything is shown: the token. It is kept as long as the tab lives, and nowhere else.

import { h } from "../../ui/dom.js";
import { icon } from "../../ui/context.js";
import { errorText } from "../../ui/errors.js";
import { fieldOf, form } from "./context.js";

/** @param {import("./context.js").HostContext} ctx */
export function gate({ t, state, go }) {
  const { why } = state;
  const asking = state.gate === "asking";
  return h(
    "main",
    { class: "signin", id: "main", tabindex: "-1", "data-zone": "gate", key: "gate" },
    form(
      "card signin-card",
      (event) => go.enter(fieldOf(event, "token")),
      h("h1", null, t.text("host.title")),
      h("p", { class: "quiet", id: "token-means" }, t.text("host.gate.lead")),
      h("label", { for: "token" }, t.text("host.gate.token")),
      h("input", {
        id: "token",
        name: "token",
        type: "password",
        class: "input",
        autocomplete: "off",
        spellcheck: "false",
        required: true,
        "aria-describedby": "token-means",
      }),
      h("p", { class: "quiet" }, t.text("host.gate.kept")),
      why !== null &&
        h(
          "p",
          { key: "why", class: "error", role: "alert" },
          icon("warn"),
          h("span", null, why.code === "bad_token" ? t.text("host.gate.wrong") : errorText(t, why)),
        ),
      h(
        "button",
        { class: "button go big", type: "submit", disabled: asking },
        icon("key"),
        t.text(asking ? "lobby.loading" : "host.gate.enter"),
      ),
    ),
  );
}
