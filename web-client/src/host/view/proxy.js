// The way to the server, tried: in words that say what to mend.

import { h } from "../../ui/dom.js";
import { button, icon } from "../../ui/context.js";
import { part } from "./context.js";

/** @param {import("./context.js").HostContext} ctx */
export function proxy({ t, state, go }) {
  const found = state.proxy;
  const running = found?.some(({ ok }) => ok === null) ?? false;
  return part(
    "proxy",
    t.text("host.part.proxy"),
    null,
    h("p", { class: "quiet" }, t.text("host.proxy.lead")),
    h(
      "div",
      { class: "host-acts" },
      button(
        { class: "button", disabled: running, onclick: () => go.tryTheWay() },
        icon("globe"),
        t.text(running ? "host.proxy.trying" : "host.proxy.try"),
      ),
    ),
    h(
      "ul",
      { class: "host-health", "aria-live": "polite" },
      (found ?? []).map(({ what, ok, says, params }) =>
        h(
          "li",
          { key: what, class: ok === null ? "quiet" : ok ? "ok" : "host-bad" },
          icon(ok === null ? "clock" : ok ? "check" : "warn"),
          h("span", { class: "sr" }, ok === null ? "" : `${t.text(ok ? "host.well" : "host.bad")}: `),
          h("span", null, t.text(`host.proxy.${says}`, params)),
        ),
      ),
    ),
  );
}
