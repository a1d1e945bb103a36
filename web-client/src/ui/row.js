// My row of a blind game: backs, the tile that is turned up at its right, and for a moment the misfit at its left. The
// backs all look the same, and nothing in them tells which tile is which.

import { h } from "./dom.js";
import { button, tilePicture } from "./context.js";
import { myTurnedUp } from "../state/hold.js";
import { declarations } from "../state/select.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @param {Context} ctx @param {Table} table @param {number} unit */
export function closedRow(ctx, table, unit) {
  const { t, go, ui } = ctx;
  const { view, glimpse } = table;
  const count = view.me === undefined ? 0 : (view.now.hands[view.me] ?? 0);
  const turned = myTurnedUp(view);
  const misfit = glimpse !== null && glimpse.kind === "misfit" && glimpse.seat === view.me ? glimpse.tile : null;
  const mayTurn = declarations(view).includes("turn_up") && !go.isBehind(table.id);
  const places = Array.from({ length: count }, (_, at) => {
    if (at === count - 1 && turned !== null) return turnedTile(ctx, table, turned, unit);
    if (at === 0 && misfit !== null)
      return h(
        "li",
        { key: "misfit", class: "held held-misfit", "aria-label": t.text("row.misfit", { tile: misfit }) },
        tilePicture(ctx, misfit, { unit }),
      );
    const back = tilePicture(ctx, null, { unit, closed: true, key: "back" });
    if (at === count - 1 && mayTurn) {
      return h(
        "li",
        { key: "next", class: "held held-next" },
        button(
          {
            class: "held-button",
            "aria-label": t.text("row.turn_up", { n: count }),
            disabled: ui.sent !== null,
            onclick: () => go.turnUp(table.id),
          },
          back,
        ),
      );
    }
    return h("li", { key: `back${at}`, class: "held held-closed" }, back);
  });
  return h(
    "ul",
    {
      class: "hand-tiles row-closed",
      "aria-label": t.text("row.label", { n: count }),
      tabindex: "-1",
      "data-zone": "hand",
    },
    places,
  );
}

/**
 * It must be laid: its ends are lit.
 * @param {Context} ctx
 * @param {Table} table
 * @param {string} tile
 * @param {number} unit
 */
function turnedTile(ctx, table, tile, unit) {
  const { t, ui, go } = ctx;
  return h(
    "li",
    { key: `turned${tile}`, class: `held held-turned${ui.picked === tile ? " held-picked" : ""}` },
    button(
      {
        class: "held-button",
        "data-tile": tile,
        "aria-pressed": String(ui.picked === tile),
        "aria-label": t.text("row.turned", { tile }),
        onclick: () => go.tapTile(table.id, tile),
      },
      tilePicture(ctx, tile, { unit }),
    ),
  );
}
