// Pictures of the page with a real match behind it. Every run takes the README's one, into a folder that is not
// committed; `npm run pictures` takes the whole gallery and renews the few that are committed in docs/.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { withPalette } from "./palette.js";
import { openPlayer, openTable, play, rematch, rename, tap } from "./player.js";
import { liveStage } from "./stage.js";

const ALL = process.env.PICTURES === "all";
const FOLDER = fileURLToPath(new URL("../../pictures/", import.meta.url));
const DOCS = fileURLToPath(new URL("../../../docs/", import.meta.url));
/** The most a committed picture may weigh, bytes. */
const HEAVIEST = 250_000;
/** Less is no picture of a table, bytes. */
const LIGHTEST = 10_000;

const SIZES = Object.freeze({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  lying: { width: 844, height: 390 },
  small: { width: 320, height: 568 },
});

/** @typedef {import("playwright-core").Page} Page */
/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {keyof typeof SIZES} size
 * @property {string} language
 * @property {string} [theme]
 * @property {Record<string, unknown>} [settings]
 * @property {(page: Page) => Promise<void>} pose
 * @property {string} [docs] its name in docs/
 */

/** Who waits in the lobby: a game, and a name. @type {[string, string][]} */
const COMPANY = [
  ["kozel", "Zoltán"],
  ["kozel-pairs", "Kata"],
  ["draw", "Оля"],
  ["block", "Ben"],
];

const stage = liveStage();

mkdirSync(FOLDER, { recursive: true });

/**
 * Invited by the first picture: a second hook before the tests would not wait for the stage's.
 * @type {Promise<void> | null}
 */
let company = null;

async function invite() {
  for (const [game, name] of COMPANY) await waitFor(game, name);
}

/** A listed table of somebody else, with one bot. @param {string} game @param {string} name */
async function waitFor(game, name) {
  const { page } = await openPlayer(stage.browser, stage.server.url);
  await rename(page, name);
  await openTable(page, { game, bots: 1 });
  await page.locator(".seating").waitFor();
}

/** @param {Page} page */
async function sitDown(page) {
  const card = page.locator(".game").first();
  await ((await page.locator(".play-now").count()) > 0 ? page.locator(".play-now") : card).click();
  await page.locator(".table").waitFor();
}

/** The middle of a deal: my turn, a line worth looking at, a tile picked that fits at both ends. @param {Page} page */
async function midDeal(page) {
  await sitDown(page);
  await play(
    page,
    async (what) => {
      if (what === "match-over") await rematch(page);
      return (what === "tile" || what === "end") && (await pickBoth(page));
    },
    { by: tap, withinMs: 240_000 },
  );
  await page.mouse.move(0, 0);
}

/** Picks a tile that fits at both ends, if the line is long enough and there is one. @param {Page} page */
async function pickBoth(page) {
  if ((await page.locator(".felt-tile").count()) < 9 || (await page.locator(".held").count()) < 3) return false;
  const fits = await page
    .locator(".held-button[aria-pressed]")
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("data-tile")));
  for (const tile of fits) {
    // What is gone meanwhile, or picked already, is not picked: its click would not be waited for.
    await page
      .locator(`[data-tile="${tile}"][aria-pressed="false"]`)
      .click({ timeout: 500 })
      .catch(() => undefined);
    if ((await page.locator(".felt-ghost").count()) === 2) return true;
  }
  return false;
}

/** @param {Page} page */
async function dealOver(page) {
  await sitDown(page);
  await play(page, (what) => what === "ready" || what === "match-over", { by: tap });
}

/** @param {Page} page */
async function matchOver(page) {
  await sitDown(page);
  await play(page, (what) => what === "match-over", { by: tap, withinMs: 240_000 });
  await page.locator(".proof-proved").waitFor();
}

/** @param {Page} page */
async function ownTable(page) {
  await rename(page, "Anna");
  await openTable(page, { bots: 1, byLink: true });
  await page.locator(".seating").waitFor();
}

/** @param {Page} page */
async function newTable(page) {
  await page.locator(".ways .go:visible, .ways-phone .button:last-child:visible").click();
  await page.locator("dialog .options").waitFor();
}

/** @param {Page} page */
const lobby = async (page) => {
  if (ALL)
    await page
      .locator(".tables .row")
      .nth(COMPANY.length - 1)
      .waitFor();
};

/** @param {Page} page */
const settings = async (page) => {
  await page.locator(".top-end .icon-button").click();
};

/** @param {Page} page */
const rules = async (page) => {
  await page.goto(`${stage.server.url}/#/rules/kozel`);
  await page.locator(".clauses li").first().waitFor();
};

/** @type {Picture[]} */
const PICTURES = [
  { name: "table", size: "desktop", language: "en", pose: midDeal, docs: "table.png" },
  { name: "table-dark", size: "desktop", language: "hu", theme: "dark", pose: midDeal },
  { name: "table-phone", size: "phone", language: "en", pose: midDeal, docs: "table-phone.png" },
  {
    name: "table-phone-dark",
    size: "phone",
    language: "ru",
    theme: "dark",
    pose: midDeal,
    docs: "table-phone-dark.png",
  },
  { name: "table-lying", size: "lying", language: "hu", pose: midDeal },
  {
    name: "table-lying-contrast",
    size: "lying",
    language: "en",
    theme: "contrast",
    settings: { numerals: true },
    pose: midDeal,
  },
  { name: "table-small", size: "small", language: "ru", pose: midDeal },
  { name: "lobby", size: "desktop", language: "en", pose: lobby, docs: "lobby.png" },
  { name: "lobby-dark", size: "desktop", language: "hu", theme: "dark", pose: lobby },
  { name: "lobby-phone", size: "phone", language: "ru", pose: lobby, docs: "lobby-phone.png" },
  { name: "lobby-phone-dark", size: "phone", language: "en", theme: "dark", pose: lobby },
  { name: "lobby-lying", size: "lying", language: "ru", pose: lobby },
  { name: "lobby-small", size: "small", language: "hu", pose: lobby },
  { name: "result", size: "desktop", language: "ru", pose: dealOver },
  { name: "result-phone", size: "phone", language: "hu", pose: dealOver },
  { name: "result-lying", size: "lying", language: "en", pose: dealOver },
  { name: "result-small", size: "small", language: "en", theme: "dark", pose: dealOver },
  { name: "match-over", size: "desktop", language: "en", theme: "dark", pose: matchOver },
  { name: "match-over-phone", size: "phone", language: "ru", pose: matchOver },
  { name: "seating", size: "desktop", language: "ru", pose: ownTable },
  { name: "seating-phone", size: "phone", language: "hu", pose: ownTable },
  { name: "seating-lying", size: "lying", language: "en", pose: ownTable },
  { name: "seating-small", size: "small", language: "ru", theme: "dark", pose: ownTable },
  { name: "new-table", size: "desktop", language: "hu", pose: newTable },
  { name: "new-table-phone", size: "phone", language: "ru", theme: "dark", pose: newTable },
  { name: "new-table-small", size: "small", language: "hu", pose: newTable },
  { name: "settings-phone", size: "phone", language: "ru", pose: settings },
  { name: "settings", size: "desktop", language: "en", theme: "dark", pose: settings },
  { name: "rules", size: "desktop", language: "hu", pose: rules },
  { name: "rules-phone", size: "phone", language: "ru", pose: rules },
];

for (const { name, size, language, theme = "light", pose, docs, settings: more } of PICTURES.filter(
  (picture) => ALL || picture.docs === "table.png",
)) {
  test(`a picture: ${name}`, async () => {
    if (ALL) {
      company ??= invite();
      await company;
    }
    const { page, context, assertCalm } = await openPlayer(stage.browser, stage.server.url, {
      size: SIZES[size],
      language,
      settings: { theme, confirm: true, ...more },
    });
    await pose(page);
    const path = `${FOLDER}${name}.png`;
    const shot = await page.screenshot();
    assertCalm();
    await context.close();
    const png = docs === undefined ? shot : withPalette(shot);
    writeFileSync(path, png);
    if (docs === undefined) return;
    assert.ok(png.length > LIGHTEST && png.length < HEAVIEST, `${name} weighs ${png.length} bytes`);
    if (ALL) copyFileSync(path, DOCS + docs);
  });
}
