// Beside the felt: the score, and under it log, phrases and rules. On a phone the same as sheets from below.

import { h } from "./dom.js";
import { button, icon, richText, seatName, sideName } from "./context.js";
import { unmuted } from "../state/muted.js";
import { foldedLog, progress, seatsOfSide } from "../state/select.js";
import { PHRASES } from "../net/protocol.js";
import { factParts } from "./sentences.js";
import { tableRules } from "./rules.js";
import { warnings } from "./warnings.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @type {readonly [tab: string, icon: import("./icons.js").IconName][]} */
const TABS = [
  ["log", "log"],
  ["chat", "chat"],
  ["score", "cup"],
  ["rules", "book"],
];

/** The desktop's side. @param {Context} ctx @param {Table} table */
export function panel(ctx, table) {
  const { t, ui, go } = ctx;
  const tab = ui.tab === "score" ? "log" : ui.tab;
  return h(
    "aside",
    { class: "side", "aria-label": t.text("side.label") },
    h(
      "section",
      { class: "card score-card", "aria-labelledby": "score-title" },
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "score-title" }, t.text("score.title")),
        h("span", { class: "quiet" }, t.text(`score.goal.${table.view.goal}`)),
      ),
      score(ctx, table),
    ),
    warnings(ctx, table),
    h(
      "section",
      { class: "card side-card" },
      h(
        "div",
        {
          class: "side-tabs",
          role: "tablist",
          "aria-label": t.text("side.label"),
          onkeydown: (/** @type {KeyboardEvent} */ event) => arrowTabs(ctx, event, tab),
        },
        TABS.filter(([name]) => name !== "score").map(([name]) =>
          button(
            {
              key: name,
              role: "tab",
              id: `tab-${name}`,
              class: "side-tab",
              "aria-selected": String(tab === name),
              "aria-controls": "side-body",
              tabindex: tab === name ? "0" : "-1",
              onclick: () => go.openTab(name),
            },
            t.text(`tab.${name}`),
          ),
        ),
      ),
      h(
        "div",
        { class: "side-body", id: "side-body", role: "tabpanel", "aria-labelledby": `tab-${tab}`, tabindex: "0" },
        body(ctx, table, tab),
      ),
      h("div", { class: "phrases" }, phrases(ctx, table, PHRASES.slice(0, 5))),
    ),
  );
}

/** @param {Context} ctx @param {KeyboardEvent} event @param {string} tab */
function arrowTabs({ go }, event, tab) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  const names = TABS.map(([name]) => name).filter((name) => name !== "score");
  const next = names[(names.indexOf(tab) + step + names.length) % names.length];
  event.preventDefault();
  event.stopPropagation();
  go.openTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}

/** The phone's tabs. @param {Context} ctx @param {Table} _table */
export function tabs({ t, ui, go }, _table) {
  return h(
    "nav",
    { class: "tab-bar", "aria-label": t.text("side.label") },
    TABS.map(([name, picture]) =>
      button(
        {
          key: name,
          class: "nav-link",
          "aria-expanded": String(ui.sheet === name),
          onclick: () => go.openSheet(ui.sheet === name ? null : name),
        },
        icon(picture),
        t.text(`tab.${name}`),
      ),
    ),
  );
}

/**
 * The open tab of a phone: from below, the felt's upper half and the turn stay in sight.
 * @param {Context} ctx
 * @param {Table} table
 */
export function sheet(ctx, table) {
  const { t, ui, go } = ctx;
  if (ui.sheet === null) return null;
  return h(
    "section",
    {
      class: "bottom-sheet",
      key: `sheet-${ui.sheet}`,
      "aria-label": t.text(`tab.${ui.sheet}`),
      "data-zone": "sheet",
      tabindex: "-1",
    },
    h(
      "div",
      { class: "card-head" },
      h("h2", null, t.text(`tab.${ui.sheet}`)),
      button({ class: "icon-button", "aria-label": t.text("close"), onclick: () => go.openSheet(null) }, icon("close")),
    ),
    h(
      "div",
      { class: "sheet-body", tabindex: "0", role: "region", "aria-label": t.text(`tab.${ui.sheet}`) },
      body(ctx, table, ui.sheet),
    ),
  );
}

/** @param {Context} ctx @param {Table} table @param {string} tab */
function body(ctx, table, tab) {
  if (tab === "score") return [score(ctx, table), warnings(ctx, table)];
  if (tab === "chat") return chat(ctx, table);
  if (tab === "rules") return rules(ctx, table);
  return log(ctx, table);
}

/** @param {Context} ctx @param {Table} table */
function score(ctx, table) {
  const { t } = ctx;
  const { view } = table;
  const sides = view.pairs ? [0, 1] : view.seats.map((_, seat) => seat);
  const first = view.me === undefined ? 0 : view.pairs ? view.me % 2 : view.me;
  const order = sides.map((_, i) => sides[(i + first) % sides.length]);
  const losing = view.goal === "reach_loses";
  return h(
    "dl",
    { class: "score" },
    order.map((side) => {
      const mine = view.me !== undefined && seatsOfSide(view, side).includes(view.me);
      const part = progress(view, side);
      return h(
        "div",
        { key: side, class: `score-row${mine ? " score-mine" : ""}` },
        h(
          "dt",
          null,
          mine && !view.pairs ? t.text("you") : h("bdi", null, sideName(ctx, table, seatsOfSide(view, side))),
        ),
        h(
          "dd",
          { class: `score-bar${losing && part > 0.66 ? " score-near" : ""}`, "aria-hidden": "true" },
          h("i", { style: { width: `${part * 100}%` } }),
        ),
        h("dd", { class: "score-points" }, t.number(view.now.score[side] ?? 0)),
      );
    }),
    view.game !== undefined &&
      view.game.pot > 0 &&
      h(
        "div",
        { key: "pot", class: "score-row" },
        h("dt", null, t.text("score.pot")),
        h("dd", { class: "score-bar" }),
        h("dd", { class: "score-points" }, t.number(view.game.pot)),
      ),
  );
}

/** @param {Context} ctx @param {Table} table */
function log(ctx, table) {
  const lines = foldedLog(table.log, table.view).flatMap((line) => {
    const parts = factParts(ctx, table, line);
    if (parts === null) return [];
    return [
      h(
        "li",
        { key: line.n, class: REFEREE.has(line.fact.type) ? "log-referee" : "" },
        richText(parts),
        line.points > 0 && [" ", h("strong", { class: "log-points" }, ctx.t.text("seat.award", { n: line.points }))],
      ),
    ];
  });
  if (lines.length === 0) return h("p", { class: "quiet" }, ctx.t.text("log.empty"));
  return h("ol", { class: "log", mount: undefined, sync: (_, element) => keepAtEnd(element) }, lines);
}

/** What the table itself says. */
const REFEREE = new Set(["ruled", "warned", "challenged", "taken_back"]);

/** The newest line stays in sight unless somebody reads further up. @param {HTMLElement} list */
function keepAtEnd(list) {
  const box = list.parentElement;
  if (box === null) return;
  const count = String(list.childElementCount);
  if (list.dataset.lines === count) return;
  const reading = list.dataset.lines !== undefined && box.scrollHeight - box.scrollTop - box.clientHeight > 80;
  list.dataset.lines = count;
  if (!reading) box.scrollTop = box.scrollHeight;
}

/** @param {Context} ctx @param {Table} table */
function chat(ctx, table) {
  const { t, wide, muted } = ctx;
  const said = unmuted(table, muted);
  const hidden = table.view.seats.filter(({ player }) => player !== undefined && muted.has(player)).length;
  return [
    hidden > 0 && h("p", { class: "quiet", key: "hidden" }, icon("mute"), t.text("chat.muted", { n: hidden })),
    said.length === 0
      ? h("p", { class: "quiet", key: "none" }, t.text("chat.empty"))
      : h(
          "ol",
          { class: "log", key: "said" },
          said.map(({ seat, phrase }, i) =>
            h(
              "li",
              { key: i },
              h("bdi", { class: "name" }, seat === table.view.me ? t.text("you") : seatName(ctx, table, seat)),
              ": ",
              t.has(`phrase.${phrase}`) ? t.text(`phrase.${phrase}`) : phrase,
            ),
          ),
        ),
    wide ? null : h("div", { class: "phrases", key: "phrases" }, phrases(ctx, table, PHRASES)),
    wide && h("div", { class: "phrases phrases-all", key: "all" }, phrases(ctx, table, PHRASES.slice(5))),
  ];
}

/** @param {Context} ctx @param {Table} table @param {readonly string[]} list */
const phrases = ({ t, go }, table, list) =>
  table.view.me === undefined
    ? null
    : list.map((phrase) =>
        button(
          {
            key: phrase,
            class: "phrase",
            onclick: () => go.phrase(table.id, phrase),
          },
          t.text(`phrase.${phrase}`),
        ),
      );

/** @param {Context} ctx @param {Table} table */
function rules(ctx, table) {
  const { sheet, options, seats } = table.view;
  return h("div", { class: "rules-tab" }, tableRules(ctx, sheet, options, seats.length));
}
