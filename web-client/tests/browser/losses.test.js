// A file of the page is lost on its way, as when a phone changes its network just then: the page comes all the same.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./launch.js";
import { openScene, serveFiles } from "./scene.js";

const SIZE = { width: 1440, height: 900 };

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

for (const file of ["i18n/en.json", "src/ui/tile.js", "styles/controls.css"]) {
  test(`${file} is lost once`, async () => {
    const scene = await openScene(browser, site.url, { size: SIZE, lost: file });
    await scene.page.locator(".who:visible bdi").first().waitFor();
    await scene.page.locator(".games .game").first().waitFor();
    await scene.page.waitForFunction(() => getComputedStyle(/** @type {Element} */ (document.querySelector(".button.go"))).alignItems === "center");
    await scene.close();
  });
}

test("a page that never comes whole gives up after some starts and says why", async () => {
  const scene = await openScene(browser, site.url, { size: SIZE, lost: "src/ui/tile.js", times: Infinity });
  let starts = 0;
  scene.page.on("framenavigated", () => { starts += 1; });
  await scene.page.waitForEvent("pageerror", { timeout: 20_000 });
  assert.equal(starts, 3);
  await scene.close();
});
