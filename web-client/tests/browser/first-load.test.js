// What a first visit costs: everything that the real server sends until the lobby can be used, in each language, as it
// sends it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { liveStage } from "./stage.js";

/** The most that a first visit may fetch, bytes of bodies as they are sent, compressed. */
const BUDGET = 150 * 1024;
/** Less is no page, bytes: the sum would have left something out. */
const LEAST = 60 * 1024;

const stage = liveStage();

for (const locale of ["en-GB", "ru-RU", "hu-HU"]) {
  test(`the first load fits its budget, ${locale}`, async (t) => {
    const context = await stage.browser.newContext({ locale });
    const page = await context.newPage();
    /** @type {Promise<{ path: string, bytes: number, packed: boolean }>[]} */
    const fetched = [];
    page.on("requestfinished", (request) => fetched.push(weigh(request)));
    await page.goto(stage.server.url, { waitUntil: "load" });
    await page.locator(".who:visible bdi").first().waitFor();
    await page.locator(".games .game").first().waitFor();
    const files = await Promise.all(fetched);
    await context.close();

    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const heaviest = [...files]
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, 8)
      .map(({ path, bytes }) => `${path} ${bytes}`);
    t.diagnostic(`${total} bytes in ${files.length} files, ${locale}`);
    assert.ok(total > LEAST && total < BUDGET, `${total} bytes, of these ${heaviest.join(", ")}`);
    assert.ok(
      files.some(({ path }) => path.endsWith(`/i18n/${locale.slice(0, 2)}.json`)),
      "its language is among them",
    );
    assert.equal(files.filter(({ path }) => /\/i18n\/\w+\.json$/.test(path)).length, 1, "one language and no other");
    assert.deepEqual(
      files.filter(({ path, bytes, packed }) => !packed && bytes > 1024 && /\.(js|css|json|svg)$/.test(path)),
      [],
      "sent as they are",
    );
  });
}

/** @param {import("playwright-core").Request} request */
async function weigh(request) {
  const { responseBodySize } = await request.sizes();
  const answer = await request.response();
  return {
    path: new URL(request.url()).pathname,
    bytes: responseBodySize,
    packed: (await answer?.headerValue("content-encoding")) === "br",
  };
}
