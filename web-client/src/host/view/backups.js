// Backups and the check of the data.

import { h } from "../../ui/dom.js";
import { button, icon } from "../../ui/context.js";
import { english, fieldOf, form, nothing, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */

/** @param {HostContext} ctx */
export function backups(ctx) {
  const { t, state, ui, go, format } = ctx;
  const list = [...(state.backups ?? [])].sort((a, b) => b.at - a.at);
  return part(
    "backups",
    t.text("host.part.backups"),
    null,
    form(
      "host-form",
      (event) => {
        const field = /** @type {HTMLFormElement} */ (event.currentTarget);
        go.backup(fieldOf(event, "name")).then((said) => {
          if (said !== null) field.reset();
        });
      },
      h("label", { for: "backup-name" }, t.text("host.backups.name")),
      h("input", {
        id: "backup-name",
        name: "name",
        class: "input",
        maxlength: 64,
        pattern: "[A-Za-z0-9\\-][A-Za-z0-9.\\-]*",
        autocomplete: "off",
        spellcheck: "false",
        "aria-describedby": "backup-name-means",
      }),
      h("p", { class: "quiet", id: "backup-name-means" }, t.text("host.backups.name_means")),
      h("button", { class: "button go", type: "submit", disabled: ui.busy }, icon("disk"), t.text("host.backups.make")),
    ),
    list.length === 0
      ? nothing(t.text(state.backups === null ? "lobby.loading" : "host.backups.none"))
      : h(
          "ul",
          { key: "list" },
          list.map(({ file, bytes, at }) =>
            h(
              "li",
              { key: file, class: "host-row" },
              h("strong", null, file),
              h("p", { class: "quiet" }, format.time(at), " · ", format.size(bytes)),
              h(
                "div",
                { class: "host-acts" },
                button(
                  { class: "button", onclick: () => go.openDialog("restore", { file }) },
                  t.text("host.backups.restore"),
                  h("span", { class: "sr" }, `: ${file}`),
                ),
              ),
            ),
          ),
        ),
    check(ctx),
  );
}

/** @param {HostContext} ctx */
function check({ t, state, ui, go }) {
  const { check: found } = state;
  return h(
    "div",
    { key: "check", class: "host-check" },
    button(
      { class: "button", disabled: ui.checking, onclick: () => go.check() },
      icon("shield"),
      t.text(ui.checking ? "host.checking" : "host.check"),
    ),
    h(
      "div",
      { role: "status" },
      found !== null &&
        h(
          "p",
          { class: found.well ? "host-lead ok" : "host-lead host-bad" },
          icon(found.well ? "check" : "warn"),
          h("span", null, t.text(found.well ? "host.check.well" : "host.check.bad")),
        ),
    ),
    found !== null &&
      h(
        "ul",
        { class: "host-health" },
        found.findings.map(({ grade, text }, i) =>
          h(
            "li",
            { key: i, class: grade === "well" ? "ok" : grade === "bad" ? "host-bad" : "brass" },
            icon(grade === "well" ? "check" : "warn"),
            h("span", { class: "sr" }, t.text(`host.grade.${grade}`), ": "),
            english(text),
          ),
        ),
      ),
  );
}
