// Options with the real server: it accepts every value of every switch, and what a table has changed is said wherever
// the table is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPlayer } from "./player.js";
import { SWITCHES } from "./scene.js";
import { liveStage } from "./stage.js";

const stage = liveStage();

test("the scenes have the switches of the real server", async () => {
  const answer = await fetch(`${stage.server.url}/api/sheets/kozel?seats=4`);
  assert.deepEqual((await answer.json()).switches, SWITCHES);
});

test("a table's own rules are set, marked in the lobby, at the seats and at the table, and told", async () => {
  const [anna, boris] = [
    await openPlayer(stage.browser, stage.server.url),
    await openPlayer(stage.browser, stage.server.url, { size: { width: 390, height: 844 } }),
  ];
  const { page } = anna;
  await page.locator(".ways .go:visible").click();
  const field = (/** @type {string} */ name) => page.locator(`[id="option-${name}"]`);
  await field("match.target.4").fill("51");
  await field("score.block").selectOption("eggs");
  await field("turn.draw").selectOption("never");
  await field("score.threshold").selectOption("25");
  await page.waitForFunction(() => document.querySelectorAll(".option-changed").length === 4);
  await page.getByRole("button", { name: "The account opens at: as usual" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".option-changed").length === 3);
  await page.locator("dialog [type=submit]").click();
  await page.locator(".seating").waitFor();

  await page.locator(".seating-rules .option-chip", { hasText: "3 house rules" }).click();
  const own = page.locator("dialog .clause-own");
  await own.first().waitFor();
  const told = await own.evaluateAll((items) => items.map((item) => item.firstChild?.textContent));
  assert.deepEqual(told, [
    "The undealt tiles stay closed and out of play.",
    "Whoever cannot play passes.",
    "Blocked: the lower hand writes 0. In a tie the points wait as eggs and go to the losers of the next decided deal.",
    "Whoever reaches 51 points loses the match and is the goat.",
  ]);
  assert.deepEqual(await page.locator("dialog .option-list li").allTextContents(), [
    "Score that ends the match: 51 (usual: 101)",
    "A blocked deal: in a tie the points wait as eggs (usual: everybody writes)",
    "Drawing when nothing fits: nobody draws (usual: until one fits)",
  ]);
  await page.keyboard.press("Escape");

  await boris.page.locator(".tables .option-chip", { hasText: "3 house rules" }).click();
  await boris.page.locator("dialog .clause-own").nth(3).waitFor();
  await boris.page.keyboard.press("Escape");
  await boris.page.getByRole("button", { name: "Sit down: Goat" }).click();
  await boris.page.locator(".seating").waitFor();
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await boris.page.locator(".seating-acts .go").click();
  await page.locator(".seating-acts .go").click();
  await boris.page.locator(".table").waitFor();
  await boris.page.locator(".title .option-chip").click();
  await boris.page.locator("dialog .clause-own").nth(3).waitFor();
  for (const { context, assertCalm } of [anna, boris]) {
    assertCalm();
    await context.close();
  }
});

test("going to another game or other seats leaves no rule behind that does not go with it", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  await page.locator(".ways .go:visible").click();
  await page.locator('[id="option-match.target.4"]').fill("51");
  await page.locator('[id="option-score.blank"]').selectOption("zero");
  await page
    .locator(".segment", { has: page.locator('input[name="seats"]') })
    .getByText("3", { exact: true })
    .click();
  await page.waitForFunction(() => document.querySelectorAll(".option-changed").length === 1);
  assert.equal(await page.locator('[id="option-match.target.3"]').inputValue(), "101");
  await page.locator("#new-sheet").selectOption("block");
  await page.waitForFunction(
    () =>
      document.querySelectorAll(".option-changed").length === 0 &&
      document.querySelector('[id="option-score.block"]') !== null,
  );
  assertCalm();
  await context.close();
});

test("while the server cannot be asked the form says so, and opens its table all the same", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  await page.locator(".ways .go:visible").click();
  await page.locator('[id="option-turn.draw"]').waitFor();
  await page.route("**/api/sheets/**", (route) => route.fulfill({ body: "no answer" }));
  await page.locator('[id="option-turn.draw"]').selectOption("never");
  await page.locator(".options [role=status]").waitFor();
  await page.locator('[id="option-match.target.4"]').fill("51");
  await page.waitForFunction(() => document.querySelectorAll(".option-changed").length === 2);
  await page.unroute("**/api/sheets/**");
  await page.locator(".options [role=status]").waitFor({ state: "detached" });
  await page.locator("dialog [type=submit]").click();
  await page.locator(".seating-rules .option-chip", { hasText: "2 house rules" }).waitFor();
  assertCalm();
  await context.close();
});
