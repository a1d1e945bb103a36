// The own hand on its rack, and the own state beside it.

import { h } from "./dom.js";
import { button, icon, ticking, tilePicture } from "./context.js";
import { isArranging, isRowClosed, isStrict } from "../state/hold.js";
import { fitsAnEnd, fittingChoices, isMyTurn, moves, myTiles, scoreOf } from "../state/select.js";
import { followDrag } from "./drag.js";
import { closedRow } from "./row.js";
import { turnHint, whoseTurn } from "./sentences.js";
import { notOpen } from "./seats.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @param {Context} ctx @param {Table} table */
export function hand(ctx, table) {
  const { t, wide } = ctx;
  const { view } = table;
  if (view.now.phase === "arranging" && isArranging(view)) return null;
  const closed = isRowClosed(view) || (view.now.phase === "arranging" && view.me !== undefined);
  const tiles = myTiles(view);
  const count = closed ? (view.now.hands[view.me ?? 0] ?? 0) : tiles.length;
  const mine = isMyTurn(view) && !ctx.go.isBehind(table.id);
  const unit = wide ? wideUnit(count) : closed ? rowUnit(count) : phoneUnit(count);
  const twoRows = !wide && !closed && count >= 8;
  return h(
    "div",
    {
      key: "hand",
      class: `hand${mine ? " hand-turn" : ""}${twoRows ? " hand-two" : ""}`,
      style: { "--hand-unit": `${unit}px`, "--hand-row": String(Math.ceil(count / 2)) },
    },
    closed
      ? closedRow(ctx, table, unit)
      : h(
          "ul",
          {
            class: "hand-tiles",
            "aria-label": t.text("hand.label", { n: tiles.length }),
            tabindex: "-1",
            "data-zone": "hand",
          },
          tiles.map((tile, i) => heldTile(ctx, table, { tile, i, unit, mine })),
        ),
    h("div", { class: "rack", "aria-hidden": "true" }),
  );
}

/** @param {Context} ctx @param {Table} table @param {{ tile: string, i: number, unit: number, mine: boolean }} held */
function heldTile(ctx, table, { tile, i, unit, mine }) {
  const { ui, settings, wide, go } = ctx;
  const { view } = table;
  const legal = moves(view).some((move) => move.tile === tile);
  // A strict table refuses nothing: there the page judges by what lies open, and only shows it.
  const fits = legal && (!isStrict(view) || view.game?.line === undefined || fitsAnEnd(view, tile));
  const picked = ui.picked === tile;
  const sunk = mine && !fits && settings.sink && !picked;
  return h(
    "li",
    {
      key: tile,
      class: ["held", picked && "held-picked", sunk && "held-sunk", ui.dragged === tile && "held-dragged"]
        .filter(Boolean)
        .join(" "),
    },
    button(
      {
        class: "held-button",
        "aria-label": tileLabel(ctx, view, tile, { mine, fits }),
        "aria-pressed": mine && legal ? String(picked) : undefined,
        "data-tile": tile,
        onclick: () => go.tapTile(table.id, tile),
        title: i < 10 && wide ? String((i + 1) % 10) : undefined,
        onpointerdown: (/** @type {PointerEvent} */ event) =>
          followDrag(event, {
            tile,
            unit,
            numerals: settings.numerals,
            start: () => {
              const may = mine && legal && go.pick(table.id, tile);
              if (may) go.drag(tile);
              return may;
            },
            drop: (x, y) => {
              go.drag(null);
              go.drop(table.id, x, y);
            },
            cancel: () => {
              go.drag(null);
              go.putBack();
            },
          }),
      },
      tilePicture(ctx, tile, { unit }),
    ),
  );
}

/** A row face down is one row, however long: its right end is turned up first. @param {number} count */
const rowUnit = (count) =>
  Math.min(
    phoneUnit(Math.min(count, 7)),
    Math.floor(
      (Math.min(window.innerWidth, 720) - 24 - 8 * (count - 1) - (window.innerWidth > window.innerHeight ? 360 : 0)) /
        Math.max(count, 1),
    ),
  );

/** Short side of a hand tile on a phone: all in one row, two rows from eight. @param {number} count */
function phoneUnit(count) {
  const { innerWidth: width, innerHeight: height } = window;
  if (width > height) return Math.floor(Math.min(44, (width - 370 - 8 * count) / Math.max(count, 1)));
  const row = count >= 8 ? Math.ceil(count / 2) : Math.max(count, 1);
  const most = height < 620 ? 38 : 54;
  return Math.floor(
    Math.min(count >= 8 ? (height < 620 ? 26 : 40) : most, (Math.min(width, 720) - 24 - 8 * (row - 1)) / row),
  );
}

/** @param {number} count */
const wideUnit = (count) =>
  Math.max(26, Math.min(60, Math.floor((Math.min(window.innerWidth, 1680) - 332 - 480) / Math.max(count, 1)) - 12));

/**
 * @param {Context} ctx
 * @param {import("../state/view.js").TableView} view
 * @param {string} tile
 * @param {{ mine: boolean, fits: boolean }} held
 */
function tileLabel({ t }, view, tile, { mine, fits }) {
  if (!mine) return tile;
  if (!fits) return t.text("hand.does_not_fit", { tile });
  const ends = fittingChoices(view, tile).map(({ end }) => t.text(`hand.at.${end}`));
  return t.text("hand.fits", { tile, where: t.list(ends, "disjunction") });
}

/** @param {Context} ctx @param {Table} table */
export function ownState(ctx, table) {
  const { t, ui } = ctx;
  const { view, at } = table;
  const { me } = view;
  if (me === undefined)
    return h(
      "div",
      { class: "own" },
      h("span", { class: "own-line" }, icon("eye"), t.text("own.watching")),
      h("span", { class: "own-line" }, whoseTurn(ctx, table)),
    );
  const mine = isMyTurn(view) && !ctx.go.isBehind(table.id);
  const still = mine && table.log.length > 0 && goesOn(table);
  const arranging = view.now.phase === "arranging";
  const { clock } = view.now;
  const onTurn = view.now.seat === me && view.now.phase === "playing";
  return h(
    "div",
    { class: `own${isArranging(view) ? " own-arranging" : ""}` },
    isArranging(view)
      ? h("span", { class: "badge", key: "badge" }, icon("pen"), t.text("arrange.badge"))
      : arranging
        ? h("span", { class: "own-wait", key: "wait" }, icon("check"), t.text("arrange.ready"))
        : mine
          ? h("span", { class: "badge", key: "badge" }, icon("arrow"), t.text(still ? "turn.still" : "turn.mine"))
          : h("span", { class: "own-wait", key: "wait" }, whoseTurn(ctx, table)),
    h(
      "span",
      { class: "own-score", key: "score" },
      h("span", { class: "own-you" }, t.text("you")),
      " ",
      h("strong", null, t.number(scoreOf(view, me))),
      notOpen(view, me) && h("span", { class: "seat-tag" }, t.text("seat.not_open")),
    ),
    onTurn &&
      clock !== undefined &&
      h(
        "span",
        { class: "own-clock", key: "clock" },
        icon("clock"),
        ticking(clock.left_ms, at, { running: clock.running && ui.sent === null }),
      ),
    h(
      "p",
      { class: `own-hint${ui.note === null ? "" : " own-note"}`, key: "hint" },
      ui.note ?? (mine ? turnHint(ctx, table) : " "),
    ),
    view.seats[me]?.stand_in && h("span", { class: "own-line", key: "bot" }, icon("bot"), t.text("own.bot_played")),
  );
}

/** I have laid, drawn or turned up something in this turn already. @param {Table} table */
function goesOn({ log, view }) {
  const last = log
    .map(({ fact }) => fact)
    .filter(({ type }) => OF_A_TURN.has(type))
    .pop();
  return (
    last !== undefined &&
    "seat" in last &&
    last.seat === view.me &&
    last.type !== "passed" &&
    last.type !== "stopped" &&
    last.type !== "taken_back"
  );
}
const OF_A_TURN = new Set(["led", "played", "drew", "passed", "stopped", "misfit", "taken_back", "dealt"]);
