// One whole match of every game in the browser, bots in the other seats, ended by the game's own goal. Long ones are
// shortened by an option that leaves the goal as it is: a lower score, fewer deals. SHEETS=sniff,bergen plays only
// these.

import assert from "node:assert/strict";
import { test } from "node:test";
import { misplaced } from "./geometry.js";
import { openPlayer, openTable, play, press, tap } from "./player.js";
import { liveStage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */
/**
 * @typedef {object} Match
 * @property {string} game
 * @property {number} seats
 * @property {number} [target]
 * @property {number} [deals]
 * @property {{ width: number, height: number }} [size]
 * @property {typeof press} [by] a person's hands
 * @property {(page: Page) => Promise<void>} [look] at every turn
 */

const PHONE = { width: 390, height: 844 };
const ONLY = process.env.SHEETS?.split(",");

/** @param {Page} page */
async function inPlace(page) {
  const wrong = await misplaced(page);
  assert.deepEqual(wrong, []);
}

/** @type {Match[]} */
const MATCHES = [
  { game: "kozel", seats: 3, target: 25 },
  { game: "kozel-pairs", seats: 4, target: 30 },
  { game: "sea-goat", seats: 4, target: 40 },
  { game: "sport-points", seats: 4, deals: 1 },
  { game: "sport-club", seats: 4, deals: 4 },
  { game: "blitz", seats: 8, target: 20, size: PHONE, look: inPlace },
  { game: "blind-memory", seats: 3, target: 20, by: press },
  { game: "blind-unseen", seats: 4, target: 20 },
  { game: "bergen", seats: 3, target: 4 },
  { game: "fives", seats: 2, target: 6 },
  { game: "threes", seats: 4, target: 8 },
  { game: "sniff", seats: 2, target: 12, look: inPlace },
  { game: "block", seats: 4, target: 20 },
  { game: "draw", seats: 2, target: 20 },
  { game: "partnership", seats: 4, target: 30 },
  { game: "all-fives", seats: 4, target: 60, size: PHONE, look: inPlace },
];

const stage = liveStage();

test("every game of the server has its match here", async () => {
  const sheets = await (await fetch(`${stage.server.url}/api/sheets`)).json();
  assert.deepEqual(
    MATCHES.map(({ game }) => game).sort(),
    sheets.map((/** @type {{ id: string }} */ sheet) => sheet.id).sort(),
  );
});

for (const { game, seats, target, deals, size, by = tap, look } of MATCHES.filter(
  (match) => ONLY === undefined || ONLY.includes(match.game),
)) {
  const manner = `${by === press ? ", by keys alone" : ""}${size === undefined ? "" : ", on a phone"}`;
  test(`a whole match of ${game}${manner}`, async () => {
    const { page, context, assertCalm, assertInTime, report } = await openPlayer(
      stage.browser,
      stage.server.url,
      size === undefined ? {} : { size },
    );
    try {
      await openTable(page, { game, seats, bots: seats - 1, target, deals });
      await page.locator(".table").waitFor();
      let arms = 0;
      await play(
        page,
        async (what) => {
          if (look !== undefined && (what === "tile" || what === "end" || what === "declare")) await look(page);
          arms = Math.max(arms, await page.locator(".end-chip").count());
          return what === "match-over";
        },
        { by },
      );
      if (game === "sniff") assert.ok(arms === 4, `${arms} ends at most`);
      assertInTime();
      await page.locator(".proof-proved").waitFor();
      await checkRecord(page, stage.server.url, { game, target, deals, seats });
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}\n${await report()}`, { cause: error });
    }
    assertCalm();
    await context.close();
  });
}

/**
 * The record says that the match ended as this game ends.
 * @param {Page} page
 * @param {string} url
 * @param {{ game: string, target?: number, deals?: number, seats: number }} match
 */
async function checkRecord(page, url, { game, target, deals, seats }) {
  const link = new URL((await page.locator('a[href*="/api/matches/"]').first().getAttribute("href")) ?? "", url);
  link.search = "";
  const answer = await (await fetch(link)).json();
  const record = answer.record ?? answer;
  assert.equal(record.rules, game);
  const { goal, deals: usual } = (await (await fetch(`${url}/api/sheets/${game}`)).json()).sheet.match;
  // An option set to the sheet's own value changes nothing.
  const differs = deals === usual ? {} : { "match.deals": deals };
  assert.deepEqual(record.options, target === undefined ? differs : { [`match.target.${seats}`]: target });
  const { score, winners, losers } = record.result;
  const best = goal === "reach_loses" || goal === "fewest" ? Math.min(...score) : Math.max(...score);
  assert.ok(
    winners.length > 0 && winners.every((/** @type {number} */ side) => score[side] === best),
    `${score} won by ${winners}`,
  );
  if (target !== undefined) assert.ok(Math.max(...score) >= target, `${score} below ${target}`);
  assert.equal(losers.length > 0, goal === "reach_loses");
}
