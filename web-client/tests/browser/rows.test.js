// Rows by keys and by drag, and what the page knows of them afterwards: nothing. The server's part is played by the
// scene.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GAMES } from "./games.js";
import { openScene } from "./scene.js";
import { TABLE } from "./scenes.js";
import { sceneStage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

const DESKTOP = { width: 1440, height: 900 };
const ROW = GAMES.arranging.game.hands[0].tiles;
/** Everything that a page could keep of a tile: its text, its names, its attributes. */
const LEFT_OF_ROW = (/** @type {string[]} */ tiles) =>
  tiles.filter((tile) => document.documentElement.outerHTML.includes(tile));

const stage = sceneStage();

/** A table at which my row is taken as it is sent. @param {{ size?: { width: number, height: number } }} [how] */
async function arrangingScene({ size = DESKTOP } = {}) {
  /** @type {any[]} */
  const acts = [];
  const scene = await openScene(stage.browser, stage.site.url, {
    view: "arranging",
    size,
    onAct: (message, send) => {
      acts.push(message);
      send({ type: "ack", id: message.id, table: TABLE, seq: 42 });
      send({ type: "events", table: TABLE, seq: 42, facts: [{ type: "arranged", seat: 0 }], now: GAMES.arranged.now });
    },
  });
  await scene.page.locator(".places").waitFor();
  return { ...scene, acts };
}

/**
 * Waits until the row begins so: what a key changes is drawn with the next frame.
 * @param {Page} page
 * @param {string[]} tiles
 */
const rowBegins = (page, tiles) =>
  page.waitForFunction(
    (wanted) => {
      const row = [...document.querySelectorAll(".place-button")].map((tile) => tile.getAttribute("data-tile"));
      return row.slice(0, wanted.length).join() === wanted.join();
    },
    tiles,
    { timeout: 10_000 },
  );
/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-tile"));

test("arrows walk the row, Shift takes the tile along, Enter lifts it, F closes it, the page forgets it", async () => {
  const { page, acts, complaints, close } = await arrangingScene();
  await page.keyboard.press("a");
  assert.equal(await focused(page), "5-3");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(page), "6-2");
  await page.keyboard.press("Shift+ArrowRight");
  await rowBegins(page, ["5-3", "4-4", "6-2"]);
  assert.equal(await focused(page), "6-2", "the focus goes with the tile");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  assert.equal(await focused(page), "5-1");
  await rowBegins(page, ["6-2", "5-3", "4-4", "6-0", "2-1", "3-3", "5-1"]);
  assert.match((await page.locator("#live").textContent()) ?? "", /6-2 at place 1 of 7/);
  await page.keyboard.press("f");
  await page.locator(".row-closed").waitFor();
  const [{ id: _, ...act }] = acts;
  assert.deepEqual(act, { type: "act", table: TABLE, entry: 1, action: "arrange 6-2 5-3 4-4 6-0 2-1 3-3 5-1" });
  assert.equal(await page.locator(".held-closed").count(), 7);
  await page.locator("#live").evaluate((live) => live.replaceChildren());
  assert.deepEqual(await page.evaluate(LEFT_OF_ROW, ROW), []);
  assert.deepEqual(complaints, []);
  await close();
});

for (const [label, size] of /** @type {const} */ ([
  ["mouse", DESKTOP],
  ["a phone's width", { width: 390, height: 844 }],
])) {
  test(`a tile is dragged to another place, ${label}`, async () => {
    const { page, complaints, close } = await arrangingScene({ size });
    const box = async (/** @type {number} */ at) => {
      const found = await page.locator(".place-button").nth(at).boundingBox();
      assert.ok(found !== null);
      return { x: found.x + found.width / 2, y: found.y + found.height / 2 };
    };
    const [from, to] = [await box(0), await box(4)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y - 10, { steps: 3 });
    await page.locator(".place-gap").waitFor();
    assert.equal(await page.locator(".carried .tile").count(), 1);
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.waitForFunction(
      () => document.querySelectorAll(".place-button")[4]?.getAttribute("data-tile") === "5-3",
    );
    await page.mouse.up();
    await page.locator(".place-gap").waitFor({ state: "detached" });
    await rowBegins(page, ["6-2", "4-4", "6-0", "2-1", "5-3", "3-3", "5-1"]);
    assert.equal(await page.locator(".place-lifted, .carried").count(), 0, "a drag is no tap");
    assert.deepEqual(complaints, []);
    await close();
  });
}

test("a misfit is seen for a moment, then closed; its tile stays nowhere", async () => {
  const { now } = GAMES.blindTurn;
  const scene = await openScene(stage.browser, stage.site.url, {
    view: "blindTurn",
    size: DESKTOP,
    onAct: (message, send) => {
      send({ type: "ack", id: message.id, table: TABLE, seq: 42 });
      send({
        type: "events",
        table: TABLE,
        seq: 42,
        facts: [{ type: "misfit", seat: 0, tile: "5-5" }],
        now: { ...now, seat: 1, legal: undefined },
      });
    },
  });
  const { page, complaints, close } = scene;
  await page.locator(".held-next").waitFor();
  await page.keyboard.press("u");
  await page.locator(".held-misfit").waitFor();
  assert.match((await page.locator("#live").textContent()) ?? "", /5-5 does not fit/);
  await page.locator(".held-misfit").waitFor({ state: "detached" });
  await page.waitForFunction(() => !document.documentElement.outerHTML.includes("5-5"), undefined, { timeout: 10_000 });
  assert.match((await page.locator(".log li").last().textContent()) ?? "", /You turn up a tile that does not fit/);
  assert.deepEqual(complaints, []);
  await close();
});

for (const [label, size] of /** @type {const} */ ([
  ["by a click", DESKTOP],
  ["by a tap", { width: 390, height: 844 }],
])) {
  test(`a named tile is led from a closed row by its name, ${label}`, async () => {
    /** @type {any[]} */
    const acts = [];
    const scene = await openScene(stage.browser, stage.site.url, {
      view: "blindLead",
      size,
      onAct: (message) => acts.push(message),
    });
    const { page, complaints, close } = scene;
    await page.getByRole("button", { name: "Lead with 0-0" }).click();
    await page.locator("[data-act=lead]:disabled").waitFor();
    assert.deepEqual(
      acts.map(({ action }) => action),
      ["lead 0-0"],
    );
    assert.deepEqual(complaints, []);
    await close();
  });
}

test("a named tile is led from a closed row by a key", async () => {
  /** @type {any[]} */
  const acts = [];
  const scene = await openScene(stage.browser, stage.site.url, {
    view: "blindLead",
    size: DESKTOP,
    onAct: (message) => acts.push(message),
  });
  const { page, complaints, close } = scene;
  await page.locator("[data-act=lead]").waitFor();
  await page.keyboard.press("1");
  await page.locator("[data-act=lead]:disabled").waitFor();
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["lead 0-0"],
  );
  assert.deepEqual(complaints, []);
  await close();
});

test("what is turned up is picked: a key lays it at the end", async () => {
  /** @type {any[]} */
  const acts = [];
  const scene = await openScene(stage.browser, stage.site.url, {
    view: "blindTurned",
    size: DESKTOP,
    onAct: (message) => acts.push(message),
  });
  const { page, complaints, close } = scene;
  await page.locator(".felt-ghost").first().waitFor();
  assert.equal(await page.locator(".felt-ghost").count(), 2);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.querySelector(".felt-ghost") === null);
  assert.equal(acts[0]?.action, "play 3-1 right");
  assert.deepEqual(complaints, []);
  await close();
});

test("a tile from the hand is dragged to an end; let go elsewhere it goes back", async () => {
  /** @type {any[]} */
  const acts = [];
  const scene = await openScene(stage.browser, stage.site.url, {
    view: "playing",
    size: DESKTOP,
    onAct: (message) => acts.push(message),
  });
  const { page, complaints, close } = scene;
  const middle = async (/** @type {string} */ selector) => {
    const box = await page.locator(selector).first().boundingBox();
    assert.ok(box !== null);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const tile = await middle('[data-tile="4-1"]');
  for (const laid of [false, true]) {
    await page.mouse.move(tile.x, tile.y);
    await page.mouse.down();
    await page.mouse.move(tile.x, tile.y - 40, { steps: 4 });
    await page.locator(".felt-ghost").first().waitFor();
    const to = laid ? await middle('.felt-ghost[data-end="left"]') : { x: 300, y: 600 };
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await page.locator(".felt-ghost").first().waitFor({ state: "detached" });
    assert.equal(await page.locator(".carried").count(), 0);
    assert.deepEqual(
      acts.map(({ action }) => action),
      laid ? ["play 4-1 left"] : [],
    );
  }
  assert.deepEqual(complaints, []);
  await close();
});

test("L lays a double lengthwise, and the wish goes beside the action", async () => {
  /** @type {any[]} */
  const acts = [];
  const scene = await openScene(stage.browser, stage.site.url, {
    view: "fives",
    size: DESKTOP,
    onAct: (message) => acts.push(message),
  });
  const { page, close } = scene;
  await page.locator(".badge").waitFor();
  await page.keyboard.press("1");
  const across = await page.locator(".felt-ghost-tile").boundingBox();
  await page.keyboard.press("l");
  await page.locator('.act-lengthwise[aria-pressed="true"]').waitFor();
  const along = await page.locator(".felt-ghost-tile").boundingBox();
  assert.ok(across !== null && along !== null);
  assert.notEqual(across.height > across.width, along.height > along.width, "it lies the other way");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".felt-ghost") === null);
  const [{ id: _, ...act }] = acts;
  assert.deepEqual(act, { type: "act", table: TABLE, turn: 8, action: "play 4-4 left", lengthwise: true });
  await close();
});

test("a false pass is asked about, and so is a call", async () => {
  /** @type {any[]} */
  const acts = [];
  const scene = await openScene(stage.browser, stage.site.url, {
    view: "strictTurn",
    size: DESKTOP,
    onAct: (message, send) => {
      acts.push(message);
      send({ type: "ack", id: message.id, table: TABLE, seq: 41 });
    },
  });
  const { page, close } = scene;
  await page.locator(".badge").waitFor();
  await page.keyboard.press("x");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(acts.length, 0);
  await page.keyboard.press("v");
  await page.locator("dialog .bad").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual([acts[0].action, acts[0].entry, acts[0].turn], ["challenge", 1, undefined]);
  await close();
});
