import assert from "node:assert/strict";
import { test } from "node:test";
import { createPace, split } from "../src/state/pace.js";
import { FakeTime, TABLE } from "./fakes.js";

/** @param {number} seq @param {...any} facts */
const events = (seq, ...facts) => ({ type: "events", table: TABLE, seq, facts, now: { phase: "playing", turn: seq } });
/** @param {number} seat */
const played = (seat) => ({ type: "played", seat, tile: "6-4", end: "left" });

function paced({ ms = 450, me = 0 } = {}) {
  const time = new FakeTime();
  /** @type {any[]} */
  const shown = [];
  const pace = createPace({
    show: (message) => shown.push(message),
    pace: () => ms,
    mySeat: () => me,
    now: time.now,
    later: time.later,
  });
  time.pass(10_000);
  return { time, shown, pace };
}

test("others' placements are shown one after another", () => {
  const { time, shown, pace } = paced();
  pace.take(events(1, played(1)));
  pace.take(events(2, played(2)));
  pace.take(events(3, played(3)));
  assert.equal(shown.length, 1);
  assert.ok(pace.isBehind(TABLE));
  time.pass(451);
  assert.equal(shown.length, 2);
  time.pass(451);
  assert.deepEqual(
    shown.map(({ seq }) => seq),
    [1, 2, 3],
  );
  assert.ok(!pace.isBehind(TABLE));
});

test("my own placement is shown at once, the answer to it takes its time", () => {
  const { time, shown, pace } = paced();
  pace.take(events(1, played(3)));
  pace.take(events(2, played(0), { type: "hidden" }, { type: "hidden" }));
  assert.equal(shown.length, 2);
  pace.take(events(5, played(1)));
  assert.equal(shown.length, 2);
  time.pass(451);
  assert.equal(shown.length, 3);
});

test("a turn opens together with the placement before it", () => {
  const groups = split(events(7, played(1), { type: "hidden" }, { type: "hidden" }, played(2), { type: "hidden" }));
  assert.deepEqual(
    groups.map(({ seq, facts }) => [seq, facts.length]),
    [
      [7, 3],
      [10, 2],
    ],
  );
  assert.equal(groups[0].now, undefined, "only the last is the server's position");
  assert.notEqual(groups[1].now, undefined);
});

test("nothing is held back at pace 0", () => {
  const { shown, pace } = paced({ ms: 0 });
  for (let seq = 1; seq < 20; seq += 1) pace.take(events(seq, played(seq % 4)));
  assert.equal(shown.length, 19);
});

test("a snapshot overtakes what is still held back", () => {
  const { time, shown, pace } = paced();
  pace.take(events(1, played(1)));
  pace.take(events(2, played(2)));
  pace.take({ type: "snapshot", table: TABLE, seq: 9 });
  time.pass(5000);
  assert.deepEqual(
    shown.map(({ type, seq }) => [type, seq]),
    [
      ["events", 1],
      ["snapshot", 9],
    ],
  );
});
