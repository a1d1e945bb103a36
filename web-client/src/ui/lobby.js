// The lobby: games as small felts, tables that wait, the way in by code.

import { h } from "./dom.js";
import { button, gameName, icon, sentence } from "./context.js";
import { gameLine, inOrder, sampleLine } from "./games.js";
import { optionMark } from "./options.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../net/protocol.js").SheetSummary} SheetSummary */
/** @typedef {import("../net/protocol.js").TableSummary} TableSummary */

/** @param {Context} ctx */
export function lobby(ctx) {
  return h(
    "main",
    { class: "lobby", id: "main", tabindex: "-1", "data-zone": "lobby" },
    h(
      "div",
      { class: "lobby-games" },
      h(
        "div",
        { class: "lobby-head" },
        h("h1", { class: ctx.wide ? "" : "sr" }, ctx.t.text("lobby.title")),
        ctx.wide && waysIn(ctx),
      ),
      returnTo(ctx),
      games(ctx),
    ),
    h("div", { class: "lobby-side" }, codeForm(ctx), openTables(ctx)),
  );
}

/** @param {Context} ctx */
function waysIn({ t, go }) {
  return h(
    "div",
    { class: "ways" },
    button({ class: "button ways-code", onclick: () => go.openDialog("code") }, icon("code"), t.text("lobby.by_code")),
    button({ class: "button", onclick: () => go.openDialog("bots") }, icon("bot"), t.text("lobby.bots")),
    button({ class: "button go", onclick: () => go.openDialog("new") }, icon("plus"), t.text("lobby.new")),
  );
}

/** Seats of mine at tables that go on. @param {Context} ctx */
function returnTo(ctx) {
  const { state, t, go } = ctx;
  if (state.seats.length === 0) return null;
  return h(
    "ul",
    { class: "card returns", "aria-label": t.text("lobby.my_seats") },
    state.seats.map((seat) =>
      h(
        "li",
        { key: seat.table, class: "row" },
        h(
          "span",
          { class: "row-text" },
          h("strong", null, gameName(ctx, seat.sheet)),
          " ",
          t.text(seat.waiting ? "lobby.waits_for_you" : "lobby.goes_on"),
        ),
        button({ class: "button go", onclick: () => go.visit(`#/table/${seat.table}`) }, t.text("lobby.return")),
      ),
    ),
  );
}

/** @param {Context} ctx */
function games(ctx) {
  const { state, t, ui, go, wide } = ctx;
  if (state.sheets === null) return h("p", { class: "quiet" }, t.text("lobby.loading"));
  const sheets = inOrder(state.sheets);
  const shown = wide ? sheets : sheets.slice(0, sheets.length > 8 ? 7 : 8);
  return [
    h(
      "ul",
      { class: "games" },
      shown.map((sheet) => gameCard(ctx, sheet)),
      shown.length < sheets.length &&
        h(
          "li",
          { key: "more" },
          button(
            { class: "game game-more", onclick: () => go.openDialog("games") },
            icon("plus"),
            h("span", { class: "game-short" }, t.text("lobby.more", { n: sheets.length - shown.length })),
          ),
        ),
    ),
    !wide &&
      button(
        { class: "button go play-now", disabled: ui.busy, onclick: () => go.playBots(ui.game) },
        icon("play"),
        h("span", null, t.text("lobby.play", { game: gameName(ctx, ui.game) })),
      ),
    !wide &&
      h(
        "div",
        { class: "ways-phone" },
        button({ class: "button", onclick: () => go.openDialog("bots") }, icon("bot"), t.text("lobby.bots")),
        button({ class: "button", onclick: () => go.openDialog("new") }, icon("plus"), t.text("lobby.new")),
      ),
  ];
}

/**
 * One click on a desktop sits down against bots; on a phone it picks the game for the big button.
 * @param {Context} ctx
 * @param {SheetSummary} sheet
 */
export function gameCard(ctx, sheet) {
  const { t, ui, go, wide } = ctx;
  const name = gameName(ctx, sheet.id);
  const picked = ui.game === sheet.id;
  return h(
    "li",
    { key: sheet.id },
    button(
      {
        class: `game${picked ? " game-picked" : ""}`,
        disabled: ui.busy,
        "aria-pressed": wide ? undefined : String(picked),
        onclick: () => (wide ? go.playBots(sheet.id) : go.pickGame(sheet.id)),
      },
      sampleLine(ctx, sheet.id, sampleUnit(ctx), wide ? 4 : 2),
      h("span", { class: "game-name" }, name),
      h("span", { class: "game-short" }, shortName(ctx, sheet.id)),
      h("span", { class: "game-line" }, gameLine(ctx, sheet)),
      wide && h("span", { class: "game-now" }, t.text("lobby.play_now"), icon("arrow")),
    ),
  );
}

/** Two lying tiles fit the narrowest card. @param {Context} ctx */
const sampleUnit = ({ wide }) => (wide ? 26 : window.innerWidth < 360 ? 14 : 17);

/** @param {Context} ctx @param {string} id */
const shortName = (ctx, id) => (ctx.t.has(`short.${id}`) ? ctx.t.text(`short.${id}`) : gameName(ctx, id));

/** @param {Context} ctx */
function codeForm({ t, go, wide }) {
  if (wide) return null;
  return h(
    "form",
    {
      class: "card code-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        go.joinCode(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("code") ?? ""));
      },
    },
    h("label", { for: "lobby-code" }, t.text("code.label")),
    h("input", {
      id: "lobby-code",
      name: "code",
      class: "input code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: "20",
    }),
    h("button", { class: "button", type: "submit" }, t.text("code.join")),
  );
}

/** @param {Context} ctx */
function openTables(ctx) {
  const { state, t } = ctx;
  const tables = state.lobby ?? [];
  const waiting = tables.filter((table) => table.phase === "seating");
  const playing = tables.filter((table) => table.phase !== "seating");
  return h(
    "section",
    { class: "card tables", "aria-labelledby": "tables-title" },
    h(
      "div",
      { class: "card-head" },
      h("h2", { id: "tables-title" }, t.text("tables.title")),
      h("span", { class: "quiet" }, t.text("tables.counts", { waiting: waiting.length, playing: playing.length })),
    ),
    tables.length === 0
      ? h("p", { class: "quiet tables-empty" }, t.text(state.lobby === null ? "lobby.loading" : "tables.empty"))
      : h(
          "ul",
          null,
          [...waiting, ...playing].map((table) => tableRow(ctx, table)),
        ),
  );
}

/** @param {Context} ctx @param {TableSummary} table */
function tableRow(ctx, table) {
  const { t, go, ui, state } = ctx;
  const game = gameName(ctx, table.sheet);
  const opener =
    table.seats.find((seat) => seat.kind === "person")?.name ??
    table.seats.find((seat) => seat.name !== undefined)?.name;
  const taken = table.seats.filter((seat) => seat.name !== undefined).length;
  const free = table.seats.length - taken;
  const clock = t.text("tables.clock", { seconds: Math.round(table.settings.clock_ms / 1000) });
  const deals = Number(
    table.options?.["match.deals"] ?? state.sheets?.find((sheet) => sheet.id === table.sheet)?.deals ?? 0,
  );
  const facts =
    table.target !== undefined
      ? t.text("tables.line", { points: table.target, clock })
      : deals > 0
        ? t.text("tables.deals", { n: deals, clock })
        : clock;
  return h(
    "li",
    { key: table.table, class: "row table-row" },
    h(
      "span",
      { class: "table-name" },
      h("strong", null, game),
      " ",
      opener === undefined
        ? ""
        : h("span", { class: "quiet" }, sentence(ctx, "tables.with", { who: { name: opener } })),
    ),
    h("span", { class: "table-facts quiet" }, facts, " ", optionMark(ctx, table)),
    h(
      "span",
      { class: "dots", role: "img", "aria-label": t.text("tables.seats", { taken, n: table.seats.length }) },
      table.seats.map((seat) => h("i", { class: seat.name === undefined ? "dot" : "dot dot-taken" })),
    ),
    free > 0
      ? button(
          {
            class: "button",
            disabled: ui.busy,
            "aria-label": t.text("tables.sit_at", { game }),
            onclick: () => go.sit(table.table),
          },
          t.text("tables.sit"),
        )
      : button(
          {
            class: "button",
            disabled: ui.busy || !table.settings.watchers,
            "aria-label": t.text("tables.watch_at", { game }),
            onclick: () => go.watch(table.table),
          },
          t.text("tables.watch"),
        ),
  );
}
