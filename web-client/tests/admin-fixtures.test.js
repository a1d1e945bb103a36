// The server of the page's tests answers as the protocol says: field by field as the fixtures of the host's API do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EMPTY, nameOf, reduce, restartIn, restoreNext } from "../src/host/state.js";
import { HOST } from "./hosted.js";

/** @param {string} name @returns {any} */
const fixture = (name) =>
  JSON.parse(readFileSync(new URL(`../../protocol/fixtures/admin/${name}.json`, import.meta.url), "utf8"));

/** The fields of a value, those of its parts with them: "seats.name". @param {any} value @returns {Set<string>} */
function fields(value) {
  if (Array.isArray(value)) return new Set(value.flatMap((one) => [...fields(one)]));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([name, part]) => [name, ...[...fields(part)].map((inner) => `${name}.${inner}`)]),
  );
}

for (const [name, mine] of /** @type {const} */ ([
  ["state", HOST.state],
  ["tables", HOST.tables],
  ["players", HOST.players],
  ["bans", HOST.bans],
  ["backups", HOST.backups],
  ["reports", HOST.reports],
  ["check", HOST.check],
  ["announced", HOST.announce],
  ["draining", HOST.drain],
  ["draining", HOST.restore],
  ["backup", HOST.backup],
  ["bot_token", HOST.bot_token],
])) {
  test(`${name} has the fields of the protocol`, () => {
    const theirs = fields(fixture(name));
    assert.deepEqual(
      [...fields(mine)].filter((field) => !theirs.has(field)),
      [],
    );
  });
}

test("the page's state takes the protocol's answers", () => {
  const parts = /** @type {const} */ (["state", "tables", "players", "bans", "backups", "reports", "check"]);
  const known = parts.reduce(
    (state, part) => reduce(state, { type: "answer", part, value: fixture(part), at: 0 }),
    reduce(EMPTY, { type: "asking" }),
  );
  assert.deepEqual([restartIn(known), restoreNext(known)], [60_000, "before-the-move.sqlite"]);
  assert.equal(nameOf(known, fixture("bans")[0].player), "Ödön");
  assert.deepEqual([known.gate, known.tables?.[0].seats[2].name], ["open", undefined]);
});
