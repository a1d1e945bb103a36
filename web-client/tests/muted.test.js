import assert from "node:assert/strict";
import { test } from "node:test";
import { createMuted, MOST, unmuted } from "../src/state/muted.js";
import { reduce } from "../src/state/reduce.js";

/** @param {string} [kept] */
function storage(kept) {
  const items = new Map(kept === undefined ? [] : [["boneyard.muted", kept]]);
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => items.set(key, text),
  });
}

test("a muted player stays muted in this browser until they are unmuted", () => {
  const kept = storage();
  createMuted(kept).mute("anna");
  assert.deepEqual([...createMuted(kept).get()], ["anna"]);
  createMuted(kept).unmute("anna");
  assert.deepEqual([...createMuted(kept).get()], []);
});

test("a damaged, a foreign and a forbidden storage mute nobody", () => {
  for (const text of ["{", "7", "null", '{"a":1}']) assert.equal(createMuted(storage(text)).get().size, 0, text);
  const muted = createMuted(null);
  muted.mute("anna");
  assert.ok(muted.get().has("anna"));
});

test("of too many the first are forgotten", () => {
  const muted = createMuted(storage());
  for (let i = 0; i <= MOST; i += 1) muted.mute(`p${i}`);
  assert.equal(muted.get().size, MOST);
  assert.ok(!muted.get().has("p0") && muted.get().has(`p${MOST}`));
});

test("phrases belong to the player who said them, not to the seat", () => {
  const seats = [
    { player: "anna", name: "Anna", here: true },
    { player: "boris", name: "Boris", here: true },
  ];
  const table = /** @type {any} */ ({ id: "t", said: [], view: { seats } });
  let state = /** @type {any} */ ({ tables: { t: table } });
  state = reduce(state, { type: "phrase", table: "t", seat: 0, phrase: "hello" });
  state = reduce(state, { type: "phrase", table: "t", seat: 1, phrase: "bye" });
  state.tables.t.view.seats[0] = { player: "clara", name: "Clara", here: true };
  assert.deepEqual(
    unmuted(state.tables.t, new Set(["anna"])).map(({ phrase }) => phrase),
    ["bye"],
  );
  assert.equal(unmuted(state.tables.t, new Set(["clara"])).length, 2);
});
