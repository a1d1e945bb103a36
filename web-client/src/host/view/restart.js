// An announcement to all, and a restart that is announced.

import { h } from "../../ui/dom.js";
import { button, icon, ticking } from "../../ui/context.js";
import { restartIn, restoreNext } from "../state.js";
import { fieldOf, form, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */

/** Characters of an announcement, as the server counts them. */
export const ANNOUNCEMENT = 280;
/** Seconds that are offered. The shortest is long enough to be read. */
export const TIMES = [5, 60, 300, 900];

/** @param {import("../../i18n.js").Translator} t @param {"in" | "title"} key @param {number} seconds */
export const inTime = (t, key, seconds) =>
  seconds < 60
    ? t.text(`host.restart.${key}.seconds`, { n: seconds })
    : t.text(`host.restart.${key}.minutes`, { n: seconds / 60 });

/** @param {HostContext} ctx */
export function announce({ t, go, ui }) {
  return part(
    "announce",
    t.text("host.part.announce"),
    null,
    form(
      "host-form",
      (event) => {
        const field = /** @type {HTMLFormElement} */ (event.currentTarget);
        go.announce(fieldOf(event, "text")).then((said) => {
          if (said !== null) field.reset();
        });
      },
      h("label", { for: "announce-text" }, t.text("host.announce.label")),
      h("input", {
        id: "announce-text",
        name: "text",
        class: "input",
        maxlength: ANNOUNCEMENT,
        required: true,
        autocomplete: "off",
      }),
      h(
        "button",
        { class: "button go", type: "submit", disabled: ui.busy },
        icon("speak"),
        t.text("host.announce.send"),
      ),
    ),
  );
}

/** @param {HostContext} ctx */
export function restart({ t, go, ui, state }) {
  const [left, file] = [restartIn(state), restoreNext(state)];
  if (left !== null) {
    return part(
      "restart",
      t.text("host.part.restart"),
      null,
      h(
        "p",
        { key: "soon", class: "host-lead host-open" },
        icon("clock"),
        h(
          "span",
          null,
          file === null ? t.text("host.restart.soon") : t.text("host.restore.soon", { file }),
          " ",
          ticking(left, state.at, { name: "host-clock" }),
        ),
      ),
      h(
        "p",
        { key: "means", class: "quiet" },
        t.text(file === null ? "host.restart.meanwhile" : "host.restore.meanwhile"),
      ),
      h(
        "div",
        { key: "acts", class: "host-acts" },
        button(
          { class: "button go", disabled: ui.busy, onclick: () => go.cancelDrain() },
          t.text(file === null ? "host.restart.cancel" : "host.restore.cancel"),
        ),
      ),
    );
  }
  return part(
    "restart",
    t.text("host.part.restart"),
    null,
    h("p", { key: "lead", class: "quiet" }, t.text("host.restart.lead")),
    h(
      "div",
      { key: "times", class: "host-acts" },
      TIMES.map((seconds) =>
        button(
          { key: seconds, class: "button", disabled: ui.busy, onclick: () => go.openDialog("restart", { seconds }) },
          inTime(t, "in", seconds),
        ),
      ),
    ),
  );
}
