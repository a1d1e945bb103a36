// A new table: game, seats, who may come, clock, and the options as visible switches.

import { h, inputOf } from "./dom.js";
import { absenceText } from "./absence.js";
import { gameName, icon } from "./context.js";
import { frame } from "./frame.js";
import { inOrder, range } from "./games.js";
import { switchFields, switchesLost } from "./switches.js";
import { switchesOf } from "../state/options.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../net/protocol.js").SheetSummary} SheetSummary */
/** @typedef {{ sheet: SheetSummary, seats: number, bots: number }} Wish */

/** @param {Context} ctx @param {import("./context.js").Form} form */
export function newTable(ctx, form) {
  const { t, state, go, ui } = ctx;
  const sheets = inOrder(state.sheets ?? []);
  const wish = wished(sheets, form);
  if (wish === null) return frame(ctx, "new", t.text("new.title"), [h("p", null, t.text("lobby.loading"))]);
  const { seats, bots } = wish;
  return frame(
    ctx,
    "new",
    t.text("new.title"),
    [
      fields(ctx, sheets, wish, form),
      h("p", { class: "quiet new-absence" }, absenceText(ctx, { absence_end: form.absence ?? "ask" })),
      h(
        "p",
        { class: "quiet" },
        t.text(bots === seats - 1 ? "new.starts_at_once" : "new.waits", { n: seats - 1 - bots }),
      ),
      h(
        "div",
        { class: "dialog-acts" },
        h("button", { class: "button go", type: "submit", disabled: ui.busy }, t.text("new.open")),
      ),
    ],
    () => {
      // A form may be sent in the same frame as a field's change, by Enter or a quick tap: the last drawing may not
      // have it yet.
      const now = go.formNow();
      go.create(commandOf(wished(sheets, now) ?? wish, now));
    },
  );
}

/**
 * @param {Context} ctx
 * @param {readonly SheetSummary[]} sheets
 * @param {Wish} wish
 * @param {import("./context.js").Form} form
 */
function fields(ctx, sheets, { sheet, seats, bots }, form) {
  const { t } = ctx;
  return h(
    "div",
    { class: "fields" },
    choice(
      ctx,
      "sheet",
      t.text("new.game"),
      sheet.id,
      sheets.map(({ id }) => [id, gameName(ctx, id)]),
    ),
    segments(
      ctx,
      "seats",
      t.text("new.seats"),
      seats,
      range(sheet.min, sheet.max).map((n) => [n, t.number(n)]),
    ),
    segments(
      ctx,
      "bots",
      t.text("new.bots"),
      bots,
      range(0, seats - 1).map((n) => [n, t.number(n)]),
    ),
    segments(ctx, "private", t.text("new.who"), form.private === true, [
      [false, t.text("new.listed")],
      [true, t.text("new.private")],
    ]),
    choice(ctx, "clock", t.text("new.clock"), form.clock ?? "", [
      ["", t.text("new.clock_own", { n: sheet.clock_s })],
      ...[10, 15, 30, 60, 120].map((n) => /** @type {[string, string]} */ ([String(n), t.text("new.seconds", { n })])),
    ]),
    toggle(ctx, "watchers", t.text("new.watchers"), form.watchers !== false),
    optionSwitches(ctx, sheet.id, seats, form),
    more(ctx, form, { alone: bots === seats - 1 }),
  );
}

/** The command of a form that is sent. @param {Wish} wish @param {import("./context.js").Form} form */
function commandOf({ sheet, seats, bots }, { private: byLink, watchers, clock, absence, tempo, options = {} }) {
  return {
    sheet: sheet.id,
    seats,
    bots,
    private: byLink === true,
    watchers: watchers !== false,
    options,
    ...(clock ? { clock_s: Number(clock) } : {}),
    ...(absence ? { absence_end: absence } : {}),
    ...(tempo ? { tempo } : {}),
  };
}

/**
 * What a form asks for, within what its game allows; null before the games are known.
 * @param {readonly SheetSummary[]} sheets
 * @param {import("./context.js").Form} form
 * @returns {Wish | null}
 */
export function wished(sheets, form) {
  const sheet = sheets.find((known) => known.id === form.sheet) ?? sheets[0];
  if (sheet === undefined) return null;
  const seats = Math.min(sheet.max, Math.max(sheet.min, form.seats ?? sheet.max));
  return { sheet, seats, bots: Math.min(seats - 1, form.bots ?? 0) };
}

/**
 * The options, once the server has sent them.
 * @param {Context} ctx
 * @param {string} sheet
 * @param {number} seats
 * @param {import("./context.js").Form} form
 */
function optionSwitches({ go, state, t }, sheet, seats, form) {
  const { rules, switches } = state;
  const known = switchesOf(rules, sheet, form.options ?? {}, seats, switches.last);
  if (known === null && switches.lost) return switchesLost(t);
  if (known === null) return h("p", { class: "quiet", key: "option-loading" }, t.text("lobby.loading"));
  return switchFields({ state, t }, sheet, known.page.switches ?? [], known.options, (next) => {
    const now = go.formNow().options ?? {};
    go.form({ options: next(switchesOf(rules, sheet, now, seats, switches.last)?.options ?? now) });
  });
}

/**
 * Settings that few need.
 * @param {Context} ctx
 * @param {import("./context.js").Form} form
 * @param {{ alone: boolean }} how `alone`: nobody but bots is to come
 */
function more(ctx, form, { alone }) {
  const { t } = ctx;
  return h(
    "details",
    { class: "option-group new-more", key: "more" },
    h("summary", null, icon("next"), h("span", null, t.text("new.more"))),
    h(
      "div",
      { class: "option-fields" },
      choice(
        ctx,
        "absence",
        t.text("new.absence"),
        form.absence ?? "ask",
        ["ask", "bot"].map((end) => [end, t.text(`new.absence.${end}`)]),
      ),
      choice(
        ctx,
        "tempo",
        t.text("new.tempo"),
        form.tempo ?? (alone ? "plain" : "even"),
        ["even", "plain"].map((tempo) => [tempo, t.text(`new.tempo.${tempo}`)]),
      ),
    ),
  );
}

/** @param {string} text @param {string} id @param {(id: string) => import("./dom.js").VNode} control */
const labelled = (text, id, control) =>
  h("div", { class: "field", key: id }, h("label", { for: id }, text), control(id));

/**
 * @param {Context} ctx
 * @param {string} name
 * @param {string} text
 * @param {string} value
 * @param {[string, string][]} options
 */
function choice({ go }, name, text, value, options) {
  return labelled(text, `new-${name}`, (id) =>
    h(
      "select",
      {
        id,
        class: "input",
        value,
        onchange: (/** @type {Event} */ event) =>
          go.form({ [name]: inputOf(event).value, ...(name === "sheet" ? { options: {}, seats: undefined } : {}) }),
      },
      options.map(([key, label]) => h("option", { key, value: key }, label)),
    ),
  );
}

/**
 * @template T
 * @param {Context} ctx
 * @param {string} name
 * @param {string} text
 * @param {T} value
 * @param {[T, string][]} options
 */
export function segments({ go }, name, text, value, options) {
  return h(
    "fieldset",
    { class: "field segments", key: name },
    h("legend", null, text),
    h(
      "div",
      { class: "segment-row" },
      options.map(([key, label]) =>
        h(
          "label",
          { key: String(key), class: "segment" },
          h("input", {
            type: "radio",
            name,
            class: "sr",
            checked: key === value,
            onchange: () => go.form({ [name]: key }),
          }),
          h("span", null, label),
        ),
      ),
    ),
  );
}

/** @param {Context} ctx @param {string} name @param {string} text @param {boolean} value */
const toggle = ({ go }, name, text, value) =>
  h(
    "label",
    { class: "switch", key: name },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: value,
      onchange: (/** @type {Event} */ event) => go.form({ [name]: inputOf(event).checked }),
    }),
    h("span", null, text),
  );
