import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256 } from "../src/net/sha256.js";

test("agrees with another implementation at every length round a block's edge", () => {
  for (const length of [0, 1, 3, 31, 32, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), String(length));
  }
});
