// The host's page without a browser: its questions, what it knows, and what it makes of the way to the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdmin, Unreachable } from "../src/host/admin.js";
import { createFormat } from "../src/host/format.js";
import { judgeIdle, judgeRequest, judgeSocket, judgeStream } from "../src/host/judge.js";
import { EMPTY, nameOf, reduce, restartIn, serverTime } from "../src/host/state.js";
import { forOthers } from "../src/ui/qr.js";
import { Refused } from "../src/net/refused.js";
import { HOST } from "./hosted.js";

const TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE";

/** @param {(url: string, how: any) => Response | Promise<Response>} answer @param {string | null} [token] */
const admin = (answer, token = TOKEN) =>
  createAdmin({
    token: () => token,
    address: (action) => `http://host/api/admin/${action}`,
    send: /** @type {any} */ (async (/** @type {string} */ url, /** @type {any} */ how) => answer(url, how)),
  });

test("a question is a POST with the token, and nothing else of the browser's", async () => {
  /** @type {any[]} */
  const sent = [];
  const ask = admin((url, how) => {
    sent.push([url, how]);
    return Response.json([{ ban: 1 }]);
  });
  assert.deepEqual(await ask("bans"), [{ ban: 1 }]);
  const [[url, how]] = sent;
  assert.deepEqual(
    [url, how.method, how.body, how.credentials, how.cache, how.headers.authorization],
    ["http://host/api/admin/bans", "POST", "{}", "omit", "no-store", `Bearer ${TOKEN}`],
  );
});

test("a refusal has the server's code, a proxy's page its status, and silence is silence", async () => {
  const code = async (/** @type {Response | Error} */ answer) =>
    admin(() => {
      if (answer instanceof Error) throw answer;
      return answer;
    })("state").then(
      () => "answered",
      (error) => (error instanceof Refused ? error.why.code : error.constructor.name),
    );
  assert.equal(await code(Response.json({ code: "admin_local_only" }, { status: 403 })), "admin_local_only");
  assert.equal(await code(new Response("<h1>Bad Gateway</h1>", { status: 502 })), "http_502");
  assert.equal(await code(new TypeError("Failed to fetch")), Unreachable.name);
});

test("what cannot be a token is not sent", async () => {
  const foreign = "токен-с-буквами-которых-там-нет";
  for (const token of [null, "", foreign, "short", "with a blank in the middle of it"]) {
    await assert.rejects(
      admin(() => assert.fail("sent"), token)("state"),
      (error) => error instanceof Refused && error.why.code === "bad_token",
    );
  }
});

/** @param {string} part @param {any} value @returns {import("../src/host/state.js").HostMessage} */
const answer = (part, value) => ({ type: "answer", part: /** @type {any} */ (part), value, at: 1000 });

test("the first answer opens the gate, and a shut gate keeps nothing", () => {
  const asking = reduce(EMPTY, { type: "asking" });
  const open = [answer("state", HOST.state), answer("players", HOST.players), answer("tables", HOST.tables)].reduce(
    reduce,
    asking,
  );
  assert.deepEqual([asking.gate, open.gate, open.players?.length], ["asking", "open", HOST.players.length]);
  const shut = reduce(open, { type: "shut", why: { code: "bad_token" } });
  assert.deepEqual(shut, { ...EMPTY, why: { code: "bad_token" } });
  assert.equal(reduce(shut, answer("players", HOST.players)).players, null, "an answer that comes late is not kept");
});

test("a server that does not answer leaves what is known, until it answers again", () => {
  const open = reduce(reduce(EMPTY, { type: "asking" }), answer("state", HOST.state));
  const lost = reduce(open, { type: "lost" });
  assert.deepEqual([lost.lost, lost.gate, reduce(lost, answer("state", HOST.state)).lost], [true, "open", false]);
  assert.equal(reduce(reduce(EMPTY, { type: "asking" }), { type: "lost" }).gate, "shut");
});

test("a check of the data counts for the start in which it was made", () => {
  const open = [answer("state", HOST.state), answer("check", HOST.check), answer("state", HOST.state)].reduce(
    reduce,
    reduce(EMPTY, { type: "asking" }),
  );
  assert.equal(open.check, HOST.check);
  assert.equal(reduce(open, answer("state", { ...HOST.state, started_at: HOST.state.started_at + 1 })).check, null);
});

test("times are the server's, names are found where they are known", () => {
  const state = { ...EMPTY, state: HOST.state, at: 1000, players: HOST.players, reports: HOST.reports };
  assert.equal(serverTime(state, 4000), HOST.state.started_at + HOST.state.uptime_ms + 3000);
  assert.equal(restartIn(state), null);
  assert.equal(restartIn({ ...state, state: { ...HOST.state, draining: { in_ms: 5 } } }), 5);
  assert.equal(nameOf(state, HOST.players[0].player), HOST.players[0].name);
  assert.equal(nameOf(EMPTY, "0198c1de-7b4e-4000-8000-0000000000ff"), "0198c1de");
});

const PAGE = { protocol: "https:", host: "example.org", origin: "https://example.org", pathname: "/dominoes/host" };
const SEEN = {
  secure: true,
  host: "example.org",
  origin_ok: true,
  forwarded_for: "203.0.113.9",
  client_address: "203.0.113.9",
  via_proxy: true,
  prefix: "/dominoes/",
};
/** @param {Partial<import("../src/host/judge.js").Seen>} change */
const wrong = (change) =>
  judgeRequest({ ...SEEN, ...change }, PAGE)
    .filter(({ ok }) => !ok)
    .map(({ says }) => says);

test("a sound way has no fault, and each fault is told apart", () => {
  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ prefix: "/" }), ["prefix.bad"]);
  assert.deepEqual(wrong({ prefix: "/dominoes" }), []);
  assert.deepEqual(wrong({ host: "127.0.0.1:8080" }), ["name.bad"]);
  assert.deepEqual(wrong({ origin_ok: false }), ["origin.bad"]);
  assert.deepEqual(wrong({ secure: false }), ["secure.bad"]);
  assert.deepEqual(wrong({ via_proxy: false }), ["sender.stranger"]);
  assert.deepEqual(wrong({ forwarded_for: null }), ["sender.nameless"]);
  const direct = judgeRequest(
    { ...SEEN, secure: false, host: "10.0.0.5:8080", via_proxy: false, forwarded_for: null, prefix: "/" },
    { protocol: "http:", host: "10.0.0.5:8080", origin: "http://10.0.0.5:8080", pathname: "/host" },
  );
  assert.deepEqual(
    direct.map(({ ok, says }) => [ok, says]),
    [
      [true, "origin.ok"],
      [true, "name.ok"],
      [true, "prefix.ok"],
      [true, "secure.ok"],
      [true, "sender.direct"],
    ],
  );
});

test("an answer that comes at once was gathered, a socket must live through a minute", () => {
  assert.deepEqual(
    [judgeStream([10, 210, 410, 610, 810]), judgeStream([810, 811]), judgeStream([900]), judgeStream(null)].map(
      ({ ok }) => ok,
    ),
    [true, false, false, false],
  );
  assert.deepEqual(
    [judgeSocket({ echoed: true }), judgeSocket({ echoed: false }), judgeIdle(null), judgeIdle(30_400)].map(
      ({ says, params }) => [says, params?.n],
    ),
    [
      ["socket.ok", undefined],
      ["socket.bad", undefined],
      ["idle.ok", undefined],
      ["idle.bad", 30],
    ],
  );
});

test("spans and sizes are written in the reader's language", () => {
  const english = createFormat("en");
  assert.deepEqual([0, 90_000, 3_720_000, 86_400_000, 93_600_000].map(english.span), [
    "0 minutes",
    "1 minute",
    "1 hour 2 minutes",
    "1 day",
    "1 day 2 hours",
  ]);
  assert.deepEqual([0, 512, 1536, 1_048_576, 1_073_741_824].map(english.size), [
    "0 byte",
    "512 byte",
    "1.5 kB",
    "1 MB",
    "1 GB",
  ]);
  assert.equal(createFormat("ru").span(3_600_000), "1 час");
});

test("a code is drawn only of an address that another device can open", () => {
  assert.deepEqual(
    [
      "http://localhost:8080/",
      "http://127.0.0.1:8080/#/join/A",
      "http://[::1]:8080/",
      "http://192.168.1.7:8080/",
      "https://example.org/dominoes/",
    ].map(forOthers),
    [false, false, false, true, true],
  );
});
