// The page without a server: its files from disk, its API and its socket played by a scene. For screens that a real
// match reaches seldom.

import { readFileSync } from "node:fs";
import { serve } from "./serve.js";
import { HOST } from "../hosted.js";
import { SHEETS, TABLE, VIEWS } from "./scenes.js";

/** The switches of one game for four, as the server tells them. A live test holds them to it. */
export const SWITCHES = JSON.parse(readFileSync(new URL("switches.json", import.meta.url), "utf8"));

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").BrowserContext} BrowserContext */
/** @typedef {{ width: number, height: number }} Size */

/** @returns {Promise<{ url: string, close: () => Promise<void> }>} */
export const serveFiles = () => serve((path) => (path.startsWith("/api/") ? answer(path) : undefined));

/**
 * One profile for each kind of window: the page's files are fetched once and not for every scene.
 * @type {WeakMap<Browser, Map<string, Promise<BrowserContext>>>}
 */
const profiles = new WeakMap();

/** @param {Browser} browser @param {Size} size @param {number} scale */
function newProfile(browser, size, scale) {
  const phone = size.width < 600;
  return browser.newContext({
    viewport: size,
    deviceScaleFactor: scale,
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: "reduce",
  });
}

/** @param {Browser} browser @param {Size} size @param {number} scale */
function profile(browser, size, scale) {
  const known = profiles.get(browser) ?? new Map();
  profiles.set(browser, known);
  const key = JSON.stringify([size, scale]);
  if (!known.has(key)) known.set(key, newProfile(browser, size, scale));
  return /** @type {Promise<BrowserContext>} */ (known.get(key));
}

/**
 * Opens the page in a scene.
 * @param {Browser} browser
 * @param {string} url
 * @param {object} how
 * @param {string} [how.view] one of {@link VIEWS}; the lobby without
 * @param {string} [how.hash] what follows the site's address: a fragment, or `host`
 * @param {string} [how.refused] the code with which a hello is refused
 * @param {Size} how.size
 * @param {Record<string, unknown>} [how.settings]
 * @param {number} [how.scale]
 * @param {string} [how.lost] a file whose requests fail
 * @param {number} [how.times] so often, and then no more
 * @param {(message: any, send: (said: object) => void) => void} [how.onAct] the server's part when the page acts or
 *   wishes
 */
export async function openScene(
  browser,
  url,
  {
    view,
    onAct,
    refused,
    hash = view === undefined ? "#/" : `#/table/${TABLE}`,
    size,
    settings = {},
    scale = 1,
    lost,
    times = 1,
  },
) {
  // What is lost must not be there already, so it has a profile of its own.
  const own = lost === undefined ? null : await newProfile(browser, size, scale);
  const page = await (own ?? (await profile(browser, size, scale))).newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.addInitScript((chosen) => localStorage.setItem("boneyard.settings", JSON.stringify(chosen)), settings);
  if (lost !== undefined) await page.route(`**/${lost}`, (route) => route.abort("connectionreset"), { times });
  /** @type {import("playwright-core").WebSocketRoute | null} */
  let line = null;
  let seq = 41;
  await page.routeWebSocket("**/ws", (socket) => {
    line = socket;
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (WISHES.has(message.type)) onAct?.(message, (said) => socket.send(JSON.stringify(said)));
      else if (message.type === "hello" && refused !== undefined)
        socket.send(JSON.stringify({ type: "refused", code: refused }));
      else reply(socket, message, view);
    });
  });
  await page.goto(`${url}/${hash}`);
  /** Another position at the same table. @param {any} position */
  const show = (position) => {
    seq += 1;
    line?.send(JSON.stringify({ type: "snapshot", table: TABLE, seq, view: position }));
  };
  /** Anything else that the server says. @param {object} message */
  const say = (message) => line?.send(JSON.stringify(message));
  return { page, complaints, show, say, close: () => (own ?? page).close() };
}

/** What a scene's own server part answers. */
const WISHES = new Set(["act", "absence", "auto_pass", "create", "transfer"]);

/** @param {string} path */
function answer(path) {
  if (path.startsWith("/api/admin/")) return HOST[/** @type {keyof typeof HOST} */ (path.slice(11))];
  if (path === "/api/sheets") return SHEETS.map(({ summary }) => summary);
  const sheet = SHEETS.find(({ summary }) => path === `/api/sheets/${summary.id}`);
  return sheet === undefined ? {} : { ...sheet.page, switches: SWITCHES };
}

/** @param {import("playwright-core").WebSocketRoute} socket @param {any} message @param {string | undefined} view */
function reply(socket, message, view) {
  const send = (/** @type {object} */ said) => socket.send(JSON.stringify(said));
  const seats =
    view === undefined ? [] : [{ table: TABLE, code: "ABCD2345WXYZ", seat: 0, sheet: "kozel", waiting: true }];
  if (message.type === "hello") {
    send({
      type: "welcome",
      version: 1,
      server: "0.1.0",
      token: "t",
      player: { id: "0198c1de-7b4e-4000-8000-0000000000b1", name: "Quiet Heron", kind: "person" },
      limits: { silence_ms: 45000, name_chars: 24, seats: 8 },
      seats,
    });
  } else if (message.type === "resume" && view !== undefined)
    send({ type: "snapshot", table: TABLE, seq: 41, view: VIEWS[view] });
  else if (message.type === "lobby") send({ type: "lobby", tables: VIEWS.lobby });
}
