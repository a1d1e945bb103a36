// The page on plain http from an address that is not loopback: no secure context, so no crypto.subtle, no randomUUID,
// no clipboard. A match is played and its deals are proved all the same. Where a namespace cannot be made, SKIP_NETNS=1
// leaves this out.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHROMIUM, launch } from "./launch.js";
import { ADDRESS, cannotIsolate, createNamespace } from "./netns.js";
import { arrival, openPlayer, openTable, play, tap, witness } from "./player.js";
import { startServer } from "./server.js";

const SKIP = process.env.SKIP_NETNS === "1";

/** Undone in reverse order. @type {(() => void | Promise<void>)[]} */
const undo = [];
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("./server.js").Server} */
let server;
/** @type {import("./netns.js").Namespace} */
let namespace;

before(async () => {
  if (SKIP) return;
  const obstacle = cannotIsolate();
  if (obstacle !== null)
    throw new Error(`The test over plain http cannot run: ${obstacle}. SKIP_NETNS=1 leaves it out.`);
  namespace = createNamespace();
  undo.push(() => namespace.remove());
  server = await startServer({ listen: `${ADDRESS}:0`, inside: namespace.inside });
  undo.push(() => server.close());
  browser = await launch(namespace.wrap(CHROMIUM));
  undo.push(() => browser.close());
});
after(async () => {
  for (const step of undo.reverse()) await step();
});

test("a match on plain http from another address, and its deals are proved", { skip: SKIP }, async () => {
  assert.equal(new URL(server.url).hostname, ADDRESS);
  const { page, context, assertCalm } = await openPlayer(browser, server.url);
  assert.deepEqual(await page.evaluate(() => [isSecureContext, typeof crypto.subtle, typeof crypto.randomUUID]), [
    false,
    "undefined",
    "undefined",
  ]);
  await openTable(page, { seats: 2, bots: 1, target: 10 });
  await page.locator(".table").waitFor();
  await play(page, (what) => what === "match-over", { by: tap });
  await page.locator(".proof-proved").waitFor();
  assertCalm();
  await context.close();
});

test("the network changes while the page is on its way, and the page comes all the same", { skip: SKIP }, async () => {
  let lost = 0;
  for (let round = 0; round < 4; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const report = witness(page);
    page.on("requestfailed", () => {
      lost += 1;
    });
    // What starts the page must be there; from then on anything may be lost, in each round a little later.
    const started = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/boot.js"));
    const loaded = page.waitForEvent("load");
    await page.goto(server.url, { waitUntil: "commit" });
    await started;
    const changing = setInterval(() => namespace.change(), 1 + 15 * round);
    await Promise.race([page.waitForEvent("requestfailed"), loaded]);
    clearInterval(changing);
    await arrival(page, report);
    await context.close();
  }
  assert.ok(lost > 0, "nothing was lost, so nothing was shown");
});
