// Whole matches through nginx and Caddy, set up as `packaging` says, with TLS and a path of their own: a person at the
// page against a bot.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlayer, openTable, play, tap } from "../browser/player.js";
import { sendBot } from "./bot.js";
import { siteForTests } from "./site.js";

/** @typedef {import("./site.js").Way} Way */
/** @typedef {import("./site.js").Entrance} Entrance */

/** Where nginx leaves the path on. @param {string} text */
const keepPath = (text) => text.replace(/(proxy_pass http:\/\/[\d.:]+)\/;/, "$1;");

/** @type {(Way & { name: string })[]} */
const WAYS = [
  { name: "nginx at a path", kind: "nginx", prefix: true },
  { name: "caddy at a path", kind: "caddy", prefix: true },
  { name: "nginx at a path that it leaves on", kind: "nginx", prefix: true, spoil: keepPath },
  { name: "nginx at a name of its own", kind: "nginx", prefix: false },
  { name: "caddy at a name of its own", kind: "caddy", prefix: false },
];

const stage = siteForTests(WAYS);

/**
 * A person by one way and the bot by another play a match to its end.
 * @param {Entrance} mine
 * @param {Entrance} bots
 * @param {{ game: string, target?: number }} how
 */
async function playMatch(mine, bots, how) {
  const { page, context, assertCalm, assertInTime, report } = await openPlayer(stage.browser, mine.url);
  /** @type {string[]} */
  const outside = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(mine.url) && !request.url().startsWith("data:")) outside.push(request.url());
  });
  page.on("websocket", (socket) => {
    if (socket.url() !== `${mine.url}ws`.replace("https:", "wss:")) outside.push(socket.url());
  });
  await page.reload();
  await openTable(page, { ...how, seats: 2, byLink: true });
  const link = await page.locator(".invite input").inputValue();
  assert.ok(link.startsWith(`${mine.url}#/join/`), link);
  const bot = sendBot({ link, socket: bots.socket, trust: stage.site.certificate.cert });
  try {
    await page.locator(".seating-acts .go").click();
    await page.locator(".table .held").first().waitFor();
    await play(page, (what) => what === "match-over", { by: tap, withinMs: 240_000 });
    await page.locator(".proof-proved").waitFor();
    assertInTime();
    const record = new URL(
      (await page.locator('a[href*="api/matches/"]').first().getAttribute("href")) ?? "",
      page.url(),
    );
    const answer = await mine.get(record.href.slice(mine.url.length));
    assert.equal(answer.status, 200, `${record}`);
    assert.deepEqual(outside, [], "nothing is asked for outside the path");
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nbot: ${bot.said()}\n${await report()}`, {
      cause: error,
    });
  } finally {
    await bot.close();
  }
  assertCalm();
  await context.close();
}

for (const [at, { name, prefix }] of WAYS.entries()) {
  test(`a whole match through ${name}, page and bot`, async () => {
    const entrance = stage.site.entrances[at];
    assert.equal(new URL(entrance.url).pathname, prefix ? "/dominoes/" : "/");
    // At a path the game goes to its own goal.
    await playMatch(entrance, entrance, at < 2 ? { game: "kozel" } : { game: "draw", target: 20 });
  });

  test(`${name} tells who the client is, and keeps back what is the host's`, async () => {
    const { get } = stage.site.entrances[at];
    const seen = JSON.parse(
      (
        await get(`api/self-check?origin=${new URL(stage.site.entrances[at].url).origin}`, {
          from: "127.0.0.2",
          headers: { "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "http" },
        })
      ).body,
    );
    assert.equal(seen.client_address, "127.0.0.2", "not what the client claims");
    assert.deepEqual(
      [seen.secure, seen.via_proxy, seen.origin_ok, seen.prefix],
      [true, true, true, new URL(stage.site.entrances[at].url).pathname],
    );
    assert.equal(seen.host, new URL(stage.site.entrances[at].url).host);
    for (const path of [
      "metrics",
      "api/admin/state",
      "api/admin",
      "api//admin/state",
      "api/./admin/state",
      "%6detrics",
      "api/%61dmin/state",
      "x/../metrics",
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
    assert.equal((await get("healthz")).status, 200);
  });
}

test("a person through nginx and a bot through caddy play one match", async () => {
  await playMatch(stage.site.entrances[0], stage.site.entrances[1], { game: "draw", target: 20 });
});

test("the path without its last slash leads to the page", async () => {
  for (const entrance of stage.site.entrances.slice(0, 3)) {
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    await page.goto(entrance.url.slice(0, -1));
    await page.locator(".who:visible bdi").first().waitFor();
    assert.equal(page.url().split("#")[0], entrance.url);
    await context.close();
  }
});
