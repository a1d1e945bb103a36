import assert from "node:assert/strict";
import { test } from "node:test";
import { createSheets } from "../src/sheets.js";
import { choose, rulesKey, switchesOf, ownFields, valueNow } from "../src/state/options.js";
import { EMPTY, reduce } from "../src/state/reduce.js";
import { createStore } from "../src/state/store.js";

/** @type {import("../src/state/options.js").Switch} */
const DRAW = {
  field: "turn.draw",
  group: "first",
  value: "until_fit",
  usual: "until_fit",
  choices: [
    { value: "never", changes: { "turn.draw": "never", "deal.undealt": "aside", "deal.reserve": null } },
    { value: "until_fit" },
  ],
};
/** @type {import("../src/state/options.js").Switch} */
const TARGET = {
  field: "match.target.3",
  group: "first",
  value: 101,
  usual: 101,
  choices: [{ value: 101 }],
  most: 1000,
};

test("a choice brings its companions, and takes back what does not go with it", () => {
  assert.deepEqual(choose({ "deal.reserve": 2 }, DRAW, "never"), { "turn.draw": "never", "deal.undealt": "aside" });
  assert.equal(valueNow({ "turn.draw": "never" }, DRAW), "never");
  assert.equal(valueNow({}, DRAW), "until_fit");
});

test("a number of one's own is set and taken back", () => {
  assert.deepEqual(choose({}, TARGET, 51), { "match.target.3": 51 });
  assert.deepEqual(choose({ "match.target.3": 51 }, TARGET, 101), {});
});

test("what another override says goes without saying", () => {
  assert.deepEqual(ownFields({ "turn.draw": "never", "deal.undealt": "aside" }), ["turn.draw"]);
});

test("rules are known by game, overrides and seats, however they are sorted", () => {
  assert.equal(rulesKey("kozel"), "kozel");
  assert.equal(rulesKey("kozel", {}, 3), "kozel?seats=3");
  const key = rulesKey("kozel", { b: 1, a: true }, 4);
  assert.equal(key, rulesKey("kozel", { a: true, b: 1 }, 4));
  assert.equal(key, `kozel?options=${encodeURIComponent('{"a":true,"b":1}')}&seats=4`);
});

/** A page with a server whose answers come when the test says so. */
function page() {
  const store = createStore(reduce, EMPTY);
  /** @type {{ path: string, answer: (page: object) => void, fail: () => void }[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const sheets = createSheets({
    store,
    ask: (path) => new Promise((answer, fail) => asked.push({ path, answer, fail: () => fail(new Error(path)) })),
    later: (run) => waiting.push(run),
    at: (path) => path,
  });
  return { store, sheets, asked, waiting };
}

/** What was promised has been done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {import("../src/state/options.js").Options} options */
const told = (options) => ({ sheet: { id: "kozel" }, clauses: [], options, switches: [DRAW, TARGET] });

test("the switches are asked for once a form rests, and the last ones stay until the next come", async () => {
  const { store, sheets, asked, waiting } = page();
  const known = (/** @type {import("../src/state/options.js").Options} */ options) =>
    switchesOf(store.get().rules, "kozel", options, 4, store.get().switches.last);
  sheets.loadSwitches("kozel", {}, 4);
  sheets.loadSwitches("kozel", {}, 4);
  assert.equal(asked.length, 1);
  assert.equal(known({}), null);
  asked[0].answer(told({}));
  await settled();
  assert.deepEqual(known({})?.options, {});

  sheets.loadSwitches("kozel", { "match.target.4": 5 }, 4);
  sheets.loadSwitches("kozel", { "match.target.4": 51 }, 4);
  assert.equal(asked.length, 1);
  assert.deepEqual(known({ "match.target.4": 51 })?.options, { "match.target.4": 51 });
  for (const run of waiting.splice(0)) run();
  await settled();
  assert.equal(asked.length, 2, "what was typed on the way is not asked for");
});

test("a lost question is said, repeated, and forgotten with its answer", async () => {
  const { store, sheets, asked, waiting } = page();
  sheets.loadSwitches("kozel", {}, 4);
  asked[0].fail();
  await settled();
  assert.equal(store.get().switches.lost, true);
  for (const run of waiting.splice(0)) run();
  asked[1].answer(told({}));
  await settled();
  assert.equal(store.get().switches.lost, false);
  sheets.forget();
});

test("a table is opened with what the server takes, or with the form's own where it cannot be asked", async () => {
  const { sheets, asked } = page();
  const first = sheets.settled("kozel", { "deal.reserve": 2 }, 4);
  asked[0].answer(told({}));
  assert.deepEqual(await first, {});
  const second = sheets.settled("kozel", { "deal.reserve": 1 }, 4);
  asked[1].fail();
  assert.deepEqual(await second, { "deal.reserve": 1 });
});
