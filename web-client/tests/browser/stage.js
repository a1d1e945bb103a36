// What a file of browser tests plays on: one browser and what stands behind the page, set up before its tests and taken
// down after them.

import { after, before } from "node:test";
import { launch } from "./launch.js";
import { serveFiles } from "./scene.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {{ url: string, close: () => Promise<void> }} Site */

/** The page of a real server. */
export const liveStage = () => stageOf("server", () => startServer());

/** The page without a server, for scenes; or another site of its files. @param {() => Promise<Site>} [serve] */
export const sceneStage = (serve = serveFiles) => stageOf("site", serve);

/**
 * @template {string} Name
 * @template {Site} Behind
 * @param {Name} name
 * @param {() => Promise<Behind>} start
 * @returns {{ browser: Browser } & Record<Name, Behind>} filled before the first test runs
 */
function stageOf(name, start) {
  const stage = /** @type {{ browser: Browser } & Record<Name, Behind>} */ ({});
  before(async () => {
    const behind = await start();
    Object.assign(stage, { [name]: behind });
    stage.browser = await launch();
  });
  after(async () => {
    await stage.browser?.close();
    await stage[name]?.close();
  });
  return stage;
}
