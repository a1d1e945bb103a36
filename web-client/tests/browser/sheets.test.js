// Every game of the server to its own goal: a person at the page, bots in the other seats. By clicks, blind from memory by keys, blitz with eight
// seats on a phone. SHEETS=sniff,bergen plays only these.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./launch.js";
import { openPlayer, play, press } from "./player.js";
import { startServer } from "./server.js";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const MATCH_MS = 420_000;
const ONLY = process.env["SHEETS"]?.split(",");

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("./server.js").Server} */
let server;

before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** @typedef {{ sheet: string, seats?: number, size?: { width: number, height: number }, by?: typeof press }} Match */
/** @type {Match[]} */
const MATCHES = [
  { sheet: "kozel", seats: 3 }, { sheet: "draw", seats: 2 }, { sheet: "block", seats: 3 }, { sheet: "kozel-pairs" }, { sheet: "sea-goat" }, { sheet: "partnership" },
  { sheet: "sniff", seats: 2 }, { sheet: "all-fives", seats: 3, size: PHONE }, { sheet: "fives", seats: 3 }, { sheet: "threes", seats: 4, size: PHONE }, { sheet: "bergen", seats: 3 },
  { sheet: "blitz", seats: 8, size: PHONE }, { sheet: "blind-memory", seats: 4, by: press }, { sheet: "blind-unseen", seats: 3, size: PHONE },
  { sheet: "sport-points" }, { sheet: "sport-club", size: PHONE },
];

/** Tiles of the line that lie over one another, by more than a joint. @param {import("playwright-core").Page} page */
const overlaps = (page) => page.evaluate(() => {
  const boxes = [...document.querySelectorAll(".felt-tile")].map((tile) => ({ name: tile.textContent, ...tile.getBoundingClientRect().toJSON() }));
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map((b) => `${a.name} and ${b.name}`));
});

/** Seats, the ends, my tiles and the turn that are not in sight. @param {import("playwright-core").Page} page */
const outOfSight = (page) => page.evaluate(() => [".seat", ".end-chip", ".held", ".badge", ".act", ".felt-tile"].flatMap((selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  return box.width === 0 || box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map(() => selector)));

for (const { sheet, seats, size = DESKTOP, by } of MATCHES.filter((match) => ONLY === undefined || ONLY.includes(match.sheet))) {
  test(`a whole match of ${sheet}${seats === undefined ? "" : `, ${seats} seats`}`, { timeout: MATCH_MS + 60_000 }, async () => {
    const { page, context, assertCalm } = await openPlayer(browser, server.url, { size });
    await sitDown(page, sheet, seats);
    let deals = 0, looked = 0;
    await play(page, async (what) => {
      if (what === "ready") deals += 1;
      if ((what === "tile" || what === "end") && await page.locator(".felt-tile").count() > 3 && looked < 40) {
        looked += 1;
        assert.deepEqual(await overlaps(page), []);
        assert.deepEqual(await outOfSight(page), []);
      }
      return what === "match-over";
    }, { by, withinMs: MATCH_MS });
    assert.ok((await page.locator("#result-title").textContent() ?? "").length > 3);
    await page.locator(".proof-proved").waitFor({ timeout: 15_000 });
    // Points of one deal may end a match: then there is one line to show for it.
    assert.ok(deals > 0 || await page.locator(".felt-tile").count() > 0, "something was played");
    assertCalm();
    await context.close();
  });
}

/** Through the dialog that sits down against bots. @param {import("playwright-core").Page} page @param {string} sheet @param {number} [seats] */
async function sitDown(page, sheet, seats) {
  /** @type {{ id: string, names: Record<string, string>, max: number }[]} */
  const sheets = await page.evaluate(() => fetch("/api/sheets").then((answer) => answer.json()));
  const known = sheets.find(({ id }) => id === sheet);
  assert.ok(known !== undefined, `${sheet} is on the server`);
  await page.locator(".ways .button, .ways-phone .button").filter({ hasText: "bots" }).first().click();
  await page.locator(".pick").filter({ has: page.getByText(known.names.en, { exact: true }) }).filter({ hasText: `${seats ?? known.max} seats` }).click();
  await page.locator(".table").waitFor();
}
