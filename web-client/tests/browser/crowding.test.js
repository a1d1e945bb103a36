// On a phone every plate and every row of every game's table, at its fullest and in every language: nothing runs into
// anything, nothing is cut off.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { crowded } from "./crowding.js";
import { absences, crowds } from "./crowds.js";
import { openScene } from "./scene.js";
import { VIEWS } from "./scenes.js";
import { sceneStage } from "./stage.js";

/** A folder that takes a picture of every position. */
const SCREENSHOTS = process.env.SCREENSHOTS;

const stage = sceneStage();

/** @type {[string, any][]} */
const POSITIONS = [
  ...crowds(),
  ...absences(),
  ...["strictTurn", "fives", "blindTurn", "arranging", "arranged", "absence"].map(
    (name) => /** @type {[string, any]} */ ([name, VIEWS[name]]),
  ),
];

for (const size of [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]) {
  for (const language of ["en", "ru", "hu"]) {
    test(`nothing collides at ${size.width}x${size.height}, ${language}`, async () => {
      const { page, show, complaints, close } = await openScene(stage.browser, stage.site.url, {
        view: "playing",
        size,
        settings: { language },
      });
      await page.locator(".table .held").first().waitFor();
      /** @type {string[]} */
      const wrong = [];
      for (const [at, [name, position]] of POSITIONS.entries()) {
        // The deal's number tells that the position is drawn.
        const deal = 100 + at;
        show({ ...position, deals: 0, game: { ...position.game, deal } });
        await page.waitForFunction(
          (n) => document.querySelector(".title-deal")?.textContent?.includes(n),
          String(deal),
        );
        wrong.push(...(await crowded(page)).map((what) => `${name}: ${what}`));
        if (position.now.absence !== undefined)
          wrong.push(...(await outOfFelt(page)).map((what) => `${name}: ${what}`));
        if (SCREENSHOTS !== undefined)
          await page.screenshot({
            path: join(SCREENSHOTS, `crowd-${name.replaceAll(/[ ,']+/g, "-")}-${size.width}-${language}.png`),
          });
      }
      await close();
      assert.deepEqual(complaints, []);
      assert.ok(wrong.length === 0, `${wrong.length} collisions:\n${wrong.slice(0, 40).join("\n")}`);
    });
  }
}

/**
 * The question about an absent player lies on the felt and covers nothing else.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
const outOfFelt = (page) =>
  page.evaluate(() => {
    const [card, felt] = [".absence", ".felt-root"].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    if (card === undefined || felt === undefined) return ["no question"];
    const inside =
      card.left >= felt.left && card.right <= felt.right && card.top >= felt.top && card.bottom <= felt.bottom + 1;
    return inside
      ? []
      : [
          `the question lies at ${card.left},${card.top} to ${card.right},${card.bottom}, ` +
            `the felt at ${felt.left},${felt.top} to ${felt.right},${felt.bottom}`,
        ];
  });
