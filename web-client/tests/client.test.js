import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../src/net/refused.js";
import { clientOnFakes, TABLE, welcome } from "./fakes.js";

const SEAT = { table: TABLE, code: "ABCD2345WXYZ", seat: 0, sheet: "kozel", waiting: false };
/** @param {number} seq @param {number} [count] */
const events = (seq, count = 1) => ({
  type: "events",
  table: TABLE,
  seq,
  facts: Array.from({ length: count }, () => ({ type: "hidden" })),
  now: { phase: "playing" },
});

function connected(seats = [SEAT]) {
  const parts = clientOnFakes("secret");
  parts.client.start();
  parts.last().open();
  parts.last().receive(welcome(seats));
  return parts;
}

test("says hello first, and keeps a new identity's token", () => {
  const parts = clientOnFakes();
  parts.client.start();
  parts.last().open();
  assert.deepEqual(parts.last().sent, [
    { type: "hello", versions: { from: 1, to: 1 }, kind: "person", language: "en" },
  ]);
  parts.last().receive({ ...welcome(), token: "new" });
  assert.equal(parts.token.value, "new");
  assert.deepEqual(parts.statuses, ["connecting", "open"]);
});

test("an unanswered command is sent again after a reconnect, with the same id", async () => {
  const parts = connected();
  const answer = parts.client.command({ type: "ready", table: TABLE });
  const [{ id }] = parts.last().of("ready");
  parts.last().lose(1006);
  parts.time.pass(10_000);
  parts.last().open();
  assert.equal(parts.last().of("ready").length, 0, "nothing before welcome");
  parts.last().receive(welcome([SEAT]));
  assert.equal(parts.last().of("ready")[0].id, id);
  parts.last().receive({ type: "ack", id, table: TABLE, seq: 9 });
  assert.equal((await answer).seq, 9);
  parts.last().lose(1006);
  parts.time.pass(10_000);
  parts.last().open();
  parts.last().receive(welcome([SEAT]));
  assert.equal(parts.last().of("ready").length, 0, "an answered command is not repeated");
});

test("a refusal reaches the one who asked", async () => {
  const parts = connected();
  const answer = parts.client.command({ type: "act", table: TABLE, turn: 1, action: "play 5-3 left" });
  const [{ id }] = parts.last().of("act");
  parts.last().receive({ type: "refused", id, code: "does_not_fit", tile: "5-3", fits: [4, 1] });
  await assert.rejects(answer, (error) => error instanceof Refused && error.why.code === "does_not_fit");
});

test("facts come without a gap: a hole asks for what is missing and waits for it", () => {
  const parts = connected();
  parts.client.follow(TABLE);
  assert.equal(parts.last().of("resume")[0].since, 0);
  parts.last().receive({ type: "snapshot", table: TABLE, seq: 10, view: {} });
  parts.last().receive(events(11));
  parts.last().receive(events(14));
  parts.last().receive(events(15));
  assert.deepEqual(
    parts
      .last()
      .of("resume")
      .map(({ since }) => since),
    [0, 11],
    "one question for one hole",
  );
  parts.last().receive(events(12, 4));
  parts.last().receive(events(16));
  assert.deepEqual(
    parts.heard.filter(({ type }) => type === "events").map(({ seq }) => seq),
    [11, 12, 16],
  );
});

test("facts already known are not told twice", () => {
  const parts = connected();
  parts.client.follow(TABLE);
  parts.last().receive({ type: "snapshot", table: TABLE, seq: 10, view: {} });
  parts.last().receive(events(9, 2));
  parts.last().receive(events(10, 3));
  const told = parts.heard.filter(({ type }) => type === "events");
  assert.deepEqual(
    told.map(({ seq, facts }) => [seq, facts.length]),
    [[11, 2]],
  );
});

test("after a reconnect each followed table resumes from the last number", () => {
  const parts = connected();
  parts.client.follow(TABLE);
  parts.last().receive({ type: "snapshot", table: TABLE, seq: 10, view: {} });
  parts.last().lose(1012);
  parts.time.pass(10_000);
  parts.last().open();
  parts.last().receive(welcome([SEAT]));
  assert.equal(parts.last().of("resume")[0].since, 10);
});

test("replaced by another window: no reconnect until it is asked for", () => {
  const parts = connected();
  parts.last().lose(4409);
  parts.time.pass(60_000);
  assert.equal(parts.transports.length, 1);
  assert.equal(parts.statuses[parts.statuses.length - 1], "replaced");
  parts.client.again();
  assert.equal(parts.transports.length, 2);
});

test("an unknown token is dropped and a new identity is made", () => {
  const parts = clientOnFakes("stale");
  parts.client.start();
  parts.last().open();
  parts.last().lose(4401);
  parts.time.pass(10_000);
  parts.last().open();
  assert.equal(parts.last().sent[0].token, undefined);
});

test("a server with a password is asked again with it, and the identity is kept", () => {
  const parts = clientOnFakes();
  parts.client.start();
  parts.last().open();
  parts.last().receive({ type: "refused", code: "password_required" });
  assert.deepEqual(parts.turnedAway, ["password_required"]);
  assert.ok(parts.last().closed, "nobody waits on a socket while a person types");
  parts.time.pass(60_000);
  assert.equal(parts.transports.length, 1);
  parts.client.enter("guess");
  parts.last().open();
  assert.equal(parts.last().sent[0].password, "guess");
  parts.last().receive({ type: "refused", code: "password_wrong" });
  parts.client.enter("swordfish");
  parts.last().open();
  parts.last().receive({ ...welcome(), token: "new" });
  parts.last().lose(1006);
  parts.time.pass(10_000);
  parts.last().open();
  const [hello] = parts.last().sent;
  assert.deepEqual([hello.token, hello.password], ["new", undefined], "the token is enough from now on");
});

test("a code brings another identity here, and nothing of the old one goes on", () => {
  const parts = connected();
  parts.client.follow(TABLE);
  parts.client.command({ type: "ready", table: TABLE });
  parts.client.arrive("ABCD2345WXYZ");
  parts.last().open();
  const [hello] = parts.last().sent;
  assert.deepEqual([hello.transfer, hello.token], ["ABCD2345WXYZ", undefined]);
  parts.last().receive({ ...welcome([SEAT]), token: "moved" });
  assert.equal(parts.token.value, "moved");
  assert.deepEqual(
    parts.last().sent.map(({ type }) => type),
    ["hello", "heartbeat"],
    "and the server knows that the token has arrived",
  );
  assert.equal(parts.client.follows(TABLE), false);
});

test("a code that nobody knows leaves me who I was", () => {
  const parts = connected();
  parts.client.arrive("WRNG2345WXYZ");
  parts.last().open();
  parts.last().receive({ type: "refused", code: "no_such_code" });
  assert.deepEqual(parts.turnedAway, ["no_such_code"]);
  parts.last().open();
  assert.equal(parts.last().sent[0].token, "secret");
});

test("a code is kept while the password is asked for", () => {
  const parts = clientOnFakes();
  parts.client.start();
  parts.client.arrive("ABCD2345WXYZ");
  parts.last().open();
  parts.last().receive({ type: "refused", code: "password_required" });
  parts.client.enter("swordfish");
  parts.last().open();
  const [hello] = parts.last().sent;
  assert.deepEqual([hello.transfer, hello.password], ["ABCD2345WXYZ", "swordfish"]);
});

test("a player sent away by the host comes back only when asked to, a banned one does not", () => {
  for (const [code, status] of /** @type {const} */ ([
    [4407, "kicked"],
    [4403, "banned"],
  ])) {
    const parts = connected();
    parts.last().lose(code);
    parts.time.pass(60_000);
    assert.equal(parts.transports.length, 1);
    assert.equal(parts.statuses[parts.statuses.length - 1], status);
  }
});

test("a close that forbids coming back is obeyed", () => {
  for (const code of [1002, 1003, 1007, 1009, 4400]) {
    const parts = connected();
    parts.last().lose(code);
    parts.time.pass(60_000);
    assert.equal(parts.transports.length, 1, String(code));
    assert.equal(parts.statuses[parts.statuses.length - 1], "stopped");
  }
});

test("waits grow and are never longer than eight seconds", () => {
  const parts = clientOnFakes("secret");
  parts.client.start();
  /** @type {number[]} */
  const waits = [];
  for (let i = 0; i < 8; i += 1) {
    parts.last().lose(1006);
    const due = Math.min(
      ...parts.time.timers.map((timer) => timer.due).filter((at) => at > parts.time.at && at - parts.time.at < 9000),
    );
    waits.push(due - parts.time.at);
    parts.time.pass(due - parts.time.at);
  }
  assert.ok(
    waits.every((wait) => wait <= 8000),
    String(waits),
  );
  assert.ok(waits[0] < 400 && waits[4] > waits[0]);
});

test("a socket that is silent for too long is taken for dead", () => {
  const parts = connected();
  parts.time.pass(70_000);
  assert.ok(parts.transports[0].closed);
  assert.ok(parts.transports.length > 1);
});
