import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchPatiently } from "../src/net/api.js";

test("what the page cannot do without is asked for until it comes, with longer and longer pauses", async () => {
  /** @type {string[]} */
  const asked = [];
  /** @type {number[]} */
  const pauses = [];
  const answer = await fetchPatiently("/i18n/en.json", {
    ask: async (path) => {
      asked.push(path);
      if (asked.length < 9) throw new TypeError("network changed");
      return { you: "You" };
    },
    later: (run, ms) => {
      pauses.push(ms);
      run();
    },
  });
  assert.deepEqual(answer, { you: "You" });
  assert.equal(asked.length, 9);
  assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
});
