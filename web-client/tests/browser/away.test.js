// A player goes away for good in their turn: the other chooses what happens, a bot plays on, and the owner takes
// their seat back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agreed, openPlayer, play, rename, sight, together, turns } from "./player.js";
import { liveStage } from "./stage.js";

/** @typedef {import("./player.js").Player} Player */

/** So long an absent player is waited for, seconds; the page offers no choice of it. */
const ABSENCE_S = 1;

const stage = liveStage();

/** @param {any} message */
const impatient = (message) =>
  message.type === "create" ? { ...message, table: { ...message.table, absence_s: ABSENCE_S } } : message;

/**
 * Two at a table; the leader has laid, and the one who is on turn now has touched nothing yet.
 * @returns {Promise<{ onTurn: Player, other: Player }>}
 */
async function twoAtATable() {
  const opener = await openPlayer(stage.browser, stage.server.url, { amend: impatient });
  const guest = await openPlayer(stage.browser, stage.server.url);
  await rename(opener.page, "Anna");
  await rename(guest.page, "Boris");
  await together(opener, guest);
  const turnOf = (/** @type {Player} */ player) =>
    player.page
      .locator(".badge")
      .waitFor()
      .then(() => player);
  const leader = await Promise.any([opener, guest].map(turnOf));
  await play(leader.page, (what) => what === null);
  return { onTurn: await turnOf(leader === opener ? guest : opener), other: leader };
}

/** @param {Player} player */
async function goAway({ context, assertCalm }) {
  assertCalm();
  const storage = await context.storageState();
  await context.close();
  return storage;
}

test("an absent player's time ends, a bot plays at the other's wish, another device takes the seat back", async () => {
  const { onTurn, other } = await twoAtATable();
  const { page } = other;
  const name = await page.locator(".seat .seat-who .name").innerText();
  const before = await sight(page);
  const storage = await goAway(onTurn);
  await page.locator(".seat-away").waitFor();
  const question = page.locator(".absence");
  await question.locator("[data-choice]").nth(2).waitFor();
  assert.match((await question.locator("h2").innerText()).replaceAll(/\s+/g, " "), new RegExp(`^${name} is away`));
  await question.locator('[data-choice="bot"]').click();
  await question.waitFor({ state: "detached" });
  await page.locator(".seat-bot-for").waitFor();
  await page.waitForFunction(
    (laid) =>
      document.querySelectorAll(".felt-name").length > laid || document.querySelector(".badge, .result") !== null,
    before.line.length,
  );
  await turns([page], 2);

  const back = await openPlayer(stage.browser, stage.server.url, { storage, size: { width: 390, height: 844 } });
  await back.page.locator(".returns .go").click();
  await back.page.locator(".table .held").first().waitFor();
  for (const gone of [".seat-bot-for", ".seat-away"]) await page.locator(gone).waitFor({ state: "detached" });
  await turns([back.page, page], 4);
  await agreed(page, back.page);
  for (const { assertCalm, context } of [other, back]) {
    assertCalm();
    await context.close();
  }
});

test("who comes back while the others choose plays on, and the question is gone", async () => {
  const { onTurn, other } = await twoAtATable();
  const storage = await goAway(onTurn);
  await other.page.locator(".absence [data-choice]").first().waitFor();
  const back = await openPlayer(stage.browser, stage.server.url, { storage });
  await other.page.locator(".absence").waitFor({ state: "detached" });
  await other.page.locator(".seat-away").waitFor({ state: "detached" });
  await back.page.locator(".returns .go").click();
  await back.page.locator(".badge").waitFor();
  for (const { assertCalm, context } of [other, back]) {
    assertCalm();
    await context.close();
  }
});
