// A server behind proxies with TLS, and what can be asked of it through them.

import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { launch } from "../browser/launch.js";
import { startServer } from "../browser/server.js";
import { HOST, makeCertificate } from "./certificate.js";
import { freePort, missingProxy, startProxy } from "./proxy.js";

/** @typedef {import("./proxy.js").Kind} Kind */
/** @typedef {{ kind: Kind, prefix: boolean, spoil?: (snippet: string) => string }} Way */
/**
 * @typedef {object} Entrance
 * @property {string} url the page's address in a browser, with a slash at its end
 * @property {string} socket for programs, which know no names but this machine's
 * @property {(path: string, how?: { from?: string, headers?: Record<string, string> }) => Promise<Answer>} get below
 *   the page's address; `from`: the client's own address
 *
 * @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, body: string, pieces: { at: number,
 *   text: string }[] }} Answer `pieces`: what came when, ms
 *
 * @typedef {{ entrances: Entrance[], certificate: import("./certificate.js").Certificate, server:
 *   import("../browser/server.js").Server, close: () => Promise<void> }} Site
 */

const PREFIX = "dominoes/";

/** The flags of a browser that finds the name on this machine and takes the certificate for genuine. */
const BROWSER_FLAGS = [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`, "--ignore-certificate-errors"];

/**
 * A site and a browser for all tests of a file: there before the first of them, gone after the last.
 * @param {Way[]} ways @returns {{ readonly site: Site, readonly browser: import("playwright-core").Browser }}
 */
export function siteForTests(ways) {
  /** @type {Site | undefined} */
  let site;
  /** @type {import("playwright-core").Browser | undefined} */
  let browser;
  before(async () => {
    const missing = missingProxy();
    if (missing !== null) throw new Error(missing);
    site = await openSite(ways);
    browser = await launch(undefined, BROWSER_FLAGS);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  return {
    get site() {
      return there(site);
    },
    get browser() {
      return there(browser);
    },
  };
}

/** @template T @param {T | undefined} thing @returns {T} */
function there(thing) {
  if (thing === undefined) throw new Error("there is none outside a test");
  return thing;
}

/** One server behind so many proxies, which it trusts. @param {Way[]} ways @returns {Promise<Site>} */
async function openSite(ways) {
  const folder = mkdtempSync(join(tmpdir(), "boneyard-proxies-"));
  /** @type {(() => void | Promise<void>)[]} */
  const undo = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const certificate = makeCertificate(folder);
    const entrances = [];
    for (const way of ways) entrances.push({ way, port: await freePort() });
    const urls = entrances.map(({ way, port }) => `https://${HOST}:${port}/${way.prefix ? PREFIX : ""}`);
    const server = await startServer({
      flags: ["--trusted-proxy", "127.0.0.1", ...urls.flatMap((url) => ["--public-url", url])],
    });
    undo.push(() => server.close());
    for (const [at, { way, port }] of entrances.entries()) {
      const proxy = await startProxy(way.kind, {
        ...way,
        port,
        certificate,
        folder: join(folder, String(at)),
        boneyard: new URL(server.url).host,
      });
      undo.push(() => proxy.close());
    }
    return { entrances: urls.map(entrance), certificate, server, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {string} url @returns {Entrance} */
function entrance(url) {
  const { port, pathname } = new URL(url);
  return {
    url,
    socket: `wss://localhost:${port}${pathname}ws`,
    get: (path, how) => get(`https://127.0.0.1:${port}${pathname}${path}`, `${HOST}:${port}`, how),
  };
}

/**
 * @param {string} url
 * @param {string} host
 * @param {{ from?: string, headers?: Record<string, string> }} [how]
 * @returns {Promise<Answer>}
 */
const get = (url, host, { from = "127.0.0.1", headers = {} } = {}) =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(
      url,
      { localAddress: from, rejectUnauthorized: false, servername: HOST, agent: false, headers: { host, ...headers } },
      (answer) => {
        /** @type {Answer["pieces"]} */
        const pieces = [];
        answer.on("data", (piece) => pieces.push({ at: performance.now() - began, text: String(piece) }));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: pieces.map(({ text }) => text).join(""),
            pieces,
          }),
        );
      },
    );
    asked.on("error", reject);
    asked.end();
  });
