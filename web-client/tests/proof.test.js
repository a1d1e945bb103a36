import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { dealLine, prove } from "../src/state/proof.js";

const order = ["6-3", "5-2", "6-6"];
const salt = "00ff".repeat(16);
const commitment = createHash("sha256").update(Buffer.from(salt, "hex")).update("deal 1 63 52 66").digest("hex");

test("writes the deal line as the record does", () => {
  assert.equal(dealLine({ order, lot: 1 }), "deal 1 63 52 66");
});

test("a deal that was promised is proved", () => {
  assert.deepEqual(prove([commitment], { deals: [{ order, lot: 1, salt }] }), { state: "proved", deals: 1 });
});

test("another order, another lot or a missing salt is found", () => {
  const broken = { state: "broken", deal: 1 };
  assert.deepEqual(prove([commitment], { deals: [{ order: ["5-2", "6-3", "6-6"], lot: 1, salt }] }), broken);
  assert.deepEqual(prove([commitment], { deals: [{ order, lot: 2, salt }] }), broken);
  assert.deepEqual(prove([commitment], { deals: [{ order, lot: 1 }] }), broken);
});

test("an entry that was promised and is not in the record is found", () => {
  assert.deepEqual(prove([commitment, "aa"], { deals: [{ order, lot: 1, salt }] }), { state: "broken", deal: 2 });
});

test("deals before one came are not claimed to be proved", () => {
  /** @type {string[]} */
  const heard = [];
  heard[1] = commitment;
  assert.deepEqual(
    prove(heard, {
      deals: [
        { order, lot: 0, salt },
        { order, lot: 1, salt },
      ],
    }),
    { state: "partly", deals: 1, of: 2 },
  );
  assert.deepEqual(prove([], { deals: [{ order, lot: 1, salt }] }), { state: "unknown" });
});
