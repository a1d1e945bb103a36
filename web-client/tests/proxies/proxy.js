// Real proxies with the snippets of `packaging`, each a process of its own on a free port of loopback.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOST } from "./certificate.js";

const PACKAGING = new URL("../../../packaging/", import.meta.url);
/** In the snippets, and replaced here as a host would. */
const BONEYARD = "127.0.0.1:8080";
const START_MS = 20_000;
const LOOK_MS = 20;

/** @typedef {"nginx" | "caddy"} Kind */
/**
 * @typedef {object} Setting
 * @property {string} folder for its files
 * @property {number} port
 * @property {string} boneyard address and port of the server behind
 * @property {import("./certificate.js").Certificate} certificate
 * @property {boolean} prefix the snippet for a path of a site, or for a name of its own
 * @property {(snippet: string) => string} [spoil] what a host does wrong
 *
 * @typedef {{ close: () => Promise<void> }} Proxy
 */

/** Why one of them cannot run here; null where both can. @returns {string | null} */
export function missingProxy() {
  const needed = { nginx: "nginx-light", caddy: "caddy", openssl: "openssl" };
  const missing = Object.entries(needed)
    .filter(([program]) => !has(program))
    .map(([, name]) => name);
  return missing.length === 0 ? null : `please install ${missing.join(", ")}`;
}

/** @param {string} program */
function has(program) {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A port that nobody listens on just now. @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });

/** @param {Kind} kind @param {Setting} setting @returns {Promise<Proxy>} */
export async function startProxy(kind, setting) {
  mkdirSync(setting.folder, { recursive: true });
  const { program, words, env } = kind === "nginx" ? nginx(setting) : caddy(setting);
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      said += piece;
    });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once("exit", () => resolve()));
  child.once("error", (error) => {
    said += error;
  });
  const deadline = Date.now() + START_MS;
  while (!(await answers(setting.port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`${program} did not start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return {
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** @param {number} port @returns {Promise<boolean>} */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/**
 * A snippet with a test's own names, as a host puts in theirs.
 * @param {string} path
 * @param {Setting} setting
 * @param {(readonly [string | RegExp, string])[]} names
 */
function snippet(path, { boneyard, spoil = (text) => text }, names) {
  let text = readFileSync(fileURLToPath(new URL(path, PACKAGING)), "utf8");
  for (const [name, own] of [...names, /** @type {const} */ ([BONEYARD, boneyard])]) {
    const changed = text.replaceAll(typeof name === "string" ? name : new RegExp(name, "g"), own);
    if (changed === text) throw new Error(`${path} does not name ${name}`);
    text = changed;
  }
  return spoil(text);
}

/** @param {Setting} setting */
function nginx(setting) {
  const { folder, port, certificate, prefix, spoil = (text) => text } = setting;
  const site = snippet(`nginx/boneyard${prefix ? "-prefix" : ""}.conf`, setting, [
    [/listen 443/, `listen 127.0.0.1:${port}`],
    ...(prefix ? [/** @type {const} */ (["server_name example.org", `server_name ${HOST}`])] : []),
    [/\/etc\/letsencrypt\/\S+\/fullchain\.pem/, certificate.cert],
    [/\/etc\/letsencrypt\/\S+\/privkey\.pem/, certificate.key],
  ]);
  mkdirSync(join(folder, "snippets"), { recursive: true });
  writeFileSync(
    join(folder, "snippets/boneyard-proxy.conf"),
    spoil(readFileSync(fileURLToPath(new URL("nginx/boneyard-proxy.conf", PACKAGING)), "utf8")),
  );
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const conf = join(folder, "nginx.conf");
  // One process, in the foreground, run by the user who started it.
  writeFileSync(
    conf,
    `daemon off;\nmaster_process off;\npid ${join(folder, "pid")};\nerror_log stderr warn;\nevents {}\n` +
      `http {\naccess_log off;\n${places.join("\n")}\n${site}\n}\n`,
  );
  return { program: "nginx", words: ["-p", folder, "-c", conf, "-e", "stderr"], env: {} };
}

/** @param {Setting} setting */
function caddy(setting) {
  const { folder, port, certificate, prefix } = setting;
  const addresses = [HOST, "localhost", "127.0.0.1"].map((host) => `https://${host}:${port}`).join(", ");
  const address = `${addresses} {\n\tbind 127.0.0.1\n\ttls ${certificate.cert} ${certificate.key}\n`;
  const site = snippet(`caddy/Caddyfile${prefix ? ".prefix" : ""}`, setting, [
    [`\n${prefix ? "example.org" : "dominoes.example"} {`, `\n${address}`],
  ]);
  const conf = join(folder, "Caddyfile");
  // It changes nothing outside its folder: no certificate of its own among those that this machine trusts, no port but
  // the one.
  writeFileSync(
    conf,
    "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n" +
      `\tservers {\n\t\tprotocols h1 h2\n\t}\n}\n${site}`,
  );
  return {
    program: "caddy",
    words: ["run", "--adapter", "caddyfile", "--config", conf],
    env: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
  };
}
