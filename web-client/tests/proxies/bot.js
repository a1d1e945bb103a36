// The example bot of the Rust client, as a process of its own over wss.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BINARY =
  process.env.BONEYARD_BOT ?? fileURLToPath(new URL("../../../target/debug/examples/bot", import.meta.url));

/**
 * @typedef {object} Bot
 * @property {() => string} said
 * @property {() => Promise<void>} close
 */

/**
 * Sends it to a table.
 * @param {{ link: string, socket: string, trust: string, name?: string }} how `trust`: the certificate that it takes
 *   for genuine
 * @returns {Bot}
 */
export function sendBot({ link, socket, trust, name = "Rusty" }) {
  if (!existsSync(BINARY)) throw new Error(`${BINARY} is not there: cargo build -p boneyard-client --example bot`);
  const folder = mkdtempSync(join(tmpdir(), "boneyard-bot-"));
  const child = spawn(BINARY, [socket, link, "--name", name, "--token", join(folder, "token")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SSL_CERT_FILE: trust },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      said += piece;
    });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) =>
    child.once("exit", (code) => {
      said += `(ended with ${code})`;
      resolve();
    }),
  );
  return {
    said: () => said,
    async close() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
