// An absent player, and what one wishes at a table: by mouse, touch and keys, in words of what it means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene } from "./scene.js";
import { TABLE, VIEWS } from "./scenes.js";
import { sceneStage } from "./stage.js";

const stage = sceneStage();
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/**
 * A scene that remembers what the page wishes, and does it.
 * @param {object} how
 * @param {string} [how.view]
 * @param {{ width: number, height: number }} [how.size]
 */
async function scene({ view = "absence", size = DESKTOP }) {
  /** @type {any[]} */
  const wishes = [];
  const opened = await openScene(stage.browser, stage.site.url, {
    view: view === "lobby" ? undefined : view,
    size,
    onAct: (message, send) => {
      wishes.push(message);
      send({ type: "ack", id: message.id, ...(message.type === "create" ? {} : { table: TABLE }) });
    },
  });
  const wished = async (/** @type {number} */ n) => {
    for (const deadline = Date.now() + 5000; wishes.length < n; ) {
      assert.ok(Date.now() < deadline, JSON.stringify(wishes));
      await opened.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    return wishes.map(({ id: _, ...wish }) => wish);
  };
  return { ...opened, wished };
}

/** @param {string} choice */
const about = (choice) => ({ type: "absence", table: TABLE, turn: 60, choice });

test("with the countdown it is said what each choice means, and a click makes it", async () => {
  const { page, wished, complaints, close } = await scene({});
  await page.locator(".absence-acts").waitFor();
  const said = (await page.locator(".absence").innerText()).replaceAll(/\s+/g, " ");
  for (const words of [
    "Clara is away",
    "At zero a bot plays.",
    "For ending it: Boris",
    "another 60 s",
    "until the return",
    "no result, if all agree",
  ])
    assert.ok(said.includes(words), said);
  assert.match(await page.locator(".absence-clock").innerText(), /0:1[567]/);
  await page.locator('[data-choice="wait"]').click();
  await page.locator('[data-choice="end"]').click();
  assert.deepEqual(await wished(2), [about("wait"), about("end")]);
  assert.deepEqual(complaints, []);
  await close();
});

test("a tap makes it, too, and letters do", async () => {
  const phone = await scene({ size: PHONE });
  await phone.page.locator('[data-choice="bot"]').tap();
  assert.deepEqual(await phone.wished(1), [about("bot")]);
  await phone.close();

  const { page, wished, show, close } = await scene({});
  await page.locator(".absence-acts").waitFor();
  for (const key of ["w", "b", "n"]) await page.keyboard.press(key);
  assert.deepEqual(await wished(3), [about("wait"), about("bot"), about("end")]);
  // A partner may only want the end; and where nothing is to choose the letters choose nothing.
  show({ ...VIEWS.absence, now: { ...VIEWS.absence.now, absence: { seat: 2, choices: ["end"] } } });
  await page.waitForFunction(() => document.querySelectorAll("[data-choice]").length === 1);
  await page.keyboard.press("b");
  show(VIEWS.waiting);
  await page.waitForFunction(() => document.querySelector(".absence") === null);
  await page.keyboard.press("n");
  assert.equal((await wished(3)).length, 3);
  await close();
});

test("a switch at the table lets the server pass for me, and a strict table has none", async () => {
  const { page, wished, show, close } = await scene({ view: "playing" });
  await page.locator(".badge").waitFor();
  await page.locator(".title-end .icon-button").last().click();
  const toggle = page.locator('dialog [name="auto-pass"]');
  assert.equal(await toggle.isChecked(), false);
  await toggle.click();
  assert.deepEqual(await wished(1), [{ type: "auto_pass", table: TABLE, on: true }]);
  show(VIEWS.absence);
  await page.waitForFunction(
    () => /** @type {HTMLInputElement} */ (document.querySelector('dialog [name="auto-pass"]')).checked,
  );
  show(VIEWS.strictTurn);
  await page.waitForFunction(() => document.querySelector('dialog [name="auto-pass"]') === null);
  await close();
});

test("a new table says before it is opened what absence means, and takes another tempo and end", async () => {
  const { page, wished, close } = await scene({ view: "lobby" });
  await page.locator(".games .game").first().waitFor();
  await page.locator(".ways .go:visible").click();
  const means = page.locator(".new-absence");
  assert.match(await means.innerText(), /120 s .* 20 s .* wait 60 s more/);
  await page.locator(".new-more summary").click();
  assert.equal(await page.locator("#new-tempo").inputValue(), "even");
  await page.locator("#new-absence").selectOption("bot");
  await page.locator("#new-tempo").selectOption("plain");
  await page.waitForFunction(() => document.querySelector(".new-absence")?.textContent?.includes("Then a bot plays"));
  await page.locator("dialog [type=submit]").click();
  const [{ table }] = await wished(1);
  assert.deepEqual([table.absence_end, table.tempo], ["bot", "plain"]);
  await close();
});

test("before a match the card says it with the table's numbers", async () => {
  const { page, close } = await scene({ view: "seating" });
  assert.match(await page.locator(".seating-absence").innerText(), /120 s .* 20 s/);
  await close();
});
