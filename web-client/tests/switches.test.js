import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { choose, effective, forSeats, offers, valueAt } from "../src/state/house.js";
import { SWITCHES } from "../src/state/switches.js";
import { dice } from "./deals.js";
import { faults } from "./validity.js";

/** @type {any[]} */
const PRESETS = JSON.parse(readFileSync(new URL("../../engine/tests/presets.json", import.meta.url), "utf8"));
/** @param {any} sheet */
const seatCounts = ({ players }) => Array.from({ length: players.max - players.min + 1 }, (_, i) => players.min + i);
const KOZEL = PRESETS.find(({ id }) => id === "kozel");

/** Every switch of every game with each of its values. */
const SINGLE = PRESETS.flatMap((sheet) =>
  seatCounts(sheet).flatMap((seats) =>
    offers(sheet, {}, seats).flatMap((offer) => offer.values.map((value) => ({ sheet, seats, offer, value }))),
  ),
);

test("the helper knows a valid sheet from an invalid one", () => {
  for (const sheet of PRESETS) assert.deepEqual(faults(sheet), [], sheet.id);
  assert.deepEqual(faults(effective(KOZEL, { "turn.draw": "never" })), ["undealt_draw"]);
  assert.deepEqual(faults(effective(KOZEL, { "score.block": "others", "match.deals": 3 })), ["block_result", "target"]);
});

test("every single value of every switch makes a valid sheet, and differs from the game where it says so", () => {
  assert.ok(SINGLE.length > 2000, `${SINGLE.length}`);
  for (const { sheet, seats, offer, value } of SINGLE) {
    const options = choose(sheet, {}, seats, offer.rule, value);
    const where = `${sheet.id} with ${seats}: ${offer.field} ${value}`;
    assert.deepEqual(faults(effective(sheet, options)), [], where);
    assert.equal(valueAt(effective(sheet, options), offer.field), value, where);
    assert.equal(Object.keys(options).length === 0, value === offer.usual, where);
    for (const [field, set] of Object.entries(options))
      assert.equal(typeof set, typeof (valueAt(sheet, field) ?? 1), `${where}: ${field}`);
  }
});

test("a game's own rules are among the choices, and going back to one leaves nothing behind", () => {
  for (const { sheet, seats, offer, value } of SINGLE) {
    assert.ok(offer.values.includes(offer.usual), `${sheet.id}: ${offer.field}`);
    const there = choose(sheet, {}, seats, offer.rule, value);
    assert.deepEqual(choose(sheet, there, seats, offer.rule, offer.usual), {}, `${sheet.id}: ${offer.field} ${value}`);
  }
});

test("two switches together make a valid sheet, in either order", () => {
  for (const { sheet, seats, offer, value } of SINGLE) {
    if (seats !== sheet.players.max) continue;
    const first = choose(sheet, {}, seats, offer.rule, value);
    for (const other of offers(sheet, first, seats)) {
      for (const next of other.values) {
        const both = choose(sheet, first, seats, other.rule, next);
        assert.deepEqual(faults(effective(sheet, both)), [], `${sheet.id}: ${JSON.stringify(both)}`);
        assert.equal(
          valueAt(effective(sheet, both), other.field),
          next,
          `${sheet.id}: ${other.field} after ${offer.field} ${value}`,
        );
      }
    }
  }
});

test("any number of switches, set and set back and with other seats, make a valid sheet", () => {
  const next = dice(20261130);
  const pick = (/** @type {readonly any[]} */ list) => list[Math.floor(next() * list.length)];
  for (let walk = 0; walk < 500; walk += 1) {
    const sheet = pick(PRESETS);
    let seats = sheet.players.max;
    let options = {};
    for (let step = 0; step < 25; step += 1) {
      const before = options;
      if (next() < 0.1) {
        seats = pick(seatCounts(sheet));
        options = forSeats(sheet, options, seats);
      } else {
        const offer = pick(offers(sheet, options, seats));
        const value = pick(offer.values);
        options = choose(sheet, options, seats, offer.rule, value);
        assert.equal(
          valueAt(effective(sheet, options), offer.field),
          value,
          `${sheet.id}: ${offer.field} after ${JSON.stringify(before)}`,
        );
      }
      assert.deepEqual(
        faults(effective(sheet, options)),
        [],
        `${sheet.id}: ${JSON.stringify(before)} then ${JSON.stringify(options)}`,
      );
    }
  }
});

test("the contested points of the rules have their switches", () => {
  const contested = [
    "score.blank",
    "score.blank_value",
    "score.result",
    "turn.dead_line_ends",
    "score.threshold",
    "score.threshold_mode",
    "score.block",
    "deal.reserve",
    "line.along",
    "score.several_without",
    "turn.draw_optional",
    "turn.play_drawn",
    "line.spinner_value",
    "turn.draw",
    "score.round_to",
    "match.target",
    "turn.lay",
    "turn.opened_lay",
    "deal.misfit_visible",
    "deal.open_to",
    "referee.warn_scope",
    "referee.third",
    "referee.enforcement",
    "match.tie",
  ];
  for (const field of contested) {
    assert.ok(
      SWITCHES.some((rule) => rule.field === field),
      field,
    );
    assert.ok(
      SINGLE.some(({ offer, value }) => offer.field.startsWith(field) && (value !== offer.usual || offer.rule.free)),
      `${field} is never offered`,
    );
  }
});

test("what needs another choice brings it along, and what does not go with it falls back", () => {
  const rule = (/** @type {string} */ field) =>
    /** @type {import("../src/state/switches.js").Switch} */ (SWITCHES.find((known) => known.field === field));
  assert.deepEqual(choose(KOZEL, {}, 3, rule("turn.draw"), "never"), { "turn.draw": "never", "deal.undealt": "aside" });
  assert.deepEqual(choose(KOZEL, { "turn.draw_optional": true }, 3, rule("turn.draw"), "never"), {
    "turn.draw": "never",
    "deal.undealt": "aside",
  });
  assert.deepEqual(choose(KOZEL, {}, 3, rule("lead.next"), "rotate"), {
    "lead.next": "rotate",
    "lead.next_tile": "any",
  });
  assert.deepEqual(choose(KOZEL, {}, 3, rule("match.target"), 51), { "match.target.3": 51 });
  assert.deepEqual(forSeats(KOZEL, { "match.target.3": 51, "score.blank": "sole" }, 2), { "score.blank": "sole" });
});
