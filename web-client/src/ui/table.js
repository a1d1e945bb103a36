// The table: title, seats, felt, ends, hand, own state, and beside them score, log, phrases and rules.

import { h } from "./dom.js";
import { button, gameName, icon } from "./context.js";
import { createFelt } from "./felt.js";
import { choices, isMyTurn, lastLaid, lineOf } from "../state/select.js";
import { wrongTiles } from "../state/wrong.js";
import { absenceCard } from "./absence.js";
import { arranging } from "./arrange.js";
import { banner, header } from "./chrome.js";
import { endsBar } from "./ends.js";
import { optionMark } from "./options.js";
import { actions } from "./acts.js";
import { hand, ownState } from "./hand.js";
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
  return h(
    "div",
    { class: `page-table phase-${phase}${waiting ? " is-seating" : ""}${result && !wide ? " is-over" : ""}` },
    wide ? header(ctx) : null,
    title(ctx, table),
    banner(ctx),
    waiting
      ? dealing
        ? h(
            "main",
            { class: "on-the-way", id: "main", key: "dealing" },
            h("h1", { class: "sr" }, gameName(ctx, table.view.sheet)),
            h("p", { class: "quiet" }, ctx.t.text("table.coming")),
          )
        : seating(ctx, table)
      : h(
          "main",
          { class: "table", id: "main", tabindex: "-1", "data-zone": "table", key: "table" },
          h("h1", { class: "sr" }, gameName(ctx, table.view.sheet)),
          seats(ctx, table),
          phase === "arranging" ? arranging(ctx, table) : felt(ctx, table),
          phase === "arranging" ? null : endsBar(ctx, table),
          absenceCard(ctx, table),
          ownState(ctx, table),
          hand(ctx, table),
          actions(ctx, table),
          result && resultCard(ctx, table),
          wide ? panel(ctx, table) : sheet(ctx, table),
        ),
    !wide && !waiting && tabs(ctx, table),
  );
}

/** @param {Context} ctx @param {Table} table */
function title(ctx, table) {
  const { t, go, settings } = ctx;
  const { view } = table;
  const sound = settings.soundTurn || settings.soundTiles;
  const deal = dealText(ctx, table);
  return h(
    "section",
    { class: "title", "aria-label": t.text("title.label") },
    button(
      { class: "icon-button", "aria-label": t.text("title.leave"), onclick: () => go.askLeave(table.id) },
      icon("back"),
    ),
    h("span", { class: "title-game" }, titleName(ctx, view.sheet)),
    h("span", { class: "title-deal quiet" }, deal),
    optionMark(ctx, view),
    h(
      "span",
      { class: "title-end" },
      view.code !== undefined &&
        button(
          {
            class: "icon-button",
            "aria-label": t.text("title.invite"),
            onclick: () => go.openDialog("invite", { code: view.code }),
          },
          icon("people"),
        ),
      button(
        {
          class: "icon-button",
          "aria-label": t.text(sound ? "title.mute" : "title.sound"),
          onclick: () => go.set({ soundTurn: !sound, soundTiles: !sound, soundClock: !sound }),
        },
        icon(sound ? "sound" : "mute"),
      ),
      button(
        { class: "icon-button", "aria-label": t.text("top.settings"), onclick: () => go.openDialog("settings") },
        icon(ctx.wide ? "sliders" : "menu"),
      ),
    ),
  );
}

/** A long name is too long for a phone. @param {Context} ctx @param {string} sheet */
function titleName(ctx, sheet) {
  const name = gameName(ctx, sheet);
  const short = `short.${sheet}`;
  return !ctx.wide && name.length > 10 && ctx.t.has(short) ? ctx.t.text(short) : name;
}

/** "deal 3, to 101", "deal 3 of 8". @param {Context} ctx @param {Table} table */
function dealText({ t }, { view }) {
  if (view.game === undefined) return "";
  const n = view.game.deal;
  if (view.deals !== undefined && view.deals > 0 && n <= view.deals)
    return t.text("title.deal_of", { n, of: view.deals });
  return view.target === undefined ? t.text("title.deal", { n }) : t.text("title.deal_to", { n, points: view.target });
}

/** @param {Context} ctx @param {Table} table */
function felt(ctx, table) {
  return h("div", {
    key: "felt",
    class: "felt-root",
    tabindex: "-1",
    "data-zone": "felt",
    mount: (element) => {
      const made = createFelt(element, {
        onEnd: (end) => ctx.go.tapEnd(table.id, end),
        onPlaced: (placement) => ctx.go.placed(placement),
      });
      ctx.go.feltIs(made);
      return made;
    },
    sync: (held) => held.update(feltView(ctx, table)),
    unmount: (held) => {
      ctx.go.feltIs(null);
      held.destroy();
    },
  });
}

/** @param {Context} ctx @param {Table} table @returns {import("./felt.js").FeltView} */
function feltView(ctx, table) {
  const { view } = table;
  const { picked, lengthwise } = ctx.ui;
  const mine = isMyTurn(view) && picked !== null ? choices(view, picked, { lengthwise }) : [];
  const last = lastLaid(view);
  const { line, wrong } = wrongTiles(table, lineOf(view), { calm: picked === null });
  return {
    line,
    wrong,
    picked: picked === null || mine.length === 0 ? null : { tile: picked, along: lengthwise },
    legal: mine.map(({ end }) => end),
    lastLaid:
      last === null
        ? null
        : {
            tile: last.tile,
            from: table.live ? ctx.go.plateOf(last.seat, { mine: last.seat === view.me }) : undefined,
          },
    numerals: ctx.settings.numerals,
    reducedMotion: ctx.settings.pace === 0,
    labels: {
      board: lineLabel(ctx, table),
      ends: Object.fromEntries(mine.map((move) => [move.end, moveLabel(ctx, table, move)])),
    },
  };
}
