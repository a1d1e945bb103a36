// The ends bar: half-tile chips with the way each arm grows, the ends' sum where it scores, and the stock.

import { h } from "./dom.js";
import { button, icon, tilePicture } from "./context.js";
import { drawHalf } from "./tile.js";
import { choices, isMyTurn, openEnds } from "../state/select.js";
import { sumOf } from "../state/sum.js";
import { moveLabel, sumText } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */
/** @typedef {import("../net/protocol.js").EndName} EndName */
/** @typedef {{ end: EndName, number: number, double: boolean }} OpenEnd */

/** @param {Context} ctx @param {Table} table */
export function endsBar(ctx, table) {
  const { t, ui } = ctx;
  const { view } = table;
  const open = openEnds(view);
  const legal = ui.picked === null || !isMyTurn(view) ? [] : choices(view, ui.picked, ui).map(({ end }) => end);
  const sum = sumOf(view);
  const chips = open.map((end, i) => endChip(ctx, table, end, { at: i, legal: legal.includes(end.end) }));
  return h(
    "div",
    {
      class: `ends${sum === null ? "" : " ends-scoring"}${open.length > 2 ? " ends-four" : ""}`,
      role: "group",
      "aria-label": t.text("ends.label"),
    },
    sum === null
      ? [
          h("div", { class: "chips" }, chips),
          h("span", { class: "ends-word", "aria-hidden": "true" }, open.length > 0 ? t.text("ends.open") : ""),
        ]
      : sumBar(ctx, table, sum, chips),
    stock(ctx, table),
  );
}

/**
 * Each end's part, the spinner's own, the sum, and what it gives.
 * @param {Context} ctx
 * @param {Table} table
 * @param {import("../state/sum.js").Sum} sum
 * @param {import("./dom.js").VNode[]} chips
 */
function sumBar({ t }, table, sum, chips) {
  const { total, spinner, points, parts } = sum;
  const plus = (/** @type {string | number} */ key) =>
    h("span", { key: `plus${key}`, class: "sum-sign", "aria-hidden": "true" }, "+");
  // A side of the spinner that nothing covers is no summand of its own: it stays a place to lay, and counts within the
  // spinner's value.
  const counted = parts.map(({ counts }) => counts);
  const first = counted.indexOf(true);
  return h(
    "div",
    { class: "sum" },
    chips.flatMap((chip, i) => [i > 0 && counted[i] && i !== first ? plus(i) : null, chip]),
    spinner !== null && [
      first >= 0 ? plus("spinner") : null,
      h(
        "span",
        { key: "spinner", class: "sum-spinner", "aria-hidden": "true" },
        h("span", { class: "sum-pin" }),
        String(spinner.value),
      ),
    ],
    h(
      "span",
      { key: "total", class: "sum-total", role: "img", "aria-label": sumText(t, sum) },
      h("span", { class: "sum-sign" }, "="),
      h("strong", null, total === null ? "…" : t.number(total)),
      total !== null &&
        h(
          "span",
          { class: `sum-gives${points > 0 ? " sum-points" : ""}` },
          points > 0 ? t.text("sum.gives", { n: points }) : t.text("sum.nothing", { divisor: table.view.divisor ?? 5 }),
        ),
    ),
  );
}

/** @param {Context} ctx @param {Table} table */
function stock(ctx, { view, log }) {
  const { t } = ctx;
  const { stock: left, drawable } = view.now;
  const never = drawable === 0 && left > 0;
  // Where every tile is dealt there is no stock to speak of; where one was drawn empty, its 0 matters.
  const all = left === 0 && log.some(({ fact }) => fact.type === "dealt" && fact.stock === 0);
  return (
    !all &&
    h(
      "div",
      { class: "stock" },
      h(
        "span",
        { class: "stock-pile", "aria-hidden": "true" },
        Array.from({ length: Math.min(left, 3) }, (_, i) =>
          tilePicture(ctx, null, { unit: 16, closed: true, key: `s${i}` }),
        ),
      ),
      h("strong", null, t.number(left)),
      " ",
      h("span", { class: "stock-word" }, t.text(never ? "stock.aside" : "stock.left", { n: left })),
    )
  );
}

/**
 * @param {Context} ctx
 * @param {Table} table
 * @param {OpenEnd} open
 * @param {{ at: number, legal: boolean }} how
 */
function endChip(ctx, table, { end, number, double }, { at, legal }) {
  const { t, go, ui, settings } = ctx;
  const scoring = table.view.in_play === "multiples";
  const chip = h("span", {
    class: "chip",
    key: `${number}${settings.numerals}`,
    mount: (element) => element.append(drawHalf(number, { unit: 26, numerals: settings.numerals })),
  });
  const parts = [
    h("span", { class: "chip-arrow" }, icon(ARROWS[go.growth(end)] ?? "arrow")),
    chip,
    scoring && double && counts(table, end) ? h("span", { class: "chip-twice", "aria-hidden": "true" }, "×2") : null,
  ];
  // What is no summand must not read like one.
  const idle = scoring && !legal && !counts(table, end);
  const props = {
    class: `end-chip${at % 2 === 1 ? " end-last" : ""}${legal ? " end-legal" : ""}${idle ? " end-idle" : ""}`,
    "data-end-chip": end,
  };
  if (!legal || ui.picked === null)
    return h("span", { key: end, ...props, role: "img", "aria-label": t.text(`ends.at.${end}`, { number }) }, parts);
  return button(
    {
      key: `${end}-act`,
      ...props,
      "aria-label": moveLabel(ctx, table, { tile: ui.picked, end }),
      onclick: () => go.tapEnd(table.id, end),
    },
    parts,
  );
}

/** @param {Table} table @param {EndName} end */
const counts = ({ view }, end) => sumOf(view)?.parts.some((part) => part.end === end && part.counts) === true;

/** @type {Record<string, import("./icons.js").IconName>} */
const ARROWS = { up: "up", down: "dn", left: "left", right: "arrow" };
