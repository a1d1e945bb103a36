// Every screen in its states: axe finds nothing, nothing must be scrolled sideways, the browser has nothing to complain about.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "./launch.js";
import { openScene, serveFiles } from "./scene.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A folder that takes a picture of every screen, for the README and for eyes. */
const SCREENSHOTS = process.env["SCREENSHOTS"];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFiles>>} */
let site;

before(async () => {
  site = await serveFiles();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await site.close();
});

/** @typedef {import("playwright-core").Page} Page */
/** @type {{ name: string, view?: string, hash?: string, ready: string, settings?: Record<string, unknown>, act?: (page: Page) => Promise<void> }[]} */
const SCREENS = [
  { name: "lobby", ready: ".games .game" },
  { name: "lobby in Russian, dark", ready: ".games .game", settings: { language: "ru", theme: "dark" } },
  { name: "rules", hash: "#/rules/kozel", ready: ".clauses li" },
  { name: "list of rules", hash: "#/rules", ready: ".rules-link" },
  { name: "my turn, tile picked", view: "playing", ready: ".badge", act: (page) => page.click('[data-tile="4-1"]') },
  { name: "my turn in high contrast with figures", view: "playing", ready: ".badge", settings: { theme: "contrast", numerals: true } },
  { name: "must draw, in Hungarian", view: "mustDraw", ready: ".act", settings: { language: "hu" } },
  { name: "somebody else's turn, dark", view: "waiting", ready: ".seat-turn", settings: { theme: "dark" } },
  { name: "a deal is over", view: "dealOver", ready: ".result" },
  { name: "a match is over", view: "matchOver", ready: ".result", settings: { language: "ru" } },
  { name: "before a match", view: "seating", ready: ".seating-card" },
  { name: "settings", ready: ".games .game", act: (page) => openDialog(page, ".top .icon-button") },
  { name: "new table", ready: ".games .game", act: (page) => openDialog(page, ".ways .go:visible, .ways-phone .button:last-child:visible") },
];

/** @param {Page} page @param {string} button */
async function openDialog(page, button) {
  await page.locator(button).first().click();
  await page.locator("dialog[open]").waitFor();
}

for (const { name, ready, act, ...how } of SCREENS) {
  for (const [size, label] of /** @type {const} */ ([[PHONE, "phone"], [DESKTOP, "desktop"]])) {
    test(`${name}, ${label}`, async () => {
      const scene = await openScene(browser, site.url, { ...how, size, scale: SCREENSHOTS === undefined ? 1 : 2 });
      await scene.page.locator(ready).first().waitFor();
      await act?.(scene.page);
      if (SCREENSHOTS !== undefined) await scene.page.screenshot({ path: join(SCREENSHOTS, `${name.replaceAll(/[ ,]+/g, "-")}-${label}.png`) });
      await scene.page.evaluate(AXE);
      const faults = await scene.page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
        return violations.map((/** @type {any} */ fault) => `${fault.id}: ${fault.nodes.map((/** @type {any} */ node) => `${node.target} ${node.any?.[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
      });
      const sideways = await scene.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      await scene.close();
      assert.deepEqual(faults, []);
      assert.ok(!sideways, "scrolls sideways");
      assert.deepEqual(scene.complaints, []);
    });
  }
}

test("at 320x568 and lying down nothing of the table is out of sight", async () => {
  for (const size of [{ width: 320, height: 568 }, { width: 844, height: 390 }, PHONE, DESKTOP]) {
    const scene = await openScene(browser, site.url, { view: "playing", size });
    await scene.page.locator(".badge").waitFor();
    const hidden = await scene.page.evaluate(() => [".badge", ".own-score", ".stock", ".rack", ".seat", ".end-chip", ".held-button", ".felt-tile"].flatMap((selector) =>
      [...document.querySelectorAll(selector)].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width === 0 || box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
      }).map(() => selector)));
    await scene.close();
    assert.deepEqual(hidden, [], JSON.stringify(size));
  }
});
