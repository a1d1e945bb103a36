// A file of the page is lost on its way, as when a phone changes its network just then: the page comes all the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene } from "./scene.js";
import { sceneStage } from "./stage.js";

const SIZE = { width: 1440, height: 900 };

const stage = sceneStage();

for (const file of ["i18n/en.json", "src/ui/tile.js", "styles/controls.css"]) {
  test(`${file} is lost once`, async () => {
    const scene = await openScene(stage.browser, stage.site.url, { size: SIZE, lost: file });
    await scene.page.locator(".who:visible bdi").first().waitFor();
    await scene.page.locator(".games .game").first().waitFor();
    await scene.page.waitForFunction(() =>
      [...document.querySelectorAll(".button.go")].some((button) => getComputedStyle(button).alignItems === "center"),
    );
    await scene.close();
  });
}

for (const [where, hash] of [
  ["at the table's address", undefined],
  ["on the way from the lobby", "#/"],
]) {
  for (const file of ["src/ui/felt.js", "styles/hand.css"]) {
    test(`a file of the table's part is lost once, ${where}: ${file}`, async () => {
      const scene = await openScene(stage.browser, stage.site.url, { view: "playing", hash, size: SIZE, lost: file });
      if (hash !== undefined) {
        const lost = scene.page.waitForEvent("requestfailed");
        await scene.page.locator(".games .game").first().focus();
        await lost;
        await scene.page.locator(".returns .go").click();
      }
      await scene.page.locator(".felt-board").waitFor();
      assert.equal(
        await scene.page.locator(".hand").evaluate((hand) => getComputedStyle(hand).display),
        "grid",
        "with all of its sheets",
      );
      await scene.close();
    });
  }
}

test("a page that never comes whole gives up after some starts and says why", async () => {
  const scene = await openScene(stage.browser, stage.site.url, { size: SIZE, lost: "src/ui/tile.js", times: Infinity });
  let starts = 0;
  scene.page.on("framenavigated", () => {
    starts += 1;
  });
  await scene.page.waitForEvent("pageerror", { timeout: 20_000 });
  assert.equal(starts, 3);
  await scene.close();
});
