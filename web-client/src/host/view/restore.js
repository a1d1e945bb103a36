// A backup that is put back: confirmed once, announced like a restart, and done by the server itself.

import { h } from "../../ui/dom.js";
import { copyRow } from "../../ui/copy.js";
import { frame } from "../../ui/frame.js";
import { acts, fieldOf } from "./context.js";
import { inTime, TIMES } from "./restart.js";

/** @param {import("./context.js").HostContext} ctx @param {import("./context.js").Form} form */
export function restoreDialog(ctx, { file }) {
  const { t, ui, go } = ctx;
  const command = `boneyard restore --data DATA --replace DATA/backups/${file}`;
  return frame(
    ctx,
    "restore",
    t.text("host.backups.restore"),
    [
      h("p", { key: "means" }, t.text("host.restore.means", { file })),
      h("p", { key: "keeps" }, t.text("host.restore.keeps")),
      h(
        "div",
        { key: "wait", class: "field" },
        h("label", { for: "restore-wait" }, t.text("host.restore.wait")),
        h(
          "select",
          { id: "restore-wait", name: "wait", class: "input" },
          TIMES.map((seconds) => h("option", { key: seconds, value: seconds }, inTime(t, "in", seconds))),
        ),
      ),
      h(
        "details",
        { key: "shell", class: "option-group" },
        h("summary", null, t.text("host.restore.stands")),
        h("p", { class: "quiet" }, t.text("host.restore.how")),
        copyRow(t, command, { label: t.text("host.restore.command"), copied: ui.copied === command, oncopy: go.copy }),
      ),
      acts(
        ctx,
        h("button", { class: "button bad", type: "submit", disabled: ui.busy }, t.text("host.backups.restore")),
      ),
    ],
    (event) => go.restore(file, Number(fieldOf(event, "wait"))),
  );
}
