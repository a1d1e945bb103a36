// The buttons beside the own hand, which exist only when they are legal.

import { h } from "./dom.js";
import { button, icon } from "./context.js";
import { isArranging, leadFromRow } from "../state/hold.js";
import { declarations, lengthwiseOf, moves, myTiles } from "../state/select.js";
import { arrangeActs } from "./arrange.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @type {Record<string, { icon: import("./icons.js").IconName, key: string }>} */
const ACTS = {
  draw: { icon: "stock", key: "D" },
  pass: { icon: "next", key: "X" },
  stop: { icon: "check", key: "S" },
  turn_up: { icon: "up", key: "U" },
};

/** @param {Context} ctx @param {Table} table */
export function actions(ctx, table) {
  const { t, go, ui, wide, settings } = ctx;
  const { view } = table;
  if (isArranging(view)) return h("div", { class: "acts acts-row" }, arrangeActs(ctx, table));
  const acts = go.isBehind(table.id) ? [] : declarations(view);
  const count = myTiles(view).length;
  const sole = acts.length === 1 && moves(view).length === 0;
  const quiet = acts.length === 0 && ui.picked === null && leadFromRow(view) === null;
  return h(
    "div",
    { class: "acts" },
    view.now.strict === true &&
      button(
        {
          key: "challenge",
          class: "button bad act-challenge",
          disabled: ui.sent !== null,
          onclick: () => go.openDialog("challenge", { table: table.id }),
        },
        icon("warn"),
        h("span", { class: "act-word" }, t.text("act.challenge")),
      ),
    lengthwiseSwitch(ctx, table),
    leadAct(ctx, table),
    acts.map((act) =>
      button(
        {
          key: act,
          "data-act": act,
          class: `button act${sole || act !== "pass" ? " go" : ""}`,
          disabled: ui.sent !== null,
          onclick: () => go.declare(table.id, act),
        },
        icon(ACTS[act]?.icon ?? "check"),
        t.text(`act.${act}`),
        wide && settings.letters && h("kbd", { "aria-hidden": "true" }, ACTS[act]?.key ?? ""),
      ),
    ),
    wide &&
      quiet &&
      view.me !== undefined &&
      h(
        "p",
        { class: "keys-hint", "aria-hidden": "true" },
        t.text("keys.hint.pick"),
        h("kbd", null, "1"),
        "…",
        h("kbd", null, String(Math.min(count, 9) || 7)),
        t.text("keys.hint.lay"),
        h("span", { class: "keys-pair" }, h("kbd", null, "←"), h("kbd", null, "→")),
        h("br", null),
        t.text("keys.hint.all"),
        h("kbd", null, "?"),
      ),
  );
}

/**
 * A named tile is led from a row whose tiles look alike: it is led by its name.
 * @param {Context} ctx
 * @param {Table} table
 */
function leadAct(ctx, table) {
  const { t, go, ui, wide } = ctx;
  const tile = leadFromRow(table.view);
  if (tile === null || ui.picked !== null || go.isBehind(table.id)) return null;
  return button(
    {
      key: "lead",
      "data-act": "lead",
      class: "button act go",
      disabled: ui.sent !== null,
      onclick: () => go.tapTile(table.id, tile),
    },
    icon("up"),
    t.text("lay.lead", { tile }),
    wide && h("kbd", { "aria-hidden": "true" }, "1"),
  );
}

/** The picked double may lie lengthwise. @param {Context} ctx @param {Table} table */
function lengthwiseSwitch(ctx, table) {
  const { t, go, ui, wide, settings } = ctx;
  const { view } = table;
  if (ui.picked === null || lengthwiseOf(view, ui.picked) === null) return null;
  return button(
    {
      key: "lengthwise",
      class: "button act act-lengthwise",
      "aria-pressed": String(ui.lengthwise),
      onclick: () => go.turnDouble(table.id),
    },
    icon("cw"),
    t.text("act.lengthwise"),
    wide && settings.letters && h("kbd", { "aria-hidden": "true" }, "L"),
  );
}
