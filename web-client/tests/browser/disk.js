// The page from disk in place of the one embedded in the server: with PAGE_FROM_DISK=1 a change can be tried without
// building the server anew.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { POLICY } from "./serve.js";

const ROOT = new URL("../../", import.meta.url);
/** @type {Record<string, string>} */
const KINDS = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
};

/** @param {import("playwright-core").BrowserContext} context @param {string} url */
export async function pageFromDisk(context, url) {
  await context.route(
    (asked) => asked.href.startsWith(`${url}/a/`) || asked.href === `${url}/` || asked.href === `${url}/host`,
    async (route) => {
      const path = new URL(route.request().url()).pathname
        .replace(/^\/a\/[^/]+\//, "")
        .replace(/^\/(host)?$/, "index.html");
      const body = await readFile(fileURLToPath(new URL(path, ROOT)));
      await route.fulfill({
        body,
        contentType: KINDS[path.split(".").pop() ?? ""],
        headers: { "content-security-policy": POLICY },
      });
    },
  );
}
