// A person at the page: opens it, sees what can be done, does it by clicks or keys.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pageFromDisk } from "./disk.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {Awaited<ReturnType<import("playwright-core").BrowserContext["storageState"]>>} Storage */
/** @typedef {Awaited<ReturnType<typeof openPlayer>>} Player */

/** Not committed. */
const PICTURES = fileURLToPath(new URL("../../pictures/", import.meta.url));
/** For the page and its name; a machine with everything at once is slow, a page that is lost never comes. */
const ARRIVAL_MS = 30_000;

/** What a page under a real server may complain about: nothing but the socket that a killed server cuts. */
const LOST_SOCKET = /WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {object} [how]
 * @param {{ width: number, height: number }} [how.size]
 * @param {string} [how.language]
 * @param {number} [how.pace]
 * @param {Record<string, unknown>} [how.settings]
 * @param {Storage} [how.storage] of an earlier context: the same person on another device
 * @param {(message: any) => object} [how.amend] changes what the page sends, for wishes that its forms do not offer
 */
export async function openPlayer(
  browser,
  url,
  { size = { width: 1440, height: 900 }, language = "en", pace = 0, settings = {}, storage, amend } = {},
) {
  const phone = Math.min(size.width, size.height) < 500;
  const context = await browser.newContext({
    viewport: size,
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: "reduce",
    ...(storage === undefined ? {} : { storageState: storage }),
  });
  if (amend !== undefined)
    await context.routeWebSocket("**/ws", (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => server.send(JSON.stringify(amend(JSON.parse(String(text))))));
    });
  await context.addInitScript(
    (chosen) => {
      if (localStorage.getItem("boneyard.settings") === null)
        localStorage.setItem("boneyard.settings", JSON.stringify(chosen));
    },
    { language, pace, ...settings },
  );
  if (process.env.PAGE_FROM_DISK === "1") await pageFromDisk(context, url);
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (!LOST_SOCKET.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const report = witness(page);
  let overtimes = 0;
  /** @type {any[]} */
  const sent = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes('"type":"time_up"')) overtimes += 1;
    });
    socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))));
  });
  await page.goto(url);
  await arrival(page, report);
  return {
    page,
    context,
    report,
    /** The messages of a type that the page has sent. @param {string} type */
    sent: (type) => sent.filter((message) => message.type === type),
    assertCalm: () => assert.deepEqual(complaints, []),
    /** The clock has played for nobody: what was done was done by the person's own hands. */
    assertInTime: () => assert.equal(overtimes, 0, "the clock has played"),
  };
}

/** Until the page is there and knows who I am. @param {Page} page @param {() => Promise<string>} report */
export async function arrival(page, report) {
  await page
    .locator(".who:visible bdi")
    .first()
    .waitFor({ timeout: ARRIVAL_MS })
    .catch(async (error) => {
      throw new Error(`no name on the page: ${await report()}`, { cause: error });
    });
}

/**
 * Remembers what a page says and asks for, so that a page which does not come tells why.
 * @param {Page} page
 * @returns {() => Promise<string>} what the page shows, said and asked for in vain; its picture goes into {@link
 *   PICTURES}
 */
export function witness(page) {
  /** @type {string[]} */
  const said = [];
  /** @type {Set<string>} */
  const open = new Set();
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`error: ${error.stack ?? error}`));
  page.on("request", (request) => open.add(request.url()));
  page.on("requestfinished", (request) => open.delete(request.url()));
  page.on("requestfailed", (request) => {
    open.delete(request.url());
    said.push(`lost: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("websocket", (socket) => {
    said.push(`socket: ${socket.url()}`);
    socket.on("socketerror", (error) => said.push(`socket error: ${error}`));
    socket.on("close", () => said.push("socket closed"));
  });
  return async () => {
    mkdirSync(PICTURES, { recursive: true });
    const path = `${PICTURES}failed-${process.pid}-${Date.now()}.png`;
    const shown = await page.evaluate(() => document.body.innerText.slice(0, 600)).catch(String);
    await page.screenshot({ path, timeout: 5000 }).catch((error) => said.push(`no picture: ${error}`));
    return JSON.stringify(
      { address: page.url(), shown, said: said.slice(-40), open: [...open], picture: path },
      null,
      1,
    );
  };
}

/** @param {Page} page @param {string} name */
export async function rename(page, name) {
  await page.locator(".who:visible").click();
  await page.locator("#name").fill(name);
  await page.locator("dialog [type=submit]").click();
  await page.locator("dialog").waitFor({ state: "detached" });
}

/**
 * Opens a table of the player's own, from the lobby.
 * @param {Page} page
 * @param {{ game?: string, seats?: number, bots?: number, byLink?: boolean, target?: number, deals?: number }} how the
 *   game's most seats, no bots and listed unless said otherwise
 */
export async function openTable(page, { game = "kozel", seats, bots = 0, byLink = false, target, deals }) {
  await page.locator(".ways .go:visible, .ways-phone .button:last-child:visible").click();
  await page.locator("#new-sheet").selectOption(game);
  if (seats !== undefined) await choose(page, "seats", String(seats));
  if (bots > 0) await choose(page, "bots", String(bots));
  if (byLink) await page.locator('dialog input[name="private"]').last().check({ force: true });
  if (target !== undefined) {
    // The switches come from the server: those of the seats before must be gone.
    const chosen = await page.locator('dialog label:has(input[name="seats"]:checked)').innerText();
    await page.locator(`[id="option-match.target.${chosen.trim()}"]`).fill(String(target));
  }
  if (deals !== undefined) await page.locator('[id="option-match.deals"]').selectOption(String(deals));
  await page.locator("dialog [type=submit]").click();
  await page.locator("dialog").waitFor({ state: "detached" });
}

/**
 * A table that the opener opens and the guest reaches by the link; both are ready and see the match.
 * @param {Player} opener
 * @param {Player} guest
 * @param {Parameters<typeof openTable>[1]} [how]
 */
export async function together(opener, guest, how = {}) {
  await openTable(opener.page, { seats: 2, byLink: true, ...how });
  await guest.page.goto(await opener.page.locator(".invite input").inputValue());
  await guest.page.locator(".seating-acts .go").click();
  await opener.page.locator(".seating-acts .go").click();
  await Promise.all([opener, guest].map(({ page }) => page.locator(".table .held").first().waitFor()));
}

/**
 * Once more at the same table, when a match is over. Fast bots may be through with the next one before anybody has
 * looked.
 * @param {Page} page
 */
export async function rematch(page) {
  const record = await page.locator(".result-links a").getAttribute("href");
  await page.locator(".phase-match_over .result .go").click();
  await page.waitForFunction(
    (before) => document.querySelector(".result-links a")?.getAttribute("href") !== before,
    record,
  );
}

/** @param {Page} page @param {string} field @param {string} value */
const choose = (page, field, value) =>
  page
    .locator(".segment", { has: page.locator(`input[name="${field}"]`) })
    .getByText(value, { exact: true })
    .click();

/** @typedef {"match-over" | "ready" | "row" | "end" | "tile" | "declare"} What */

/**
 * Where each is done. A tap for the next deal must never hit the rematch: a deal may be over with its first placement.
 * @type {Readonly<Record<What, string>>}
 */
const PLACES = Object.freeze({
  "match-over": ".phase-match_over .result",
  ready: ".phase-between_deals .result .go:enabled",
  row: ".act-row:enabled",
  end: ".felt-ghost",
  tile: '.held:not(.held-sunk) .held-button[aria-pressed="false"]',
  declare: ".act:enabled:not(.act-lengthwise)",
});

/**
 * What can be done now, read off the page; a turn goes on where it may.
 * @param {Page} page
 * @returns {Promise<What | null>}
 */
export const next = (page) =>
  page.evaluate((places) => {
    const there = Object.entries(places).find(([, place]) => document.querySelector(place) !== null);
    return /** @type {any} */ (there?.[0] ?? null);
  }, PLACES);

/** Does it by clicks. @param {Page} page @param {What} what */
export async function click(page, what) {
  // What was there may be gone: an answer of the server has come in between. The next look tells.
  await page
    .locator(PLACES[what])
    .first()
    .click({ timeout: 1500 })
    .catch(() => undefined);
}

/**
 * Does it by clicks of the page's own: a whole match is many of them, and what a pointer hits is tested elsewhere.
 * @param {Page} page
 * @param {What} what
 */
export const tap = (page, what) =>
  page.evaluate(
    ({ place, stop }) => {
      const found = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(place)]);
      (found.find((element) => !element.matches(stop)) ?? found[0])?.click();
    },
    { place: PLACES[what], stop: '[data-act="stop"]' },
  );

/** Does it by keys alone. @param {Page} page @param {What} what */
export async function press(page, what) {
  const keys = page.keyboard;
  if (what === "ready") {
    // The next deal may begin by itself just now.
    const there = await page
      .locator(PLACES.ready)
      .first()
      .focus({ timeout: 1500 })
      .then(
        () => true,
        () => false,
      );
    if (there) await keys.press("Enter");
  } else if (what === "row") {
    for (const key of ["a", "Shift+ArrowRight", "f"]) await keys.press(key);
  } else if (what === "declare") {
    const acts = await page
      .locator(".act:not(.act-lengthwise)")
      .evaluateAll((found) => found.map((act) => act.getAttribute("data-act")));
    await keys.press(
      acts.includes("turn_up")
        ? "u"
        : acts.includes("lead")
          ? "1"
          : acts.includes("draw")
            ? "d"
            : acts.includes("pass")
              ? "x"
              : "s",
    );
  } else if (what === "end") {
    for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) await keys.press(arrow);
  } else if (what === "tile") {
    const at = await page.evaluate(
      (place) => [...document.querySelectorAll(".held")].findIndex((held) => held.querySelector(place) !== null),
      PLACES.tile,
    );
    await keys.press(String((at + 1) % 10));
  }
}

/**
 * Plays until a condition is met.
 * @param {Page} page
 * @param {(what: What | null) => boolean | Promise<boolean>} until
 * @param {{ by?: (page: Page, what: What) => Promise<void>, withinMs?: number }} [how]
 */
export async function play(page, until, { by = click, withinMs = 120_000 } = {}) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const what = await next(page);
    if (await until(what)) return;
    assert.ok(Date.now() < deadline, `still ${what} after ${withinMs} ms`);
    if (what === null)
      await page.waitForFunction(
        () =>
          document.querySelector(".badge, .act-row:enabled, .result .go:enabled, .phase-match_over .result") !== null,
        undefined,
        { timeout: 30_000 },
      );
    else await by(page, what);
  }
}

/** The line and the hand, as they lie. @param {Page} page */
export const sight = (page) =>
  page.evaluate(() => ({
    line: [...document.querySelectorAll(".felt-name")].map((name) => name.textContent),
    hand: [...document.querySelectorAll(".held-button")].map((tile) => tile.getAttribute("data-tile")),
  }));

/** Each plays what they can, so many times. @param {Page[]} pages @param {number} rounds */
export async function turns(pages, rounds) {
  for (let round = 0; round < rounds; round += 1) {
    for (const page of pages) {
      const what = await next(page);
      if (what !== null && what !== "ready" && what !== "match-over") await click(page, what);
    }
  }
}

/**
 * What the second of two pages shows, once both show the same line and nothing is on its way.
 * @param {Page} one
 * @param {Page} other
 */
export async function agreed(one, other) {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const [a, b, again] = [await sight(one), await sight(other), await sight(one)];
    if (
      b.hand.length > 0 &&
      b.line.length > 0 &&
      a.line.join() === b.line.join() &&
      a.line.join() === again.line.join()
    )
      return b;
    assert.ok(Date.now() < deadline, `${a.line} and ${b.line}`);
  }
}
