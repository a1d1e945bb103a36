// A tiny static server of the client's folder for browser tests: loopback, any free port, the page's own security
// headers. The page itself is at "/" and "/host", its files are kept by the browser as those of a build are.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const page = async () => (await readFile(join(ROOT, "index.html"), "utf8")).replaceAll('"a/BUILD/', '"');

/**
 * @param {(path: string) => unknown} [answer] what the API says; undefined for a path that is none of its own
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(answer = () => undefined) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const said = answer(path);
    if (said !== undefined) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
      return;
    }
    try {
      const isPage = path === "/" || path === "/host";
      const { body, kept } = isPage
        ? { body: await page(), kept: "no-cache" }
        : { body: await readFile(join(ROOT, path)), kept: "max-age=3600" };
      response.writeHead(200, {
        "content-type": TYPES[isPage ? ".html" : extname(path)] ?? "application/octet-stream",
        "content-security-policy": POLICY,
        "cache-control": kept,
      });
      response.end(body);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
