// An evening with a friend. Two machines on a cable: on one somebody opens their server to the network and looks at the
// host's page, on the other a guest follows the link, over plain http, and plays a match to its end. Then the host
// makes a backup, bans the guest, restarts the server from the page, and puts the backup back there, too. Where
// namespaces cannot be made, SKIP_NETNS=1 leaves this out.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CHROMIUM, launch } from "./launch.js";
import { ADDRESS, cannotIsolate, createPair, GUEST_ADDRESS } from "./netns.js";
import { openPlayer, openTable, play, rename, tap } from "./player.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const SKIP = process.env.SKIP_NETNS === "1";

/** Undone in reverse order. @type {(() => void | Promise<void>)[]} */
const undo = [];
/** @type {{ host: import("./netns.js").Namespace, guest: import("./netns.js").Namespace }} */
let machines;
/** @type {import("./server.js").Server} */
let server;
/** @type {{ host: import("playwright-core").Browser, guest: import("playwright-core").Browser }} */
let browsers;

before(async () => {
  if (SKIP) return;
  const obstacle = cannotIsolate();
  if (obstacle !== null)
    throw new Error(`The test of two machines cannot run: ${obstacle}. SKIP_NETNS=1 leaves it out.`);
  machines = createPair();
  undo.push(
    () => machines.host.remove(),
    () => machines.guest.remove(),
  );
  server = await startServer({ listen: "0.0.0.0:0", inside: machines.host.inside });
  undo.push(() => server.close());
  browsers = { host: await launch(machines.host.wrap(CHROMIUM)), guest: await launch(machines.guest.wrap(CHROMIUM)) };
  undo.push(
    () => browsers.host.close(),
    () => browsers.guest.close(),
  );
});
after(async () => {
  for (const step of undo.reverse()) await step();
});

/** What a machine of the host's own has at hand. @param {string} path */
const atHome = (path) => `http://127.0.0.1:${new URL(server.url).port}${path}`;

/** The host's page, in a window of its own. */
async function openDesk() {
  const context = await browsers.host.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem("boneyard.settings", JSON.stringify({ language: "en" })));
  const page = await context.newPage();
  await page.goto(atHome("/host"));
  await page.locator("#token").fill(readFileSync(join(server.data, "admin-token"), "utf8").trim());
  await page.keyboard.press("Enter");
  await page.locator(".host-exposure .qr svg").waitFor();
  return page;
}

/** @param {Page} desk @param {string} words */
const said = (desk, words) => desk.locator(".host-note", { hasText: words }).waitFor();

test("a guest comes by the link, plays a match, is banned, and is back with a backup from before", {
  skip: SKIP,
  timeout: 300_000,
}, async () => {
  const host = await openPlayer(browsers.host, atHome("/"));
  await rename(host.page, "Hilda");
  await openTable(host.page, { seats: 2, byLink: true, target: 10 });
  const desk = await openDesk();
  assert.equal(
    await desk.locator(".host-addresses input").first().inputValue(),
    `http://${ADDRESS}:${new URL(server.url).port}/`,
  );
  await desk.locator(".host-tables .host-row").getByRole("button", { name: "Links" }).click();
  const link = await desk.locator("dialog input[readonly]").inputValue();
  await desk.keyboard.press("Escape");
  assert.equal(new URL(link).hostname, ADDRESS);

  const guest = await openPlayer(browsers.guest, link);
  assert.equal(await guest.page.evaluate(() => isSecureContext), false);
  await guest.page.locator(".seating-acts .go").click();
  await host.page.locator(".seating-acts .go").click();
  await Promise.all([host, guest].map(({ page }) => play(page, (what) => what === "match-over", { by: tap })));
  await guest.page.locator(".proof-proved").waitFor();
  const guestName = await desk.locator(".host-player", { hasText: GUEST_ADDRESS }).locator(".name").innerText();
  for (const { assertCalm, assertInTime } of [host, guest]) {
    assertCalm();
    assertInTime();
  }

  await desk.locator("#backup-name").fill("after-the-match");
  await desk.locator(".host-backups [type=submit]").click();
  await said(desk, "after-the-match");
  await desk.locator(".host-check .button").click();
  await desk.locator(".host-check", { hasText: "The data is well." }).waitFor();

  await desk.locator(".host-player", { hasText: GUEST_ADDRESS }).getByRole("button", { name: "Ban" }).click();
  await desk.locator("dialog [type=submit]").click();
  await said(desk, "The ban holds.");
  const banned = guest.page.locator(".banner", { hasText: "has closed it to you" });
  await banned.waitFor();

  await desk.getByRole("button", { name: "In 5 seconds" }).click();
  await desk.locator("dialog .bad").click();
  await host.page.locator(".banner .clock").waitFor();
  assert.equal(await server.ended(), 0);
  await server.again();
  await host.page.locator(".banner").waitFor({ state: "detached" });
  await guest.page.reload();
  await banned.waitFor();

  await desk.locator(".host-bans .host-row").waitFor();
  await desk.locator(".host-backups .host-row", { hasText: "after-the-match" }).getByRole("button").click();
  await desk.locator("dialog [type=submit]").click();
  await said(desk, "Putting the backup back is announced.");
  await desk.locator(".host-restart", { hasText: "after-the-match.sqlite is put back in" }).waitFor();
  await host.page.locator(".banner .clock").waitFor();
  // The server comes back by itself, and the host's page with it: the ban was made after the backup.
  await desk.locator(".host-bans", { hasText: "Nobody is banned." }).waitFor();
  await host.page.locator(".banner").waitFor({ state: "detached" });
  await guest.page.reload();
  await guest.page.locator(".phase-match_over .result").waitFor();
  assert.equal(
    guestName,
    await guest.page.evaluate(() => document.querySelector(".who bdi")?.textContent),
    "the guest is who they were",
  );
  assert.ok(
    readdirSync(server.data).some((name) => name.startsWith("replaced-")),
    "what was there is put aside",
  );
});

test("a player moves to another device and plays on there", { skip: SKIP }, async () => {
  const here = await openPlayer(browsers.host, `http://${ADDRESS}:${new URL(server.url).port}/`);
  await rename(here.page, "Mira");
  await openTable(here.page, { seats: 2, bots: 1, target: 50 });
  await here.page.locator(".table").waitFor();
  await here.page.locator(".title-end .icon-button").last().click();
  await here.page.getByRole("button", { name: "Move to another device" }).click();
  await here.page.locator("dialog .qr svg").waitFor();
  const link = await here.page.locator("dialog .invite input").inputValue();
  const there = await openPlayer(browsers.guest, link, { size: { width: 390, height: 844 } });
  await here.page.locator(".banner", { hasText: "You play on the other device now." }).waitFor();
  assert.equal(await there.page.locator(".who:visible bdi").innerText(), "Mira");
  await there.page.locator(".returns .go").click();
  await there.page.locator(".table .held").first().waitFor();
  await here.page.reload();
  await here.page.locator(".who bdi").first().waitFor();
  assert.notEqual(await here.page.locator(".who:visible bdi").first().innerText(), "Mira");
});
