// What the self-check shows of an nginx that a host has set up wrongly, in the four usual ways; and that it shows
// nothing of the snippets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { siteForTests } from "./site.js";

/** Seconds of silence after which the impatient one cuts a socket. */
const IMPATIENT_S = 1;
/** Longer than any step of a test takes, and shorter than the server's own end of the socket, ms. */
const PATIENCE = 30_000;

/** @param {RegExp} what @param {string} by @returns {(text: string) => string} */
const put = (what, by) => (text) => text.replace(what, by);

/** @type {import("./site.js").Way[]} */
const WAYS = [
  { kind: "nginx", prefix: true },
  { kind: "nginx", prefix: true, spoil: put(/proxy_set_header (Upgrade|Connection) .*;/g, "") },
  { kind: "nginx", prefix: true, spoil: put(/proxy_set_header Host .*;/, "") },
  { kind: "nginx", prefix: true, spoil: put(/proxy_buffering off;/, "") },
  { kind: "nginx", prefix: true, spoil: put(/proxy_read_timeout .*;/, `proxy_read_timeout ${IMPATIENT_S}s;`) },
  { kind: "nginx", prefix: true, spoil: put(/proxy_set_header X-Forwarded-.*;/g, "") },
  { kind: "caddy", prefix: true },
];
const [GOOD, NO_UPGRADE, NO_HOST, BUFFERING, IMPATIENT, NOBODY, CADDY] = WAYS.keys();

const stage = siteForTests(WAYS);

/**
 * What a socket of the page's does: whether it opens, says back, and when it is cut.
 * @param {number} at
 * @param {{ silentMs?: number }} [how]
 */
async function socket(at, { silentMs = 0 } = {}) {
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  await page.goto(stage.site.entrances[at].url);
  const done = await page.evaluate(
    ({ silent, patience }) =>
      new Promise((resolve) => {
        const tried = new WebSocket(new URL("ws/self-check", location.href.split("#")[0]).href.replace(/^http/, "ws"));
        const began = performance.now();
        let echo = "";
        setTimeout(() => resolve({ echo, end: "patience" }), patience);
        tried.onopen = () => tried.send("here");
        tried.onmessage = ({ data }) => {
          echo = data;
          setTimeout(() => {
            resolve({ echo, end: "open" });
            tried.close();
          }, silent);
        };
        tried.onclose = ({ code }) => resolve({ echo, end: code, after: performance.now() - began });
      }),
    { silent: silentMs, patience: PATIENCE },
  );
  await context.close();
  return /** @type {{ echo: string, end: number | string, after?: number }} */ (done);
}

/** @param {number} at */
const seen = async (at) =>
  JSON.parse(
    (
      await stage.site.entrances[at].get(`api/self-check?origin=${new URL(stage.site.entrances[at].url).origin}`, {
        from: "127.0.0.3",
      })
    ).body,
  );

/** Milliseconds between the first and the last line of the slow answer. @param {number} at */
async function spread(at) {
  const { body, pieces } = await stage.site.entrances[at].get("api/self-check/stream");
  assert.equal(body, "0\n1\n2\n3\n4\n");
  return (pieces.at(-1)?.at ?? 0) - pieces[0].at;
}

test("of the snippets it has nothing to say", async () => {
  for (const at of [GOOD, CADDY]) {
    assert.deepEqual(await socket(at, { silentMs: 3 * IMPATIENT_S * 1000 }), { echo: "here", end: "open" });
    assert.ok((await spread(at)) > 400, "line by line");
    const { host, origin_ok: allowed, via_proxy: trusted, client_address: client, secure, prefix } = await seen(at);
    assert.deepEqual(
      { host, allowed, trusted, client, secure, prefix },
      {
        host: new URL(stage.site.entrances[at].url).host,
        allowed: true,
        trusted: true,
        client: "127.0.0.3",
        secure: true,
        prefix: "/dominoes/",
      },
    );
  }
});

test("an upgrade that is lost: the socket does not open, and nothing else is wrong", async () => {
  const { echo, end } = await socket(NO_UPGRADE);
  assert.deepEqual([echo, end], ["", 1006]);
  assert.equal((await seen(NO_UPGRADE)).origin_ok, true);
});

test("a host that is not passed on is told as it came", async () => {
  const { host } = await seen(NO_HOST);
  assert.equal(host, new URL(stage.site.server.url).host);
  assert.notEqual(host, new URL(stage.site.entrances[NO_HOST].url).host);
});

test("a proxy that buffers: all lines come at once", async () => {
  assert.ok((await spread(BUFFERING)) < 100);
});

test("an idle time-out that is too short: the socket is cut in silence", async () => {
  const { echo, end, after: ms } = await socket(IMPATIENT, { silentMs: PATIENCE / 2 });
  assert.deepEqual([echo, end], ["here", 1006]);
  assert.ok(ms !== undefined && ms >= IMPATIENT_S * 1000 - 50, `${ms} ms`);
});

test("a proxy that does not name its client: everybody has the proxy's address", async () => {
  const { forwarded_for: forwarded, client_address: client, secure } = await seen(NOBODY);
  assert.deepEqual({ forwarded, client, secure }, { forwarded: null, client: "127.0.0.1", secure: false });
});
