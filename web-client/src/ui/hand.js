// The own hand on its rack, the own state beside it, and the buttons that exist only when they are legal.

import { h } from "./dom.js";
import { button, icon, ticking, tilePicture } from "./context.js";
import { choices, declarations, isMyTurn, moves, myTiles, scoreOf } from "../state/select.js";
import { turnHint, whoseTurn } from "./sentences.js";
import { notOpen } from "./seats.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @type {Record<string, { icon: import("./icons.js").IconName, key: string }>} */
const ACTS = { draw: { icon: "stock", key: "D" }, pass: { icon: "next", key: "X" }, stop: { icon: "check", key: "S" }, turn_up: { icon: "up", key: "U" } };

/** @param {Context} ctx @param {Table} table */
export function hand(ctx, table) {
  const { t, ui, settings, wide } = ctx;
  const { view } = table;
  const tiles = myTiles(view);
  const mine = isMyTurn(view) && !ctx.go.isBehind(table.id);
  const legal = new Set(moves(view).map(({ tile }) => tile));
  const unit = wide ? wideUnit(tiles.length) : phoneUnit(tiles.length);
  const twoRows = !wide && tiles.length >= 8;
  return h("div", { class: `hand${mine ? " hand-turn" : ""}${twoRows ? " hand-two" : ""}`, style: { "--hand-unit": `${unit}px`, "--hand-row": String(Math.ceil(tiles.length / 2)) } },
    h("ul", { class: "hand-tiles", "aria-label": t.text("hand.label", { n: tiles.length }), tabindex: "-1", "data-zone": "hand" }, tiles.map((tile, i) => {
      const fits = legal.has(tile);
      const picked = ui.picked === tile;
      const sunk = mine && !fits && settings.sink;
      return h("li", { key: tile, class: `held${picked ? " held-picked" : ""}${sunk ? " held-sunk" : ""}` },
        button({
          class: "held-button", "aria-label": tileLabel(ctx, view, tile, mine, fits), "aria-pressed": mine && fits ? String(picked) : undefined,
          "data-tile": tile, onclick: () => ctx.go.tapTile(table.id, tile), title: i < 10 && wide ? String((i + 1) % 10) : undefined,
        }, tilePicture(ctx, tile, { unit })));
    })),
    h("div", { class: "rack", "aria-hidden": "true" }));
}

/** Short side of a hand tile on a phone: all in one row, two rows from eight. @param {number} count */
function phoneUnit(count) {
  const { innerWidth: width, innerHeight: height } = window;
  if (width > height) return Math.floor(Math.min(44, (width - 370 - 8 * count) / Math.max(count, 1)));
  const row = count >= 8 ? Math.ceil(count / 2) : Math.max(count, 1);
  const most = height < 620 ? 38 : 54;
  return Math.floor(Math.min(count >= 8 ? (height < 620 ? 26 : 40) : most, (Math.min(width, 720) - 24 - 8 * (row - 1)) / row));
}

/** @param {number} count */
const wideUnit = (count) => Math.max(26, Math.min(60, Math.floor((Math.min(window.innerWidth, 1680) - 332 - 480) / Math.max(count, 1)) - 12));

/** @param {Context} ctx @param {import("../net/protocol.js").TableView} view @param {string} tile @param {boolean} mine @param {boolean} fits */
function tileLabel({ t }, view, tile, mine, fits) {
  if (!mine) return tile;
  if (!fits) return t.text("hand.does_not_fit", { tile });
  const ends = choices(view, tile).map(({ end }) => t.text(`hand.at.${end}`));
  return t.text("hand.fits", { tile, where: t.list(ends, "disjunction") });
}

/** @param {Context} ctx @param {Table} table */
export function ownState(ctx, table) {
  const { t, ui } = ctx;
  const { view, at } = table;
  const { me } = view;
  if (me === undefined) return h("div", { class: "own" }, h("span", { class: "own-line" }, icon("eye"), t.text("own.watching")), h("span", { class: "own-line" }, whoseTurn(ctx, table)));
  const mine = isMyTurn(view) && !ctx.go.isBehind(table.id);
  const still = mine && (view.now.legal ?? []).includes("stop");
  const { clock } = view.now;
  const onTurn = view.now.seat === me && view.now.phase === "playing";
  return h("div", { class: "own" },
    mine
      ? h("span", { class: "badge", key: "badge" }, icon("arrow"), t.text(still ? "turn.still" : "turn.mine"))
      : h("span", { class: "own-wait", key: "wait" }, whoseTurn(ctx, table)),
    h("span", { class: "own-score", key: "score" }, h("span", { class: "own-you" }, t.text("you")), " ", h("strong", null, t.number(scoreOf(view, me))),
      onTurn && clock !== undefined && h("span", { class: "own-clock" }, icon("clock"), ticking(clock.left_ms, at, clock.running && ui.sent === null)),
      notOpen(view, me) && h("span", { class: "seat-tag" }, t.text("seat.not_open"))),
    h("p", { class: `own-hint${ui.note === null ? "" : " own-note"}`, key: "hint" }, ui.note ?? (mine ? turnHint(ctx, table) : " ")),
    view.seats[me]?.stand_in && h("span", { class: "own-line", key: "bot" }, icon("bot"), t.text("own.bot_played")));
}

/** @param {Context} ctx @param {Table} table */
export function actions(ctx, table) {
  const { t, go, ui, wide, settings } = ctx;
  const acts = go.isBehind(table.id) ? [] : declarations(table.view);
  const count = myTiles(table.view).length;
  return h("div", { class: "acts" },
    acts.map((act) => button({ key: act, class: "button go act", disabled: ui.sent !== null, onclick: () => go.act(table.id, act) },
      icon(ACTS[act]?.icon ?? "check"), t.text(`act.${act}`), wide && settings.letters && h("kbd", { "aria-hidden": "true" }, ACTS[act]?.key ?? ""))),
    wide && acts.length === 0 && table.view.me !== undefined && h("p", { class: "keys-hint", "aria-hidden": "true" },
      t.text("keys.hint.pick"), h("kbd", null, "1"), "…", h("kbd", null, String(Math.min(count, 9) || 7)), t.text("keys.hint.lay"), h("kbd", null, "←"), h("kbd", null, "→"),
      h("br", null), t.text("keys.hint.all"), h("kbd", null, "?")));
}
