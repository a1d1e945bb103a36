// Whole matches against the real server: a person and bots, two people, keys alone, a phone, a server that is killed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { agreed, click, openPlayer, openTable, play, press, rematch, sight, tap, turns } from "./player.js";
import { liveStage } from "./stage.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { width: 390, height: 844 };

const stage = liveStage();

/** @param {import("playwright-core").Page} page */
async function assertAccessible(page) {
  await page.evaluate(AXE);
  const faults = await page.evaluate(async () =>
    (await /** @type {any} */ (window).axe.run()).violations.map(
      (/** @type {any} */ fault) => `${fault.id}: ${fault.nodes[0].target}`,
    ),
  );
  assert.deepEqual(faults, []);
}

/** @param {import("playwright-core").Page} page */
const laid = (page) => page.locator(".felt-tile").count();

test("one click in the lobby, and a whole match of goat is played by clicks", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  await page.locator(".game", { hasText: "Goat" }).first().click();
  await page.locator(".table").waitFor();
  await assertAccessible(page);
  let deals = 0;
  await play(
    page,
    async (what) => {
      if (what === "ready") {
        deals += 1;
        if (deals === 1) await assertAccessible(page);
      }
      return what === "match-over";
    },
    // A pointer goes through two deals and what is between them; the deals to come are more of the same.
    { by: (at, what) => (deals < 2 ? click : tap)(at, what), withinMs: 240_000 },
  );
  assert.ok(deals >= 2, `${deals} deals`);
  await page.locator(".proof-proved").waitFor({ timeout: 10_000 });
  await assertAccessible(page);
  await rematch(page);
  await play(page, async (what) => what === "ready" || (await laid(page)) >= 5);
  assertCalm();
  await context.close();
});

for (const game of ["Goat in pairs", "Draw", "Block"]) {
  test(`a deal of ${game} to its end`, async () => {
    const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
    await page.locator(".game-name").getByText(game, { exact: true }).click();
    await play(page, (what) => what === "ready" || what === "match-over");
    await assertAccessible(page);
    assertCalm();
    await context.close();
  });
}

test("on a phone: the one big button, and a deal to its end", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url, {
    size: PHONE,
    language: "ru",
  });
  await page.locator(".play-now").click();
  await play(page, (what) => what === "ready");
  await assertAccessible(page);
  assertCalm();
  await context.close();
});

test("by keys alone: from the lobby to the end of a deal, and the turn is said aloud", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  await page.locator(".game").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".table").waitFor();
  await play(page, (what) => what === "ready", { by: press });
  const said = await page.locator("#live").textContent();
  assert.ok(said !== null && said.length > 0);
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assertCalm();
  await context.close();
});

test("two people at one table by link; one reloads in the middle and sees the same", async () => {
  const anna = await openPlayer(stage.browser, stage.server.url);
  await openTable(anna.page, { seats: 2, byLink: true });
  const link = await anna.page.locator(".invite input").inputValue();
  assert.match(link, /#\/join\/[2-9A-Z]{12}$/);
  const boris = await openPlayer(stage.browser, stage.server.url);
  await boris.page.goto(link);
  await boris.page.locator(".seating-acts .go").click();
  await anna.page.locator(".seating-acts .go").click();
  await Promise.all([anna, boris].map(({ page }) => page.locator(".table").waitFor()));
  await turns([anna.page, boris.page], 6);
  const before = await agreed(anna.page, boris.page);
  await boris.page.reload();
  await boris.page.locator(".table").waitFor();
  const { line } = await agreed(anna.page, boris.page);
  assert.ok(
    before.line.every((tile) => line.includes(tile)),
    `${line} has lost some of ${before.line}`,
  );
  anna.assertCalm();
  boris.assertCalm();
  await anna.context.close();
  await boris.context.close();
});

test("a second window takes the game over, the first says so and can take it back", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  const other = await context.newPage();
  await other.goto(stage.server.url);
  const back = page.getByRole("button", { name: "Continue here" });
  await back.waitFor();
  await back.click();
  await other.getByRole("button", { name: "Continue here" }).waitFor();
  assertCalm();
  await context.close();
});

test("the server is killed and comes back under an open page; the deal goes on", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  await page.locator(".game").first().click();
  await page.locator(".table").waitFor();
  await play(page, async (what) => what === "ready" || (await laid(page)) >= 5);
  await page.waitForFunction(() => document.querySelector(".badge, .result") !== null);
  const before = await sight(page);
  await stage.server.kill();
  await page.locator(".banner").waitFor();
  await stage.server.again();
  await page.locator(".banner").waitFor({ state: "detached", timeout: 20_000 });
  // The line may have grown at both ends meanwhile; what lay, lies as it lay.
  const now = (await sight(page)).line.join();
  assert.ok(now.includes(before.line.join()), `${now} without ${before.line}`);
  const dealOver = await page.locator(".result").count();
  if (dealOver === 0) await play(page, (what) => what === "ready");
  assertCalm();
  await context.close();
});
