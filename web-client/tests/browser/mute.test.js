// What can be done about another player from their plate, by mouse, touch and keys: their phrases are hidden in this
// browser, and they are reported to the host.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlayer, rename, together } from "./player.js";
import { liveStage } from "./stage.js";

/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("playwright-core").Page} Page */

const PHONE = { width: 390, height: 844 };

const stage = liveStage();

/** Anna, who mutes and reports, and Boris, who talks. @param {Parameters<typeof openPlayer>[2]} [how] */
async function atATable(how) {
  const anna = await openPlayer(stage.browser, stage.server.url, how);
  const boris = await openPlayer(stage.browser, stage.server.url);
  await rename(boris.page, "Boris");
  await together(anna, boris);
  await boris.page.locator("#tab-chat").click();
  return { anna, boris };
}

/** @param {Player[]} players */
async function leave(...players) {
  for (const { assertCalm, context } of players) {
    assertCalm();
    await context.close();
  }
}

/** What has been said, as a page shows it. @param {Page} page */
const said = (page) =>
  page
    .locator(".log li")
    .filter({ has: page.locator(".name") })
    .allInnerTexts();

/**
 * Says a phrase and waits until the page itself shows it: by then the server has told everybody.
 * @param {Page} page
 * @param {string} phrase
 */
async function say(page, phrase) {
  await page.locator(".phrase", { hasText: phrase }).first().click();
  await page
    .locator(".log li", { hasText: `You: ${phrase}` })
    .last()
    .waitFor();
}

test("by mouse: a muted player's phrases are not shown, also after a reload, until they are heard again", async () => {
  const { anna, boris } = await atATable();
  const { page } = anna;
  await page.locator("#tab-chat").click();
  await say(boris.page, "Hello");
  await page.locator(".log li", { hasText: "Boris: Hello" }).waitFor();

  await page.locator(".seat-who").click();
  await page.getByRole("button", { name: "Mute phrases" }).click();
  await page.getByRole("button", { name: "Show phrases again" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.locator(".seat .seat-muted").waitFor();
  await page.getByText("1 player is muted").waitFor();
  assert.deepEqual(await said(page), []);
  await say(boris.page, "Well laid");
  await say(page, "Thanks");
  assert.deepEqual(await said(page), ["You: Thanks"]);

  await page.reload();
  await page.locator(".seat .seat-muted").waitFor();
  await page.locator("#tab-chat").click();
  await page.getByText("1 player is muted").waitFor();
  await say(boris.page, "Sorry");
  await say(page, "Hello");
  assert.deepEqual(await said(page), ["You: Hello"]);

  await page.locator(".seat-who").click();
  await page.getByRole("button", { name: "Show phrases again" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await page.locator(".seat .seat-muted").waitFor({ state: "detached" });
  // It was only hidden: what was said meanwhile is there.
  assert.deepEqual(await said(page), ["Boris: Sorry", "You: Hello"]);
  await say(boris.page, "Bye");
  await page.locator(".log li", { hasText: "Boris: Bye" }).waitFor();
  assert.deepEqual(anna.sent("report"), []);
  await leave(anna, boris);
});

test("by touch: mute and unmute on a phone, and report", async () => {
  const { anna, boris } = await atATable({ size: PHONE });
  const { page } = anna;
  await page.locator(".seat-who").tap();
  await page.getByRole("button", { name: "Mute phrases" }).tap();
  await page.getByRole("button", { name: "Close" }).tap();
  await page.locator(".seat .seat-muted").waitFor();
  await say(boris.page, "Hello");
  await page.locator(".tab-bar button").nth(1).tap();
  await page.getByText("1 player is muted").waitFor();
  await page.locator(".phrase", { hasText: "Thanks" }).first().tap();
  await page.locator(".log li", { hasText: "You: Thanks" }).waitFor();
  assert.deepEqual(await said(page), ["You: Thanks"]);
  await page.locator(".bottom-sheet .card-head button").tap();

  await page.locator(".seat-who").tap();
  await page.getByRole("button", { name: "Show phrases again" }).tap();
  await page.getByRole("button", { name: "Disturbs with phrases" }).tap();
  await page.locator(".player-thanks").waitFor();
  assert.equal(await page.locator(".player-reasons").count(), 0);
  await page.getByRole("button", { name: "Close" }).tap();
  await page.locator(".seat .seat-muted").waitFor({ state: "detached" });
  assert.deepEqual(
    anna.sent("report").map(({ seat, reason }) => [seat, reason]),
    [[1, "phrases"]],
  );
  await leave(anna, boris);
});

test("by keys: the plate's menu mutes and reports, and gives the focus back", async () => {
  const { anna, boris } = await atATable();
  const { page } = anna;
  const focused = () => page.evaluate(() => document.activeElement?.className ?? "");
  await page.locator(".seat-who").focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  // The first thing to do has the focus.
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show phrases again" }).waitFor();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Mute phrases" }).waitFor();
  for (const _ of ["name", "phrases", "stalling"]) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".player-thanks").waitFor();
  assert.equal(await focused(), "player-thanks");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await focused(), "seat-who");
  assert.deepEqual(
    anna.sent("report").map(({ reason }) => reason),
    ["stalling"],
  );
  await leave(anna, boris);
});

test("a report is sent once however often it is pressed, thanks for it are said, and the host reads it", async () => {
  const { anna, boris } = await atATable();
  const { page } = anna;
  await page.locator(".seat-who").click();
  await page.getByRole("button", { name: "Plays unfairly" }).dblclick();
  assert.match(await page.locator(".player-thanks").innerText(), /^Reported\./);
  assert.equal(anna.sent("report").length, 1);
  const lines = stage.server
    .tell("reports")
    .split("\n")
    .filter((line) => line.includes("cheating"));
  assert.equal(lines.length, 1);
  assert.match(lines[0], /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}cheating .* Boris /);
  await leave(anna, boris);
});
