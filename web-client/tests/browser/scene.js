// The page without a server: its files from disk, its socket played by a scene. For the look of states that a real match reaches seldom.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** @type {Record<string, string>} */
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" };
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

/**
 * @param {Record<string, unknown>} api answers by path
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(api) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname.replace(/^\/a\/BUILD\//, "/");
    if (api[path] !== undefined) return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(api[path]));
    try {
      const body = await readFile(join(ROOT, normalize(path === "/" ? "index.html" : path)));
      return response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "text/html", "content-security-policy": CSP }).end(body);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
