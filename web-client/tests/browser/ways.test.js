// Ways to a table and away from it: one click, watching, a seat that was left, another name, the question before
// leaving.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agreed, openPlayer, openTable, play, rename, sight, turns } from "./player.js";
import { liveStage } from "./stage.js";

const stage = liveStage();

for (const [label, viewport, button] of /** @type {const} */ ([
  ["desktop", { width: 1440, height: 900 }, /^Goat 2.*Play now$/],
  ["phone", { width: 390, height: 844 }, "Play: Goat"],
])) {
  test(`a fresh profile, one click, and a match of goat runs, ${label}`, async () => {
    const context = await stage.browser.newContext({ viewport, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(stage.server.url);
    await page.getByRole("button", { name: button }).click();
    await page.locator(".phase-playing .felt-root").waitFor();
    await page.locator(".held").first().waitFor();
    assert.equal(await page.locator(".seat").count(), 3);
    await context.close();
  });
}

test("a listed table is watched: the line is seen, no hand is", async () => {
  const anna = await openPlayer(stage.browser, stage.server.url);
  await rename(anna.page, "Anna");
  await openTable(anna.page, { seats: 2, bots: 1 });
  await anna.page.locator(".phase-playing .table").waitFor();
  const guest = await openPlayer(stage.browser, stage.server.url);
  await guest.page.locator(".tables .row", { hasText: "Anna" }).getByRole("button").click();
  await guest.page.locator(".table .own-line").first().waitFor();
  await turns([anna.page], 4);
  const deadline = Date.now() + 15_000;
  for (;;) {
    const [player, watcher] = [await sight(anna.page), await sight(guest.page)];
    assert.deepEqual(watcher.hand, []);
    if (player.line.length > 0 && player.line.join() === watcher.line.join()) break;
    assert.ok(Date.now() < deadline, `${player.line} and ${watcher.line}`);
  }
  assert.equal(await guest.page.locator(".seat").count(), 2);
  anna.assertCalm();
  guest.assertCalm();
  await anna.context.close();
  await guest.context.close();
});

test("leaving asks first; a guest who comes by the link plays the seat on, under a name of their own", async () => {
  const [anna, boris, clara] = [
    await openPlayer(stage.browser, stage.server.url),
    await openPlayer(stage.browser, stage.server.url),
    await openPlayer(stage.browser, stage.server.url),
  ];
  await openTable(anna.page, { seats: 2, byLink: true });
  const link = await anna.page.locator(".invite input").inputValue();
  await boris.page.goto(link);
  await boris.page.locator(".seating-acts .go").click();
  await anna.page.locator(".seating-acts .go").click();
  await Promise.all([anna, boris].map(({ page }) => page.locator(".table").waitFor()));
  await turns([anna.page, boris.page], 3);

  const leave = boris.page.getByRole("button", { name: "Leave" });
  await leave.click();
  await boris.page.locator("dialog[open]").waitFor();
  await boris.page.keyboard.press("Escape");
  await boris.page.locator("dialog").waitFor({ state: "detached" });
  await leave.click();
  await boris.page.getByRole("button", { name: "Give up the seat" }).click();
  await boris.page.locator(".lobby").waitFor();
  assert.equal(await boris.page.locator(".returns").count(), 0);

  await rename(clara.page, "Clara the Great");
  await clara.page.goto(link);
  await clara.page.locator(".table .held").first().waitFor();
  await anna.page.locator(".seat .name", { hasText: "Clara the Great" }).waitFor();
  await turns([anna.page, clara.page], 3);
  const { hand } = await agreed(anna.page, clara.page);
  assert.ok(hand.length > 0);
  for (const { assertCalm, context } of [anna, boris, clara]) {
    assertCalm();
    await context.close();
  }
});

test("to the lobby with the seat kept, and back", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  await page.locator(".game").first().click();
  await page.locator(".table").waitFor();
  await play(page, (what) => what !== null);
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "Lobby, keep the seat" }).click();
  await page.locator(".returns .go").click();
  await page.locator(".table").waitFor();
  assertCalm();
  await context.close();
});

test("a new name is seen at the table, and kept", async () => {
  const [anna, boris] = [
    await openPlayer(stage.browser, stage.server.url),
    await openPlayer(stage.browser, stage.server.url),
  ];
  await openTable(anna.page, { seats: 3, byLink: true });
  await boris.page.goto(await anna.page.locator(".invite input").inputValue());
  await boris.page.locator(".seating").waitFor();
  await rename(boris.page, "Борис Ёж");
  await anna.page.locator(".seating-seats", { hasText: "Борис Ёж" }).waitFor();
  await boris.page.reload();
  await boris.page.locator(".who:visible", { hasText: "Борис Ёж" }).waitFor();
  for (const { assertCalm, context } of [anna, boris]) {
    assertCalm();
    await context.close();
  }
});

test("what was chosen in the very frame in which the form is sent counts", async () => {
  const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url);
  await page.locator(".ways .go:visible").click();
  await page.locator('dialog input[name="bots"]').nth(3).waitFor({ state: "attached" });
  await page.evaluate(() => {
    /** @type {HTMLElement | undefined} */ (
      [...document.querySelectorAll('dialog input[name="bots"]')].map((input) => /** @type {HTMLElement} */ (input))[3]
    )?.click();
    /** @type {HTMLElement | null} */ (document.querySelector("dialog [type=submit]"))?.click();
  });
  // Full of bots, the match starts at once.
  await page.locator(".table").waitFor();
  assertCalm();
  await context.close();
});
