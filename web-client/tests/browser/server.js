// Starts the real server for a test: loopback unless said otherwise, any free port, a data folder of its own.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BINARY = process.env.BONEYARD_BIN ?? fileURLToPath(new URL("../../../target/debug/boneyard", import.meta.url));
const START_MS = 20_000;

/**
 * @typedef {object} Server
 * @property {string} url
 * @property {() => Promise<void>} stop as a host does
 * @property {() => Promise<void>} kill as a power cut would
 * @property {() => Promise<void>} again on the same port and data
 * @property {string} data the folder
 * @property {() => Promise<number | null>} ended its exit code, once it has ended by itself
 * @property {(command: string, ...words: string[]) => string} tell what another command of the program prints about the
 *   server's data
 * @property {() => Promise<void>} close
 */

/**
 * @param {{ listen?: string, inside?: readonly string[], flags?: readonly string[] }} [how] `inside`: the words that
 *   the command line begins with
 * @returns {Promise<Server>}
 */
export async function startServer({ listen = "127.0.0.1:0", inside = [], flags = [] } = {}) {
  const data = mkdtempSync(join(tmpdir(), "boneyard-page-"));
  let running = await start(data, listen, inside, flags);
  const { url } = running;
  return {
    url,
    data,
    ended: () =>
      new Promise((resolve) => {
        const { child } = running;
        if (child.exitCode !== null) resolve(child.exitCode);
        else child.once("exit", resolve);
      }),
    stop: () => end(running.child, "SIGTERM"),
    kill: () => end(running.child, "SIGKILL"),
    async again() {
      running = await start(data, new URL(url).host, inside, flags);
    },
    tell: (command, ...words) => execFileSync(BINARY, [command, "--data", data, ...words], { encoding: "utf8" }),
    async close() {
      await end(running.child, "SIGKILL");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} data
 * @param {string} listen
 * @param {readonly string[]} inside
 * @param {readonly string[]} flags
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, url: string }>}
 */
function start(data, listen, inside, flags) {
  const [program, ...words] = [...inside, BINARY, "--data", data, "--listen", listen, "--bot-think-ms", "0", ...flags];
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const late = setTimeout(() => reject(new Error(`the server did not start:\n${said}`)), START_MS);
    /** @param {Buffer} piece */
    const hear = (piece) => {
      said += piece;
      const url = /listening on (http:\/\/\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      resolve({ child, url });
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
}

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal @returns {Promise<void>} */
const end = (child, signal) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });
