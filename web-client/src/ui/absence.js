// A player who stays away while the table waits: what that means, and what those who are here may do about it.

import { h } from "./dom.js";
import { button, icon, seatName, sentence, ticking } from "./context.js";
import { ABSENCE_KEYS } from "../state/absence.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** @type {Readonly<Record<string, import("./icons.js").IconName>>} */
const ICONS = Object.freeze({ wait: "clock", bot: "bot", end: "flag" });

/**
 * What happens to a player who is away, with the numbers.
 * @param {Context} ctx
 * @param {{ absence_ms?: number, absence_end?: string }} settings
 */
export function absenceText({ t, state }, { absence_ms: away = 120_000, absence_end: end = "bot" }) {
  const { absence_choice_ms: choice = 20_000, absence_wait_ms: wait = 60_000 } = state.limits ?? {};
  return t.text(`absence.says.${end}`, { away: seconds(away), choice: seconds(choice), wait: seconds(wait) });
}

/** @param {number} ms */
const seconds = (ms) => Math.round(ms / 1000);

/** The question, over the felt's lower edge: nobody lays a tile meanwhile. @param {Context} ctx @param {Table} table */
export function absenceCard(ctx, table) {
  const { t } = ctx;
  const { absence, clock } = table.view.now;
  if (absence === undefined || absence.seat === table.view.me) return null;
  const { seat, end = [], choices = [] } = absence;
  const who = { name: seatName(ctx, table, seat) };
  return h(
    "section",
    { class: "absence card", key: "absence", "aria-labelledby": "absence-title" },
    h(
      "h2",
      { id: "absence-title" },
      icon("away"),
      h("span", null, sentence(ctx, "absence.title", { who })),
      clock !== undefined &&
        h("span", { class: "absence-clock" }, ticking(clock.left_ms, table.at, { running: clock.running })),
    ),
    h(
      "p",
      null,
      t.text("absence.zero"),
      end.length > 0 && [
        " ",
        sentence(ctx, "absence.want_end", {
          who: { name: t.list(end.map((by) => (by === table.view.me ? t.text("you") : seatName(ctx, table, by)))) },
        }),
      ],
    ),
    choices.length > 0 &&
      h(
        "div",
        { class: "absence-acts" },
        choices.map((choice) => choiceButton(ctx, table, choice, end)),
      ),
  );
}

/** @param {Context} ctx @param {Table} table @param {string} choice @param {number[]} end who wants to end the match */
function choiceButton(ctx, table, choice, end) {
  const { t, go, wide, settings } = ctx;
  const n = seconds(ctx.state.limits?.absence_wait_ms ?? 60_000);
  const said = choice === "end" && end.includes(table.view.me ?? -1);
  return button(
    {
      key: choice,
      "data-choice": choice,
      class: `button${choice === "wait" ? " go" : ""}`,
      "aria-pressed": choice === "end" ? String(said) : undefined,
      onclick: () => go.absence(table.id, choice),
    },
    icon(ICONS[choice] ?? "check"),
    h(
      "span",
      { class: "absence-word" },
      t.text(`absence.${choice}`),
      h("small", null, t.text(`absence.${choice}_means`, { n })),
    ),
    wide && settings.letters && h("kbd", { "aria-hidden": "true" }, ABSENCE_KEYS[choice] ?? ""),
  );
}
