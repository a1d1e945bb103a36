import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { EMPTY, reduce } from "../src/state/reduce.js";
import { TABLE } from "./fakes.js";

const FIXTURES = fileURLToPath(new URL("../../protocol/fixtures/", import.meta.url));
/** @param {string} path @returns {any} */
const fixture = (path) => JSON.parse(readFileSync(FIXTURES + path, "utf8"));
/** @param {any} value @returns {any} frozen all through, so that a mutation throws */
function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
const opened = () => frozen(reduce(frozen(EMPTY), frozen(fixture("server/snapshot.json"))));
/** @param {any} state @param {...object} facts */
const after = (state, ...facts) =>
  facts.reduce(
    (now, fact) =>
      frozen(reduce(now, frozen({ type: "events", table: TABLE, seq: now.tables[TABLE].seq + 1, facts: [fact] }))),
    state,
  );

test("understands every message of the server without mutating anything", () => {
  for (const name of readdirSync(`${FIXTURES}server`)) {
    const message = frozen({ ...fixture(`server/${name}`), a_field_of_tomorrow: { x: 1 } });
    assert.doesNotThrow(() => frozen(reduce(opened(), message)), name);
  }
});

test("understands every fact without mutating anything, and counts it", () => {
  for (const name of readdirSync(`${FIXTURES}facts`)) {
    const state = after(opened(), { ...fixture(`facts/${name}`), a_field_of_tomorrow: 1 });
    assert.equal(state.tables[TABLE].seq, 42, name);
  }
});

test("an unknown message changes nothing, an unknown fact only takes its number", () => {
  const state = opened();
  assert.equal(reduce(state, { type: "of_tomorrow" }), state);
  const { view, seq } = after(state, { type: "of_tomorrow" }).tables[TABLE];
  assert.equal(seq, 42);
  assert.deepEqual(view, state.tables[TABLE].view);
});

test("a placement leaves my hand, lies on the line and makes a new end", () => {
  const { view, log } = after(opened(), { type: "played", seat: 1, tile: "6-3", end: "left" }).tables[TABLE];
  assert.deepEqual(view.game.hands[1], { count: 4, tiles: ["4-1", "2-0", "5-5", "3-1"] });
  assert.deepEqual(view.game.line.laid[view.game.line.laid.length - 1], {
    tile: "6-3",
    end: "left",
    seat: 1,
    along: undefined,
    lengthwise: undefined,
  });
  assert.deepEqual(view.now.ends, { left: "3", right: "4d" });
  assert.deepEqual(view.now.legal, [], "nobody may act on a position that is not the server's");
  assert.deepEqual(log[log.length - 1].ends, { left: "3", right: "4d" });
});

test("the log of a snapshot knows the ends after each placement", () => {
  assert.deepEqual(
    opened().tables[TABLE].log.map((/** @type {any} */ line) => line.ends),
    [
      { left: "6d", right: "6d" },
      { left: "6d", right: "4" },
      { left: "6d", right: "4d" },
    ],
  );
});

test("somebody else's draw shows no tile", () => {
  const { view } = after(opened(), { type: "drew", seat: 0 }).tables[TABLE];
  assert.deepEqual(view.game.hands[0], { count: 5, tiles: undefined });
  assert.deepEqual([view.now.stock, view.now.drawable], [12, 12]);
});

test("commitments heard at the deal are kept against a later snapshot that says otherwise", () => {
  const told = after(opened(), { ...fixture("facts/dealt.json"), entry: 3, commitment: "ab".repeat(32) });
  const snapshot = fixture("server/snapshot.json");
  const lie = {
    ...snapshot,
    view: { ...snapshot.view, game: { ...snapshot.view.game, commitments: ["cc", "cc", "cc", "cc"] } },
  };
  assert.equal(reduce(told, lie).tables[TABLE].commitments[3], "ab".repeat(32));
});

test("the next deal forgets who was ready, the line and the result", () => {
  const state = after(
    opened(),
    fixture("facts/deal_over.json"),
    { type: "ready", seat: 0 },
    fixture("facts/dealt.json"),
  );
  const { view } = state.tables[TABLE];
  assert.ok(view.seats.every((/** @type {any} */ seat) => seat.ready !== true));
  assert.equal(view.game.line, undefined);
  assert.equal(view.game.result, undefined);
  assert.equal(view.now.phase, "playing");
});

test("a table that is gone takes my seat from the list", () => {
  const state = reduce(opened(), { type: "gone", table: TABLE });
  assert.equal(state.tables[TABLE], undefined);
  assert.deepEqual(state.seats, []);
  assert.deepEqual(state.gone, [TABLE]);
});

test("a wish to pass is forgotten with the seat", () => {
  const me = opened().tables[TABLE].view.me;
  const wished = after(opened(), { type: "auto_pass", seat: me, on: true });
  assert.equal(after(wished, { type: "left", seat: me + 1 }).tables[TABLE].view.auto_pass, true);
  assert.equal(after(wished, { type: "left", seat: me }).tables[TABLE].view.auto_pass, false);
  assert.ok(
    !after(opened(), { type: "auto_pass", seat: me + 1, on: true }).tables[TABLE].view.auto_pass,
    "a seat that is not mine",
  );
});

test("a restart is told with its time, or without, and forgotten once the server is back", () => {
  const told = reduce(EMPTY, { type: "restarting", in_ms: 60_000, at: 5 });
  assert.deepEqual(told.restarting, { at: 5, left: 60_000 });
  assert.deepEqual(reduce(EMPTY, { type: "restarting", at: 5 }).restarting, { at: 5 });
  assert.equal(reduce(told, { type: "restart_cancelled" }).restarting, null);
  assert.equal(
    reduce(told, { type: "page_password", why: { type: "refused", code: "password_required" } }).restarting,
    null,
  );
  assert.equal(reduce(told, { type: "welcome", player: null, seats: [], limits: null }).restarting, null);
});

test("a page that has asked for a code and is replaced has moved", () => {
  const replaced = { type: "page_link", link: { status: "replaced", attempt: 0, code: 4409 } };
  assert.equal(reduce(EMPTY, replaced).link.status, "replaced");
  assert.equal(reduce({ ...EMPTY, transfer: { code: "ABCD2345WXYZ", at: 0, left: 1 } }, replaced).link.status, "moved");
});

test("a newcomer brings nothing along but the games", () => {
  const before = {
    ...EMPTY,
    sheets: [],
    announcement: "Tea",
    seats: [{ table: "t", code: "c", seat: 0, sheet: "kozel", waiting: false }],
  };
  assert.deepEqual(reduce(before, { type: "page_newcomer" }), { ...EMPTY, sheets: [] });
});
