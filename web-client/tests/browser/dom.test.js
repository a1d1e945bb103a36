// What a render keeps of the page: elements that somebody may be pressing, or reading, stay what they are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene } from "./scene.js";
import { sceneStage } from "./stage.js";

const stage = sceneStage();
const SIZE = { width: 390, height: 844 };

/**
 * Renders one list of words after another into the same parent; the words, and which elements were there before.
 * @param {(string | false)[][]} renders
 */
async function kept(renders) {
  const { page, close } = await openScene(stage.browser, stage.site.url, { size: SIZE });
  const found = await page.evaluate(async (lists) => {
    const { h, render } = await import(/** @type {any} */ ("/src/ui/dom.js"));
    const parent = document.createElement("div");
    /** @type {Map<Element, string>} */
    const first = new Map();
    for (const list of lists) {
      render(parent, ...list.map((word) => word !== false && h("button", null, word)));
      for (const element of parent.children) if (!first.has(element)) first.set(element, element.textContent ?? "");
    }
    return [...parent.children].map((element) => [element.textContent, first.get(element)]);
  }, renders);
  await close();
  return found;
}

test("a button that comes before another does not turn it into itself", async () => {
  assert.deepEqual(
    await kept([
      [false, "settings"],
      ["who", "settings"],
    ]),
    [
      ["who", "who"],
      ["settings", "settings"],
    ],
  );
});

test("a button that goes does not turn the next one into itself", async () => {
  assert.deepEqual(
    await kept([
      ["draw", "pass", "stop"],
      [false, "pass", "stop"],
    ]),
    [
      ["pass", "pass"],
      ["stop", "stop"],
    ],
  );
});

test("what stays in its place is kept, whatever it says", async () => {
  assert.deepEqual(
    await kept([
      ["ready", "lobby"],
      ["again", "lobby"],
    ]),
    [
      ["again", "ready"],
      ["lobby", "lobby"],
    ],
  );
});
