// Every screen in its states: axe finds nothing, nothing must be scrolled sideways, the browser has nothing to complain
// about.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { openScene } from "./scene.js";
import { sceneStage } from "./stage.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A folder that takes a picture of every screen, for the README and for eyes. */
const SCREENSHOTS = process.env.SCREENSHOTS;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const stage = sceneStage();

/** @typedef {import("playwright-core").Page} Page */
/**
 * @type {{ name: string, view?: string, hash?: string, ready: string, settings?: Record<string, unknown>, refused?:
 *   string, onAct?: NonNullable<Parameters<typeof openScene>[2]["onAct"]>, act?: (page: Page, scene:
 *   Awaited<ReturnType<typeof openScene>>) => Promise<unknown> }[]}
 */
const SCREENS = [
  { name: "lobby", ready: ".games .game" },
  { name: "lobby in Russian, dark", ready: ".games .game", settings: { language: "ru", theme: "dark" } },
  { name: "rules", hash: "#/rules/kozel", ready: ".clauses li" },
  { name: "list of rules", hash: "#/rules", ready: ".rules-link" },
  { name: "my turn, tile picked", view: "playing", ready: ".badge", act: (page) => page.click('[data-tile="4-1"]') },
  {
    name: "my turn in high contrast with figures",
    view: "playing",
    ready: ".badge",
    settings: { theme: "contrast", numerals: true },
  },
  { name: "must draw, in Hungarian", view: "mustDraw", ready: ".act", settings: { language: "hu" } },
  { name: "somebody else's turn, dark", view: "waiting", ready: ".seat-turn", settings: { theme: "dark" } },
  { name: "an absent player, whose time is up", view: "absence", ready: ".absence-acts" },
  {
    name: "an absent player, dark, in Hungarian",
    view: "absence",
    ready: ".absence-acts",
    settings: { theme: "dark", language: "hu" },
  },
  {
    name: "settings at a table",
    view: "absence",
    ready: ".absence-acts",
    act: (page) => openDialog(page, ".title-end .icon-button:last-child"),
  },
  {
    name: "what can be done about another player, in Russian",
    view: "playing",
    ready: ".seat-who",
    settings: { language: "ru" },
    act: (page) => openDialog(page, ".seat-who"),
  },
  { name: "a deal is over", view: "dealOver", ready: ".result" },
  { name: "a match is over", view: "matchOver", ready: ".result", settings: { language: "ru" } },
  { name: "four arms, must draw", view: "sniff", ready: ".sum-total" },
  {
    name: "four arms, tile picked",
    view: "sniffPick",
    ready: ".badge",
    act: (page) => page.click('[data-tile="6-4"]'),
  },
  {
    name: "four arms, dark, in Russian",
    view: "sniff",
    ready: ".sum-total",
    settings: { theme: "dark", language: "ru" },
  },
  { name: "eight seats, turn that may go on", view: "blitz", ready: ".act" },
  {
    name: "eight seats, dark, in Hungarian",
    view: "blitz",
    ready: ".act",
    settings: { theme: "dark", language: "hu" },
  },
  { name: "arranging", view: "arranging", ready: ".places" },
  {
    name: "arranging in Russian, dark",
    view: "arranging",
    ready: ".places",
    settings: { theme: "dark", language: "ru" },
  },
  { name: "waiting for the other rows", view: "arranged", ready: ".row-closed" },
  { name: "a row face down", view: "blindTurn", ready: ".held-next" },
  { name: "a tile turned up, dark", view: "blindTurned", ready: ".felt-ghost", settings: { theme: "dark" } },
  {
    name: "a double lengthwise",
    view: "fives",
    ready: ".badge",
    act: async (page) => {
      await page.click('[data-tile="4-4"]');
      await page.click(".act-lengthwise");
    },
  },
  { name: "a strict table", view: "strict", ready: ".act-challenge", settings: { language: "ru" } },
  {
    name: "a strict table, my turn",
    view: "strictTurn",
    ready: ".badge",
    act: (page) => page.click('[data-tile="6-5"]'),
  },
  {
    name: "a question before a false pass",
    view: "strictTurn",
    ready: ".badge",
    act: (page) => openDialog(page, ".act:not(.act-challenge)"),
  },
  { name: "a wrong tile found late", view: "fault", ready: ".result" },
  { name: "a match that ends in play", view: "inPlay", ready: ".result" },
  { name: "before a match", view: "seating", ready: ".seating-card" },
  { name: "settings", ready: ".games .game", act: (page) => openDialog(page, ".top .icon-button") },
  { name: "new table", ready: ".games .game", act: newTableChanged },
  { name: "what the host says, and a restart", view: "playing", ready: ".badge", act: announced },
  { name: "a restart on the way, in Russian", ready: ".games .game", settings: { language: "ru" }, act: announced },
  { name: "the server's password", refused: "password_required", ready: ".signin-card" },
  {
    name: "the server's password, dark, in Hungarian",
    refused: "password_required",
    ready: ".signin-card",
    settings: { theme: "dark", language: "hu" },
  },
  {
    name: "to another device",
    ready: ".games .game",
    onAct: (wish, send) => send({ type: "ack", id: wish.id, code: "ABCD2345WXYZ" }),
    act: moveAway,
  },
  { name: "the host's gate", hash: "host", ready: "#token" },
  { name: "the host's page", hash: "host", ready: "#token", act: enterHost },
  {
    name: "the host's page, dark, in Russian",
    hash: "host",
    ready: "#token",
    settings: { theme: "dark", language: "ru" },
    act: enterHost,
  },
  {
    name: "the host's page in high contrast, in Hungarian",
    hash: "host",
    ready: "#token",
    settings: { theme: "contrast", language: "hu" },
    act: enterHost,
  },
  {
    name: "a ban by the host",
    hash: "host",
    ready: "#token",
    act: async (page) => {
      await enterHost(page);
      await openDialog(page, ".host-player .bad");
      await page.getByText("192.168.1.20", { exact: true }).last().click();
    },
  },
  {
    name: "links to a table",
    hash: "host",
    ready: "#token",
    act: async (page) => {
      await enterHost(page);
      await openDialog(page, ".host-tables li:last-child .host-acts .button");
      await page.locator("dialog .qr svg").waitFor();
    },
  },
  {
    name: "rules of a table",
    view: "seating",
    ready: ".seating-card",
    act: (page) => openDialog(page, ".seating-rules .button"),
  },
];

/** @param {Page} page @param {string} button */
async function openDialog(page, button) {
  await page.locator(button).first().click();
  await page.locator("dialog[open]").waitFor();
}

/** @param {Page} page @param {Awaited<ReturnType<typeof openScene>>} scene */
async function announced(page, { say }) {
  say({
    type: "announcement",
    text:
      "The server moves to a new machine tonight at ten. Whoever is in the middle " +
      "of a match then finds the table again where it was, with the clocks standing.",
  });
  say({ type: "restarting", in_ms: 300_000 });
  await page.locator(".banners .banner").nth(1).waitFor();
}

/** @param {Page} page */
async function moveAway(page) {
  await openDialog(page, ".top .icon-button");
  await page.locator("dialog fieldset", { hasText: "Another device" }).locator(".button").first().click();
  await page.locator(".transfer-code").waitFor();
}

/** @param {Page} page */
async function enterHost(page) {
  await page.locator("#token").fill("a-token-that-the-scene-takes");
  await page.keyboard.press("Enter");
  await page.locator(".host-share .qr svg").waitFor();
}

/** A rule that differs, and a group of others opened. @param {Page} page */
async function newTableChanged(page) {
  await openDialog(page, ".ways .go:visible, .ways-phone .button:last-child:visible");
  await page.locator("#option-score\\.block").selectOption({ index: 2 });
  await page.locator(".option-group summary").first().click();
  await page.locator(".option-changed").waitFor();
}

/**
 * Waits until the page has drawn itself for a window of another size.
 * @param {Page} page
 * @param {{ width: number, height: number }} size
 */
async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}

/** What axe finds, and whether anything has to be scrolled sideways. @param {Page} page @returns {Promise<string[]>} */
const faults = (page) =>
  page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
    const found = violations.map(
      (/** @type {any} */ fault) =>
        `${fault.id}: ${fault.nodes
          .map((/** @type {any} */ node) => `${node.target} ${node.any?.[0]?.message ?? ""}`)
          .slice(0, 3)
          .join(" | ")}`,
    );
    return document.documentElement.scrollWidth > document.documentElement.clientWidth
      ? [...found, "scrolls sideways"]
      : found;
  });

for (const { name, ready, act, ...how } of SCREENS) {
  test(name, async () => {
    const scene = await openScene(stage.browser, stage.site.url, {
      ...how,
      size: PHONE,
      scale: SCREENSHOTS === undefined ? 1 : 2,
    });
    await scene.page.locator(ready).first().waitFor();
    await act?.(scene.page, scene);
    await scene.page.evaluate(AXE);
    for (const [size, label] of /** @type {const} */ ([
      [PHONE, "phone"],
      [DESKTOP, "desktop"],
    ])) {
      await resize(scene.page, size);
      if (SCREENSHOTS !== undefined)
        await scene.page.screenshot({ path: join(SCREENSHOTS, `${name.replaceAll(/[ ,]+/g, "-")}-${label}.png`) });
      assert.deepEqual(await faults(scene.page), [], label);
    }
    await scene.close();
    assert.deepEqual(scene.complaints, []);
  });
}

/** What must be in sight at every table, by the view. @type {Record<string, string[]>} */
const IN_SIGHT = {
  playing: [".badge", ".own-score", ".stock", ".rack", ".seat", ".end-chip", ".held-button", ".felt-tile"],
  notOpen: [".badge", ".own-score", ".own-clock", ".own-hint", ".rack", ".seat", ".held-button"],
  sniff: [".badge", ".stock", ".rack", ".seat", ".end-chip", ".sum-total strong", ".held-button", ".felt-tile", ".act"],
  sniffPick: [
    ".badge",
    ".stock",
    ".seat",
    ".end-chip",
    ".sum-total strong",
    ".sum-spinner",
    ".held-button",
    ".felt-tile",
  ],
  blitz: [".badge", ".stock", ".rack", ".seat", ".end-chip", ".held-button", ".felt-tile", ".act"],
  arranging: [".seat", ".ring", ".place-button", ".place-number", ".acts-row .button"],
  blindTurn: [".badge", ".rack", ".seat", ".end-chip", ".held", ".felt-tile", ".act", ".open-row .tile"],
  strictTurn: [".badge", ".rack", ".seat", ".end-chip", ".held-button", ".felt-tile", ".act", ".act-challenge"],
  seating: [".seating-acts .go", ".title > .icon-button", ".title-end .icon-button"],
  dealOver: [".result .go", ".title > .icon-button", ".title-end .icon-button"],
  matchOver: [".result .go", ".result-row .button", ".title > .icon-button", ".title-end .icon-button"],
};

for (const [view, selectors] of Object.entries(IN_SIGHT)) {
  test(`at 320x568 and lying down nothing of the table is out of sight: ${view}`, async () => {
    const scene = await openScene(stage.browser, stage.site.url, { view, size: PHONE });
    await scene.page.locator(selectors[0]).first().waitFor();
    for (const size of [{ width: 320, height: 568 }, { width: 844, height: 390 }, PHONE, DESKTOP]) {
      await resize(scene.page, size);
      if (SCREENSHOTS !== undefined)
        await scene.page.screenshot({ path: join(SCREENSHOTS, `sight-${view}-${size.width}.png`) });
      const hidden = await scene.page.evaluate(
        (wanted) =>
          wanted.flatMap((selector) => {
            const found = [...document.querySelectorAll(selector)].filter(
              (element) => getComputedStyle(element).display !== "none",
            );
            if (found.length === 0) return [`no ${selector}`];
            return found
              .filter((element) => {
                const box = element.getBoundingClientRect();
                const outside =
                  box.width === 0 ||
                  box.left < -1 ||
                  box.top < -1 ||
                  box.right > innerWidth + 1 ||
                  box.bottom > innerHeight + 1;
                // Nothing lies over a control or a plate, and no box cuts it off: its corners are hit.
                const [x, y] = [Math.min(8, box.width / 2), Math.min(8, box.height / 2)];
                const hits = (/** @type {number} */ left, /** @type {number} */ top) =>
                  element.contains(document.elementFromPoint(left, top));
                const bar = element.closest(".ends")?.getBoundingClientRect();
                if (bar !== undefined && (box.bottom > bar.bottom + 1 || box.right > bar.right + 1)) return true;
                return (
                  outside ||
                  (element.matches(".seat, button:enabled, .badge") &&
                    !element.matches(".held-button") &&
                    !(hits(box.left + x, box.top + y) && hits(box.right - x, box.bottom - y)))
                );
              })
              .map(() => selector);
          }),
        selectors,
      );
      assert.deepEqual(hidden, [], JSON.stringify(size));
    }
    await scene.close();
  });
}
