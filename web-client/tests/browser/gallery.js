// `npm run gallery`: every game's table in the middle of a deal, phone and desktop, from real matches against bots,
// into docs/gallery with a page that shows them. GAMES=sniff,bergen takes only these.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "./launch.js";
import { openPlayer, openTable, play, rematch, tap } from "./player.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ id: string, names: Record<string, string>, max: number }} Sheet */

const FOLDER = fileURLToPath(new URL("../../../docs/gallery/", import.meta.url));
const ONLY = process.env.GAMES?.split(",");
/** For one picture; a game goes on from deal to deal until its table is worth looking at. */
const PICTURE_MS = 240_000;

/** Of 1: pips and letters stay sharp. */
const QUALITY = 0.82;

const SIZES = Object.freeze({ desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } });
/** Phones speak the languages and wear the themes in turn. */
const LANGUAGES = Object.freeze(["ru", "hu", "en"]);
const THEMES = Object.freeze(["light", "dark"]);
/**
 * Two at a table show four arms best; more of them leave no tiles for a long line.
 * @type {Readonly<Record<string, number>>}
 */
const SEATS = Object.freeze({ sniff: 2, "all-fives": 2, kozel: 4, fives: 3, draw: 3 });
/** Tiles on the line of a deal's middle. */
const MIDDLE = 8;
/** Fewer are dealt, so fewer lie. @type {Readonly<Record<string, number>>} */
const SHORT = Object.freeze({ blitz: 5, bergen: 6 });
const FOUR_ARMS = Object.freeze(["sniff", "all-fives"]);

/** Whether the table is in the middle of a deal, with my turn to look at. @param {Page} page @param {string} game */
const isMiddle = (page, game) =>
  page.evaluate(
    ({ least, arms }) => {
      const count = (/** @type {string} */ selector) => document.querySelectorAll(selector).length;
      return (
        count(".badge") > 0 &&
        count(".result") === 0 &&
        count(".felt-tile") >= least &&
        count(".held") >= 2 &&
        count(".end-chip") >= arms
      );
    },
    { least: SHORT[game] ?? MIDDLE, arms: FOUR_ARMS.includes(game) ? 4 : 2 },
  );

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {Sheet} sheet
 * @param {"desktop" | "phone"} size
 * @param {number} at
 */
async function take(browser, url, sheet, size, at) {
  const language = size === "desktop" ? "en" : LANGUAGES[at % LANGUAGES.length];
  const theme = size === "desktop" ? "light" : THEMES[at % THEMES.length];
  const { page, context, assertCalm } = await openPlayer(browser, url, {
    size: SIZES[size],
    language,
    settings: { theme, confirm: true },
  });
  const seats = SEATS[sheet.id] ?? sheet.max;
  await openTable(page, { game: sheet.id, seats, bots: seats - 1 });
  await page.locator(".table").waitFor();
  await play(
    page,
    async (what) => {
      if (what === "match-over") await rematch(page);
      return what !== "match-over" && what !== "ready" && what !== null && (await isMiddle(page, sheet.id));
    },
    { by: tap, withinMs: PICTURE_MS },
  );
  // A picked tile shows where it may lie.
  if ((await page.locator(".felt-ghost").count()) === 0)
    await page
      .locator('.held:not(.held-sunk) .held-button[aria-pressed="false"]')
      .last()
      .click({ timeout: 500 })
      .catch(() => undefined);
  await page.mouse.move(0, 0);
  writeFileSync(`${FOLDER}${sheet.id}-${size}.webp`, await asWebp(browser, await page.screenshot()));
  assertCalm();
  await context.close();
}

/**
 * A quarter of the weight: the browser draws the picture anew and writes it as WebP.
 * @param {import("playwright-core").Browser} browser
 * @param {Buffer} png
 */
async function asWebp(browser, png) {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      const reader = new FileReader();
      reader.readAsDataURL(await canvas.convertToBlob({ type: "image/webp", quality }));
      await new Promise((resolve) => {
        reader.onload = resolve;
      });
      return String(reader.result);
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, quality: QUALITY },
  );
  await page.close();
  return Buffer.from(url.replace(/^data:image\/webp;base64,/, ""), "base64");
}

/** @param {string} id @param {string} name @param {"desktop" | "phone"} screen @param {number} width */
const picture = (id, name, screen, width) =>
  `<img src="${id}-${screen}.webp" alt="${name} on a ${screen}" width="${width}">`;

/** The page that shows them. @param {Sheet[]} sheets */
const index = (sheets, command = "`npm --prefix web-client run gallery`") => `# The games

Every table in the middle of a deal, against bots. ${command} takes these pictures from real matches.

${sheets
  .map(
    ({ id, names }) => `## ${names.en}

${picture(id, names.en, "desktop", 640)} ${picture(id, names.en, "phone", 185)}
`,
  )
  .join("\n")}`;

mkdirSync(FOLDER, { recursive: true });
const server = await startServer();
const browser = await launch();
try {
  /** @type {Sheet[]} */
  const sheets = await (await fetch(`${server.url}/api/sheets`)).json();
  for (const [at, sheet] of sheets.entries()) {
    if (ONLY !== undefined && !ONLY.includes(sheet.id)) continue;
    for (const size of /** @type {const} */ (["desktop", "phone"])) await take(browser, server.url, sheet, size, at);
    process.stdout.write(`${sheet.id}\n`);
  }
  writeFileSync(`${FOLDER}README.md`, index(sheets));
} finally {
  await browser.close();
  await server.close();
}
