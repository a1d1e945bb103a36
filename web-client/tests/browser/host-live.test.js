// The host's page on a real server: what the host does reaches the players, and what it shows is so.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openPlayer, openTable, rename } from "./player.js";
import { liveStage } from "./stage.js";

const stage = liveStage();

/** The host's page, with the token of the server's own file. */
async function openDesk() {
  const context = await stage.browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem("boneyard.settings", JSON.stringify({ language: "en" })));
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${stage.server.url}/host`);
  await page.locator("#token").fill(readFileSync(join(stage.server.data, "admin-token"), "utf8").trim());
  await page.keyboard.press("Enter");
  await page.locator(".host-exposure .host-lead").waitFor();
  return { page, complaints, close: () => context.close() };
}

test("an announcement, a kick and a closed table reach the player; a bot gets a token", async () => {
  const player = await openPlayer(stage.browser, stage.server.url);
  await rename(player.page, "Hilda");
  await openTable(player.page, { seats: 3, bots: 1 });
  const { page: desk, complaints, close } = await openDesk();
  assert.match(await desk.locator(".host-exposure .host-lead").innerText(), /Only this machine/);
  await desk.locator(".host-tables .host-row", { hasText: "Hilda" }).waitFor();

  await desk.locator("#announce-text").fill("Tea in the kitchen");
  await desk.keyboard.press("Enter");
  await desk.locator(".host-note", { hasText: "Announced to 1 connection." }).waitFor();
  await player.page.locator(".banner-news", { hasText: "Tea in the kitchen" }).waitFor();

  await desk.locator("#bot-name").fill("Emil 2");
  await desk.locator(".host-bots [type=submit]").click();
  const bot = await desk.locator("dialog input[readonly]").inputValue();
  const me = await fetch(`${stage.server.url}/api/me`, { headers: { authorization: `Bearer ${bot}` } });
  assert.deepEqual([me.status, (await me.json()).name], [200, "Emil 2"]);
  await desk.keyboard.press("Escape");

  await desk.locator(".host-check .button").click();
  await desk.locator(".host-check", { hasText: "The data is well." }).waitFor();

  await desk.locator(".host-player", { hasText: "Hilda" }).getByRole("button", { name: "Kick" }).click();
  await desk.locator("dialog .bad").click();
  await player.page.locator(".banner", { hasText: "has ended your connection" }).waitFor();
  await player.page.getByRole("button", { name: "Come back" }).click();
  await player.page.locator(".banner", { hasText: "has ended your connection" }).waitFor({ state: "detached" });

  await desk.locator(".host-tables").getByRole("button", { name: "Close" }).click();
  await desk.locator("#close-reason").fill("Good night");
  await desk.locator("dialog .bad").click();
  await player.page.locator(".banner-news", { hasText: "Good night" }).waitFor();
  await player.page.getByText("This table is closed, or not open to you.").waitFor();
  await desk.locator(".host-tables", { hasText: "No table is open." }).waitFor();
  assert.deepEqual(complaints, []);
  player.assertCalm();
  await player.context.close();
  await close();
});
