// The page without a server: its files from disk, its API and its socket played by a scene. For screens that a real match reaches seldom.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "./serve.js";
import { SHEETS, TABLE, VIEWS } from "./scenes.js";

const HTML = readFileSync(fileURLToPath(new URL("../../index.html", import.meta.url)), "utf8").replaceAll("/a/BUILD/", "/");

/** @returns {Promise<{ url: string, close: () => Promise<void> }>} */
export const serveFiles = serve;

/**
 * Opens the page in a scene.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {object} how
 * @param {string} [how.view] one of {@link VIEWS}; the lobby without
 * @param {string} [how.hash]
 * @param {{ width: number, height: number }} how.size
 * @param {Record<string, unknown>} [how.settings]
 * @param {number} [how.scale]
 * @param {string} [how.lost] a file whose requests fail
 * @param {number} [how.times] so often, and then no more
 * @param {(message: any, send: (said: object) => void) => void} [how.onAct] the server's part when the page acts
 */
export async function openScene(browser, url, { view, onAct, hash = view === undefined ? "#/" : `#/table/${TABLE}`, size, settings = {}, scale = 1, lost, times = 1 }) {
  const phone = size.width < 600;
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: scale, hasTouch: phone, isMobile: phone, reducedMotion: "reduce" });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.addInitScript((chosen) => localStorage.setItem("boneyard.settings", JSON.stringify(chosen)), settings);
  await page.route(`${url}/`, (route) => route.fulfill({ contentType: "text/html", body: HTML }));
  await page.route("**/api/**", (route) => route.fulfill({ json: answer(new URL(route.request().url()).pathname) }));
  if (lost !== undefined) await page.route(`**/${lost}`, (route) => route.abort("connectionreset"), { times });
  await page.routeWebSocket("**/ws", (socket) => socket.onMessage((text) => {
    const message = JSON.parse(String(text));
    if (message.type === "act") onAct?.(message, (said) => socket.send(JSON.stringify(said)));
    else reply(socket, message, view);
  }));
  await page.goto(`${url}/${hash}`);
  return { page, complaints, close: () => context.close() };
}

/** @param {string} path */
function answer(path) {
  if (path === "/api/sheets") return SHEETS.map(({ summary }) => summary);
  const sheet = SHEETS.find(({ summary }) => path === `/api/sheets/${summary.id}`);
  return sheet === undefined ? {} : sheet.page;
}

/** @param {import("playwright-core").WebSocketRoute} socket @param {any} message @param {string | undefined} view */
function reply(socket, message, view) {
  const send = (/** @type {object} */ said) => socket.send(JSON.stringify(said));
  const seats = view === undefined ? [] : [{ table: TABLE, code: "ABCD2345WXYZ", seat: 0, sheet: "kozel", waiting: true }];
  if (message.type === "hello") {
    send({ type: "welcome", version: 1, server: "0.1.0", token: "t", player: { id: "0198c1de-7b4e-4000-8000-0000000000b1", name: "Quiet Heron", kind: "person" },
      limits: { silence_ms: 45000, name_chars: 24, seats: 8 }, seats });
  } else if (message.type === "resume" && view !== undefined) send({ type: "snapshot", table: TABLE, seq: 41, view: VIEWS[view] });
  else if (message.type === "lobby") send({ type: "lobby", tables: VIEWS.lobby });
}
