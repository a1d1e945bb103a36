// The felt in a real browser: what is kept, what can be reached, what moves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { serve } from "./serve.js";
import { sceneStage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const stage = sceneStage(serve);

/**
 * Opens a scene and fails on anything the browser complains about.
 * @param {string} query
 * @param {(page: Page) => Promise<void>} check
 * @param {{ width?: number, height?: number, still?: boolean }} [options]
 */
async function onFelt(query, check, { width = 390, height = 640, still = true } = {}) {
  const page = await stage.browser.newPage({
    viewport: { width, height },
    reducedMotion: still ? "reduce" : "no-preference",
  });
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${stage.site.url}/tests/demo/index.html?${query}`);
  await page.locator(".felt-board").waitFor();
  await check(page);
  await page.close();
  assert.deepEqual(complaints, []);
}

/**
 * Lays 1-0 in the goat scene's middle, as an update of the view.
 * @param {Page} page
 * @param {string} changes a JS object literal
 */
const update = (page, changes) => page.evaluate(`(${updateInPage})((view) => (${changes}))`);

const updateInPage = `(change) => {
  Object.assign(window.view, change(window.view));
  return window.felt.update(window.view).unit;
}`;

test("tiles are a list under one named group, ghosts are named buttons", () =>
  onFelt("scene=goat&theme=light", async (page) => {
    assert.equal(await page.getByRole("group", { name: "Line" }).getByRole("listitem").count(), 13);
    assert.deepEqual(await page.getByRole("listitem").evaluateAll((items) => items.map((item) => item.textContent)), [
      "4-0",
      "0-0",
      "5-0",
      "5-3",
      "3-2",
      "6-2",
      "6-6",
      "6-0",
      "2-0",
      "2-1",
      "1-0",
      "3-0",
      "3-1",
    ]);
    await page.getByRole("button", { name: "Lay it on the left" }).click();
    assert.equal(await page.title(), "laid at left");
    await page.getByRole("button", { name: "Lay it on the right" }).press("Enter");
    assert.equal(await page.title(), "laid at right");
  }));

test("a laid tile keeps its element, and lies where its ghost was", () =>
  onFelt("scene=goat&theme=light", async (page) => {
    const ghost = await page.locator('.felt-ghost[data-end="right"] .felt-ghost-tile').boundingBox();
    const first = await page.locator(".felt-tile").nth(6).elementHandle();
    const unit = await page.evaluate(() => document.documentElement.dataset.unit);
    const after = await update(
      page,
      `{
    picked: null, lastLaid: { tile: "4-1", from: { x: 0, y: 0 } },
    line: { ...view.line, arms: { ...view.line.arms, right: [...view.line.arms.right, { tile: "4-1" }] } },
  }`,
    );
    assert.equal(await page.locator(".felt-ghost").count(), 0);
    assert.equal(
      await page
        .locator(".felt-tile")
        .nth(6)
        .evaluate((now, before) => now === before, first),
      true,
    );
    const laid = await page.locator(".felt-last").boundingBox();
    assert.ok(ghost !== null && laid !== null);
    if (String(after) === unit)
      assert.ok(
        Math.abs(laid.width - ghost.width) < 1.5 && Math.abs(laid.x - ghost.x) < 40,
        "same size, near the same place",
      );
  }));

test("a picked tile moves nothing, and no ghost is smaller than a finger", () =>
  onFelt(
    "scene=sniff&theme=light",
    async (page) => {
      const places = () =>
        page
          .locator(".felt-tile")
          .evaluateAll((tiles) => tiles.map((tile) => JSON.stringify(tile.getBoundingClientRect())));
      const before = await places();
      await update(page, `{ picked: { tile: "6-3" }, legal: ["left", "right", "down"] }`);
      assert.deepEqual(await places(), before);
      const ghosts = page.locator(".felt-ghost");
      assert.equal(await ghosts.count(), 3);
      for (const ghost of await ghosts.all()) {
        const box = await ghost.boundingBox();
        assert.ok(box !== null && box.width >= 44 && box.height >= 44);
      }
    },
    { width: 320, height: 380 },
  ));

test("focus stays on a ghost while the picked tile changes", () =>
  onFelt("scene=goat&theme=light", async (page) => {
    await page.locator('.felt-ghost[data-end="left"]').focus();
    await update(page, `{ picked: { tile: "6-4" }, legal: ["left"] }`);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-end")), "left");
  }));

test("a new tile slides in from where it was played, unless motion is off", async () => {
  const lay = `{ picked: null, lastLaid: { tile: "4-1", from: { x: 10, y: 10 } },
    line: { ...view.line, arms: { ...view.line.arms, left: [...view.line.arms.left, { tile: "4-1" }] } } }`;
  /** @param {Page} page */
  const slides = (page) =>
    page.evaluate(
      () =>
        document.getAnimations().filter((one) => !(one instanceof CSSAnimation) && !(one instanceof CSSTransition))
          .length,
    );
  await onFelt(
    "scene=goat&theme=light",
    async (page) => {
      await update(page, lay);
      assert.equal(await slides(page), 1);
    },
    { still: false },
  );
  await onFelt("scene=goat&theme=light", async (page) => {
    await update(page, lay);
    assert.equal(await slides(page), 0);
  });
  await onFelt(
    "scene=goat&theme=light&motion=off",
    async (page) => {
      await update(page, lay);
      assert.equal(await slides(page), 0);
    },
    { still: false },
  );
});

test("the line follows the window", () =>
  onFelt("scene=goat&theme=light", async (page) => {
    const unit = () => page.evaluate(() => Number(document.documentElement.dataset.unit));
    const before = await unit();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.waitForFunction((old) => Number(document.documentElement.dataset.unit) > old, before);
  }));

test("axe finds nothing, in any theme", async () => {
  for (const query of [
    "scene=goat&theme=light",
    "scene=kecske&theme=dark",
    "scene=goat&theme=contrast&numerals=1",
    "scene=wrong&theme=light",
  ]) {
    await onFelt(query, async (page) => {
      await page.evaluate(AXE);
      const found = /** @type {{ id: string }[]} */ (
        await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, html: nodes[0].html })))",
        )
      );
      assert.deepEqual(found, []);
    });
  }
});
