// Arranging a blind row against the memorising clock: by drag, by keys, by the Reverse button. Afterwards nobody sees
// these tiles again.

import { h } from "./dom.js";
import { button, icon, seatName, tilePicture, ticking } from "./context.js";
import { isArranging, rowOf } from "../state/hold.js";
import { followDrag } from "./drag.js";
import { svg } from "./tile.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** The ring's length in drawing units, round a radius of 45. */
export const RING_LENGTH = 2 * Math.PI * 45;

/** In the felt's place. @param {Context} ctx @param {Table} table */
export function arranging(ctx, table) {
  const { t } = ctx;
  const mine = isArranging(table.view);
  return h(
    "section",
    {
      key: "arranging",
      class: "felt arranging",
      "aria-label": t.text("arrange.label"),
      "data-zone": "arrange",
      tabindex: "-1",
    },
    clock(table),
    h(
      "div",
      { class: "arranging-words" },
      h("p", { class: "arranging-title" }, t.text(mine ? "arrange.title" : "arrange.others")),
      h("p", { class: "arranging-line" }, mine ? t.text("arrange.line") : waitingFor(ctx, table)),
    ),
    mine ? row(ctx, table) : null,
  );
}

/** @param {Context} ctx @param {Table} table */
const waitingFor = (ctx, table) =>
  ctx.t.text("arrange.waiting", {
    who: ctx.t.list((table.view.now.awaiting ?? []).map((seat) => seatName(ctx, table, seat))),
  });

/** One deadline for all. @param {Table} table */
function clock({ view, at }) {
  const { clock: left } = view.now;
  if (left === undefined) return null;
  return h(
    "div",
    { class: "ring", role: "timer" },
    h("span", {
      class: "ring-box",
      "aria-hidden": "true",
      "data-left": Math.round(left.left_ms),
      "data-of": left.of_ms,
      "data-at": Math.round(at),
      "data-running": left.running,
      mount: (/** @type {Element} */ element) =>
        element.append(
          svg("svg", { viewBox: "0 0 100 100", class: "ring-picture" }, [
            svg("circle", { class: "ring-track", cx: 50, cy: 50, r: 45 }),
            svg("circle", {
              class: "ring-arc",
              cx: 50,
              cy: 50,
              r: 45,
              "stroke-dasharray": RING_LENGTH,
              transform: "rotate(-90 50 50)",
            }),
          ]),
        ),
    }),
    ticking(left.left_ms, at, { running: left.running, name: "bare" }),
  );
}

/** @param {Context} ctx @param {Table} table */
function row(ctx, table) {
  const { t } = ctx;
  const tiles = rowOf(table.view, ctx.ui.row);
  const unit = rowUnit(tiles.length, ctx);
  return h(
    "div",
    { class: "arranging-row" },
    h(
      "ol",
      { class: "places", "aria-label": t.text("arrange.places", { n: tiles.length }) },
      tiles.map((tile, at) => place(ctx, table, { tile, at, of: tiles.length, unit })),
    ),
    h(
      "p",
      { class: "arranging-ends", "aria-hidden": "true" },
      h("span", null, t.text("arrange.last")),
      h("span", { class: "arranging-first" }, icon("arrow"), t.text("arrange.first")),
    ),
  );
}

/** @param {Context} ctx @param {Table} table @param {{ tile: string, at: number, of: number, unit: number }} where */
function place(ctx, table, { tile, at, of, unit }) {
  const { t, ui, go, settings } = ctx;
  const lifted = ui.lifted === tile;
  return h(
    "li",
    { key: tile, class: `place${lifted ? " place-lifted" : ""}${ui.dragged === tile ? " place-gap" : ""}` },
    button(
      {
        class: "place-button",
        "data-tile": tile,
        "aria-pressed": String(lifted),
        "aria-label": t.text("arrange.place", { tile, n: at + 1, of }),
        onclick: () => go.lift(tile),
        onpointerdown: (/** @type {PointerEvent} */ event) =>
          dragPlace(ctx, table, event, { tile, unit, numerals: settings.numerals }),
      },
      tilePicture(ctx, tile, { unit }),
    ),
    h("span", { class: "place-number", "aria-hidden": "true" }, String(at + 1)),
  );
}

/**
 * @param {Context} ctx
 * @param {Table} table
 * @param {PointerEvent} event
 * @param {{ tile: string, unit: number, numerals: boolean }} carried
 */
function dragPlace({ go }, table, event, carried) {
  const { tile } = carried;
  followDrag(event, {
    ...carried,
    start: () => {
      go.drag(tile);
      return true;
    },
    move: (x, y) => {
      const to = placeUnder(x, y);
      if (to !== null) go.dragInRow(table.id, tile, to);
    },
    drop: () => go.drag(null),
    cancel: () => go.drag(null),
  });
}

/** The place nearest to a pointer. @param {number} x @param {number} y client pixels @returns {number | null} */
function placeUnder(x, y) {
  const boxes = [...document.querySelectorAll(".place")].map((element) => element.getBoundingClientRect());
  const away = boxes.map((box) => Math.hypot(x - box.left - box.width / 2, (y - box.top - box.height / 2) / 2));
  return away.length === 0 ? null : away.indexOf(Math.min(...away));
}

/** What a row's place may take of the felt. @param {number} count @param {Context} ctx */
function rowUnit(count, { wide }) {
  const width = wide ? window.innerWidth - 460 : window.innerWidth - 40;
  const lying = !wide && window.innerWidth > window.innerHeight;
  const most = wide ? 58 : lying ? 34 : window.innerHeight < 620 ? 34 : 46;
  return Math.floor(Math.min(most, ((lying ? width - 200 : width) - 8 * (count - 1)) / Math.max(count, 1)));
}

/** @param {Context} ctx @param {Table} table */
export function arrangeActs({ t, go, ui, wide, settings }, table) {
  return [
    button(
      { key: "reverse", class: "button", disabled: ui.sent !== null, onclick: () => go.reverseRow(table.id) },
      icon("swap"),
      t.text("arrange.reverse"),
    ),
    button(
      { key: "done", class: "button go act-row", disabled: ui.sent !== null, onclick: () => go.finishRow(table.id) },
      t.text("arrange.done"),
      wide && settings.letters && h("kbd", { "aria-hidden": "true" }, "F"),
    ),
  ];
}

/**
 * Keys while a row is arranged: arrows walk along it, with Shift they take the tile along, as they do once it is lifted
 * with Enter.
 * @param {Context} ctx
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key was for the row
 */
export function arrangeKey({ go, ui }, table, event) {
  const row = rowOf(table.view, ui.row);
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.tile : undefined;
  const held = ui.lifted ?? focused;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
  if (event.key === "Escape" && ui.lifted !== null) go.lift(ui.lifted);
  else if (/^[1-9]$/.test(event.key) && row[Number(event.key) - 1] !== undefined)
    focusPlace(row[Number(event.key) - 1]);
  else if (event.key === "Home" || event.key === "End") focusPlace(row[event.key === "Home" ? 0 : row.length - 1]);
  else if (step === 0) return false;
  else if (held === undefined || !row.includes(held)) focusPlace(row[step > 0 ? 0 : row.length - 1]);
  else if (event.shiftKey || ui.lifted !== null) go.moveInRow(table.id, held, row.indexOf(held) + step);
  else focusPlace(row[(row.indexOf(held) + step + row.length) % row.length]);
  return true;
}

/** @param {string} tile */
export const focusPlace = (tile) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`.place-button[data-tile="${tile}"]`))?.focus();
