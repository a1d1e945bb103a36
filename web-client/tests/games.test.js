// What the facts of the other games do to the table that is shown, and what follows from it: rows, sums, strict tables,
// doubles lengthwise.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isArranging, isRowClosed, moved, myTurnedUp, passIsFalse, rowOf } from "../src/state/hold.js";
import { EMPTY, reduce } from "../src/state/reduce.js";
import { choices, fittingChoices, foldedLog, lengthwiseOf, lineOf, moves, showed } from "../src/state/select.js";
import { sumOf } from "../src/state/sum.js";
import { wrongTiles } from "../src/state/wrong.js";
import { GAMES } from "./browser/games.js";
import { TABLE } from "./fakes.js";

/** @param {any} value @returns {any} frozen all through, so that a mutation throws */
function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
/** @param {string} name @param {object} [more] fields of the view that differ */
const opened = (name, more = {}) =>
  frozen(
    reduce(
      EMPTY,
      frozen({ type: "snapshot", table: TABLE, seq: 10, view: { ...structuredClone(GAMES[name]), ...more } }),
    ),
  );
/** @param {any} state @param {object[]} facts @param {object} [now] */
const told = (state, facts, now) =>
  frozen(
    reduce(
      state,
      frozen({
        type: "events",
        table: TABLE,
        seq: state.tables[TABLE].seq + 1,
        facts,
        ...(now === undefined ? {} : { now }),
      }),
    ),
  );
/** @param {any} state */
const table = (state) => state.tables[TABLE];

const ROW = ["5-3", "6-2", "4-4", "6-0", "2-1", "3-3", "5-1"];
const dealt = { type: "dealt", entry: 2, commitment: "c", deal: 3, hands: [7, 7, 7, 7], stock: 0, hand: ROW };

test("a row is dealt to be arranged, and nobody is on turn", () => {
  const { view } = table(told(opened("blindTurn"), [dealt]));
  assert.equal(view.now.phase, "arranging");
  assert.deepEqual(view.now.awaiting, [0, 1, 2, 3]);
  assert.equal(view.now.opened, undefined);
  assert.ok(isArranging(view));
  assert.deepEqual(rowOf(view, null), ROW);
  assert.deepEqual(rowOf(view, { entry: 2, tiles: [...ROW].reverse() }), [...ROW].reverse());
  assert.deepEqual(rowOf(view, { entry: 1, tiles: [...ROW].reverse() }), ROW, "an order of another deal is none");
});

test("what was arranged is forgotten, in the hand and in the log", () => {
  const dealing = told(opened("blindTurn"), [dealt]);
  const state = told(dealing, [{ type: "arranged", seat: 0 }]);
  const { view } = table(state);
  assert.deepEqual(view.game.hands[0], { count: 7 });
  assert.deepEqual(view.now.awaiting, [1, 2, 3]);
  assert.ok(!isArranging(view));
  const text = JSON.stringify(state);
  for (const tile of ROW) assert.ok(!text.includes(`"${tile}"`), `${tile} is still known`);
});

test("a misfit is seen for a moment and not kept", () => {
  const turned = told(opened("blindTurn"), [{ type: "misfit", seat: 3, tile: "5-0" }]);
  assert.deepEqual(table(turned).glimpse, { kind: "misfit", seat: 3, tile: "5-0", n: 11 });
  assert.equal(table(turned).view.game.hands[3].count, 5, "the row is as long as before");
  assert.ok(showed(table(turned), 3).misfit);
  const later = reduce(turned, { type: "page_glimpse_over", table: TABLE, n: 11 });
  assert.equal(table(later).glimpse, null);
  assert.ok(!JSON.stringify(later).includes("5-0"));
  assert.equal(
    table(reduce(turned, { type: "page_glimpse_over", table: TABLE, n: 9 })).glimpse.tile,
    "5-0",
    "another's time ends another's",
  );
});

test("a tile turned up waits at the right of the row until it is laid", () => {
  const up = told(opened("blindTurn"), [{ type: "turned_up", seat: 0, tile: "3-1" }]);
  const { view } = table(up);
  assert.equal(myTurnedUp(view), "3-1");
  assert.equal(view.game.hands[0].count, 6);
  assert.ok(isRowClosed(view));
  const laid = table(told(up, [{ type: "played", seat: 0, tile: "3-1", end: "left" }])).view;
  assert.equal(laid.now.turned_up, undefined);
  assert.deepEqual([laid.game.hands[0].count, laid.now.hands[0]], [5, 5]);
  assert.equal(laid.now.ends.left, "1");
});

test("an opened row shows its tiles to those who may see them", () => {
  const mine = table(told(opened("blindTurn"), [{ type: "opened", seat: 0, tiles: ["6-2", "2-1", "5-1"] }])).view;
  assert.deepEqual(mine.game.hands[0].tiles, ["6-2", "2-1", "5-1"]);
  assert.ok(!isRowClosed(mine));
  assert.deepEqual(mine.now.opened, [0, 2]);
  const other = table(told(opened("blindTurn"), [{ type: "opened", seat: 1 }])).view;
  assert.equal(other.game.hands[1].tiles, undefined);
});

test("a closed draw tells no tile", () => {
  const { view } = table(told(opened("blindTurn"), [{ type: "drew", seat: 0 }]));
  assert.deepEqual(view.game.hands[0], { count: 7, tiles: undefined });
});

test("points in play count at once, at the placement that brought them", () => {
  const state = told(opened("sniffPick"), [
    { type: "played", seat: 1, tile: "5-3", end: "right" },
    { type: "scored", side: 1, points: 2, reason: "multiples", value: 10 },
  ]);
  const { view, log } = table(state);
  assert.deepEqual(view.now.score, [8, 12]);
  assert.equal(view.now.value, 10);
  assert.equal(foldedLog(log).pop()?.points, 2);
  assert.equal(showed(table(state), 1).points, 2);
  assert.equal(
    showed(table(told(state, [{ type: "played", seat: 0, tile: "3-1", end: "right" }])), 1).points,
    0,
    "until the next tile lies",
  );
});

test("points for a pass stand by themselves", () => {
  const { log, view } = table(
    told(opened("strictTurn"), [
      { type: "passed", seat: 1, numbers: [3] },
      { type: "scored", side: 0, points: 1, reason: "first_pass" },
    ]),
  );
  assert.equal(foldedLog(log, view).pop()?.fact.type, "scored");
});

test("the sum is written out as the rules count it", () => {
  const { view } = table(opened("sniffPick"));
  assert.deepEqual(sumOf(view), {
    parts: [
      { end: "left", number: 2, double: false, counts: true },
      { end: "right", number: 5, double: false, counts: true },
      { end: "up", number: 4, double: true, counts: false },
      { end: "down", number: 4, double: true, counts: false },
    ],
    spinner: { number: 4, value: 8 },
    total: 15,
    points: 3,
  });
  const full = sumOf(table(opened("sniff")).view);
  assert.equal(full?.spinner, null, "four covered sides: the spinner counts nothing");
  assert.deepEqual([full?.total, full?.points], [25, 5]);
  assert.equal(sumOf(table(opened("fives")).view)?.points, 0);
  assert.equal(
    sumOf({ ...table(opened("fives")).view, unit: "sum", now: { ...table(opened("fives")).view.now, value: 15 } })
      ?.points,
    15,
  );
  assert.equal(sumOf(table(opened("strict")).view), null);
});

test("a led double that lies alone is written as one part", () => {
  const lone = opened("fives", {
    game: { ...GAMES.fives.game, line: { lead: { tile: "5-5", seat: 1 }, laid: [] } },
    now: { ...GAMES.fives.now, ends: { left: "5d", right: "5d" }, value: 10 },
  });
  const sum = sumOf(table(lone).view);
  assert.deepEqual(
    [sum?.parts.filter(({ counts }) => counts).length, sum?.spinner, sum?.total, sum?.points],
    [0, { number: 5, value: 10 }, 10, 2],
  );
});

test("between a placement and the server's word there is no sum", () => {
  const { view } = table(told(opened("sniffPick"), [{ type: "played", seat: 1, tile: "5-3", end: "right" }]));
  assert.equal(sumOf(view)?.total, null);
});

test("a first tile above the spinner leaves its other half open", () => {
  const { view } = table(told(opened("sniffPick"), [{ type: "played", seat: 1, tile: "6-4", end: "up" }]));
  assert.equal(view.now.ends.up, "6");
});

test("the first double laid is the spinner, where the sheet has one", () => {
  const deal = { type: "dealt", entry: 2, commitment: "c", deal: 3, hands: [7, 7], stock: 14, hand: [], leader: 1 };
  const facts = [
    deal,
    { type: "led", seat: 1, tile: "6-4" },
    { type: "played", seat: 0, tile: "4-4", end: "right" },
    { type: "played", seat: 1, tile: "6-6", end: "left" },
  ];
  assert.equal(lineOf(table(told(opened("sniffPick"), facts)).view)?.spinner, "4-4");
  assert.equal(lineOf(table(told(opened("sniffPick"), facts.slice(0, 2))).view)?.spinner, undefined);
  assert.equal(lineOf(table(told(opened("fives"), facts)).view)?.spinner, undefined);
});

test("a double may be shown lengthwise where the ends' sum scores on two ends, by rule where the list says so", () => {
  const { view } = table(opened("fives"));
  assert.equal(lengthwiseOf(view, "4-4"), "shown");
  assert.equal(lengthwiseOf({ ...view, spinner: "first_double" }, "4-4"), null);
  assert.equal(lengthwiseOf(view, "6-2"), null);
  const along = { ...view, now: { ...view.now, legal: ["play 4-4 left", "play 4-4 left along", "play 6-2 right"] } };
  assert.equal(lengthwiseOf(along, "4-4"), "along");
  assert.deepEqual(
    moves(along).map(({ action }) => action),
    ["play 4-4 left", "play 6-2 right"],
  );
  assert.deepEqual(
    choices(along, "4-4", { lengthwise: true }).map(({ action }) => action),
    ["play 4-4 left along"],
  );
  assert.deepEqual(
    choices({ ...along, now: { ...along.now, legal: ["lead 4-4", "lead 4-4 along"] } }, "4-4", {
      lengthwise: true,
    }).map(({ action }) => action),
    ["lead 4-4 along"],
  );
});

test("a double shown lengthwise lies lengthwise and keeps its value", () => {
  const { view } = table(
    told(opened("fives"), [{ type: "played", seat: 0, tile: "4-4", end: "left", lengthwise: true }]),
  );
  assert.equal(view.now.ends.left, "4d");
  assert.deepEqual(lineOf(view)?.arms.left?.at(-1), { tile: "4-4", along: true });
});

test("a strict table lists every end; what fits is judged by the numbers", () => {
  const { view } = table(opened("strictTurn"));
  assert.deepEqual(
    choices(view, "4-2").map(({ end }) => end),
    ["left", "right"],
  );
  assert.deepEqual(
    fittingChoices(view, "4-2").map(({ end }) => end),
    ["right"],
  );
  assert.deepEqual(fittingChoices(view, "6-5"), []);
  assert.ok(passIsFalse(view));
  const none = { ...view, game: { ...view.game, hands: [{ count: 1, tiles: ["6-5"] }, ...view.game.hands.slice(1)] } };
  assert.ok(!passIsFalse(none));
});

test("a wrong tile lies like any other, and taken back stands where it stood", () => {
  const wrong = told(opened("strictTurn"), [{ type: "played", seat: 0, tile: "6-5", end: "left" }]);
  assert.equal(table(wrong).view.now.ends.left, "6", "the low half touches");
  assert.deepEqual(wrongTiles(table(wrong), lineOf(table(wrong).view), { calm: true }).wrong, []);
  const back = table(
    told(wrong, [
      { type: "challenged", seat: 1 },
      { type: "taken_back", seat: 0, tile: "6-5", end: "left" },
      { type: "warned", side: 0, game: 1, total: 1 },
    ]),
  );
  assert.deepEqual(back.view.game.hands[0].tiles, ["6-5", "4-2", "4-4", "5-4"]);
  assert.deepEqual([back.view.now.ends.left[0], back.view.now.seat, back.view.now.hands[0]], ["3", 0, 4]);
  assert.deepEqual(back.view.now.warnings, [
    [1, 1],
    [1, 2],
  ]);
  const seen = wrongTiles(back, lineOf(back.view), { calm: true });
  assert.deepEqual([seen.wrong, seen.line?.arms.left?.at(-1)?.tile], [["6-5"], "6-5"], "seen for a moment");
  assert.deepEqual(wrongTiles(back, lineOf(back.view), { calm: false }).wrong, [], "never in the way of a picked tile");
});

test("a wrong tile found late is marked, and only the offender's", () => {
  const found = table(opened("fault"));
  assert.deepEqual(wrongTiles(found, lineOf(found.view), { calm: true }).wrong, ["5-3"]);
});

test("a fine counts the higher of two", () => {
  const state = told(opened("strict"), [{ type: "warned", side: 1, game: 2, total: 3, fine: 20 }]);
  assert.deepEqual(
    [table(state).view.now.fines, table(state).view.now.warnings],
    [
      [0, 20],
      [
        [0, 0],
        [2, 3],
      ],
    ],
  );
  assert.deepEqual(
    table(told(state, [{ type: "warned", side: 1, game: 2, total: 3, fine: 10 }])).view.now.fines,
    [0, 20],
  );
});

test("a match that ends in the middle of a deal keeps why", () => {
  const { view } = table(
    told(opened("fives"), [{ type: "match_over", score: [3, 6, 20], winners: [2], losers: [], reason: "target" }]),
  );
  assert.deepEqual([view.now.phase, view.game.ended, view.game.result], ["match_over", "target", undefined]);
});

test("a tile of a row moves to any place", () => {
  assert.deepEqual(moved(["a", "b", "c", "d"], 0, 2), ["b", "c", "a", "d"]);
  assert.deepEqual(moved(["a", "b", "c", "d"], 3, 0), ["d", "a", "b", "c"]);
});
