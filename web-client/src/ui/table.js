// The table: title, seats, felt, ends, hand, own state, and beside them score, log, phrases and rules.

import { h } from "./dom.js";
import { button, gameName, icon, tilePicture } from "./context.js";
import { createFelt } from "./felt.js";
import { drawHalf } from "./tile.js";
import { choices, isMyTurn, lastLaid, lineOf, openEnds } from "../state/select.js";
import { banner, header } from "./chrome.js";
import { actions, hand, ownState } from "./hand.js";
import { lineLabel, moveLabel } from "./sentences.js";
import { resultCard } from "./result.js";
import { seating } from "./seating.js";
import { seats } from "./seats.js";
import { panel, sheet, tabs } from "./panel.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @param {Context} ctx @param {Table} table */
export function tablePage(ctx, table) {
  const { wide } = ctx;
  const { phase } = table.view.now;
  const waiting = phase === "seating" || table.view.game === undefined;
  const dealing = waiting && phase === "playing";
  const over = phase === "between_deals" || phase === "match_over";
  const result = over && !ctx.go.isBehind(table.id);
  return h("div", { class: `page-table phase-${phase}${waiting ? " is-seating" : ""}${result && !wide ? " is-over" : ""}` },
    wide ? header(ctx) : null,
    title(ctx, table),
    banner(ctx),
    waiting
      ? dealing ? h("main", { class: "on-the-way", id: "main", key: "dealing" }, h("h1", { class: "sr" }, gameName(ctx, table.view.sheet)), h("p", { class: "quiet" }, ctx.t.text("table.coming"))) : seating(ctx, table)
      : h("main", { class: "table", id: "main", tabindex: "-1", "data-zone": "table", key: "table" },
        h("h1", { class: "sr" }, gameName(ctx, table.view.sheet)),
        seats(ctx, table),
        felt(ctx, table),
        endsBar(ctx, table),
        ownState(ctx, table), hand(ctx, table), actions(ctx, table),
        result && resultCard(ctx, table),
        wide ? panel(ctx, table) : sheet(ctx, table)),
    !wide && !waiting && tabs(ctx, table));
}

/** @param {Context} ctx @param {Table} table */
function title(ctx, table) {
  const { t, go, settings } = ctx;
  const { view } = table;
  const sound = settings.soundTurn || settings.soundTiles;
  const deal = view.game === undefined ? "" : view.target === undefined ? t.text("title.deal", { n: view.game.deal }) : t.text("title.deal_to", { n: view.game.deal, points: view.target });
  return h("section", { class: "title", "aria-label": t.text("title.label") },
    button({ class: "icon-button", "aria-label": t.text("title.leave"), onclick: () => go.askLeave(table.id) }, icon("back")),
    h("span", { class: "title-game" }, gameName(ctx, view.sheet)),
    h("span", { class: "title-deal quiet" }, deal),
    h("span", { class: "title-end" },
      view.code !== undefined && button({ class: "icon-button", "aria-label": t.text("title.invite"), onclick: () => go.openDialog("invite", { code: view.code }) }, icon("people")),
      button({ class: "icon-button", "aria-label": t.text(sound ? "title.mute" : "title.sound"), onclick: () => go.set({ soundTurn: !sound, soundTiles: !sound, soundClock: !sound }) }, icon(sound ? "sound" : "mute")),
      button({ class: "icon-button", "aria-label": t.text("top.settings"), onclick: () => go.openDialog("settings") }, icon(ctx.wide ? "sliders" : "menu"))));
}

/** @param {Context} ctx @param {Table} table */
function felt(ctx, table) {
  return h("div", {
    key: "felt", class: "felt-root", tabindex: "-1", "data-zone": "felt",
    mount: (element) => createFelt(element, { onEnd: (end) => ctx.go.tapEnd(table.id, end), onPlaced: (placement) => ctx.go.placed(placement) }),
    sync: (held) => held.update(feltView(ctx, table)),
    unmount: (held) => held.destroy(),
  });
}

/** @param {Context} ctx @param {Table} table @returns {import("./felt.js").FeltView} */
function feltView(ctx, table) {
  const { view } = table;
  const { picked } = ctx.ui;
  const mine = isMyTurn(view) && picked !== null ? choices(view, picked) : [];
  const last = lastLaid(view);
  return {
    line: lineOf(view),
    picked: picked === null || mine.length === 0 ? null : { tile: picked },
    legal: mine.map(({ end }) => end),
    lastLaid: last === null ? null : { tile: last.tile, from: table.live ? ctx.go.plateOf(last.seat, last.seat === view.me) : undefined },
    numerals: ctx.settings.numerals,
    reducedMotion: ctx.settings.pace === 0,
    labels: { board: lineLabel(ctx, table), ends: Object.fromEntries(mine.map((move) => [move.end, moveLabel(ctx, table, move)])) },
  };
}

/** Half-tile chips of the open ends with the way each arm grows, and the stock between them. @param {Context} ctx @param {Table} table */
function endsBar(ctx, table) {
  const { t, ui } = ctx;
  const { view } = table;
  const open = openEnds(view);
  const legal = ui.picked === null || !isMyTurn(view) ? [] : choices(view, ui.picked).map(({ end }) => end);
  const { stock, drawable } = view.now;
  const never = drawable === 0 && stock > 0;
  // Where every tile is dealt there is no stock to speak of; where one was drawn empty, its 0 matters.
  const all = stock === 0 && table.log.some(({ fact }) => fact.type === "dealt" && fact.stock === 0);
  return h("div", { class: "ends", role: "group", "aria-label": t.text("ends.label") },
    h("div", { class: "chips" }, open.map(({ end, number, double }, i) => endChip(ctx, table, { end, number, double }, i, legal.includes(end)))),
    h("span", { class: "ends-word", "aria-hidden": "true" }, open.length > 0 ? t.text("ends.open") : ""),
    !all && h("div", { class: "stock" },
      h("span", { class: "stock-pile", "aria-hidden": "true" }, Array.from({ length: Math.min(stock, 3) }, (_, i) => tilePicture(ctx, null, { unit: 16, closed: true, key: `s${i}` }))),
      h("strong", null, t.number(stock)), " ", h("span", { class: "stock-word" }, t.text(never ? "stock.aside" : "stock.left", { n: stock }))));
}

/** @param {Context} ctx @param {Table} table @param {{ end: import("../net/protocol.js").EndName, number: number, double: boolean }} open @param {number} at @param {boolean} legal */
function endChip(ctx, table, { end, number }, at, legal) {
  const { t, go, ui, settings } = ctx;
  const chip = h("span", { class: "chip", key: `${number}${settings.numerals}`, mount: (element) => element.append(drawHalf(number, { unit: 26, numerals: settings.numerals })) });
  const arrow = h("span", { class: "chip-arrow" }, icon(ARROWS[go.growth(end)] ?? "arrow"));
  const props = { class: `end-chip${at % 2 === 1 ? " end-last" : ""}${legal ? " end-legal" : ""}`, "data-end-chip": end };
  if (!legal || ui.picked === null) {
    return h("span", { key: end, ...props, role: "img", "aria-label": t.text(`ends.at.${end}`, { number }) }, arrow, chip);
  }
  return button({ key: `${end}-act`, ...props, "aria-label": moveLabel(ctx, table, { tile: ui.picked, end }), onclick: () => go.tapEnd(table.id, end) }, arrow, chip);
}

/** @type {Record<string, import("./icons.js").IconName>} */
const ARROWS = { up: "up", down: "dn", left: "left", right: "arrow" };
