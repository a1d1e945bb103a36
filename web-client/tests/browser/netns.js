// Network namespaces with addresses that are not loopback: there a page on plain http is no secure context, as in a
// living room's LAN. One alone, or two machines on a cable. Linux, root and iproute2; nothing of it is seen outside,
// and it is gone afterwards.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Only this namespace knows it, so that runs beside each other do not meet. */
export const ADDRESS = "10.77.0.1";

/** The second machine's, where there are two. */
export const GUEST_ADDRESS = "10.77.0.3";

/** Comes and goes when the network changes. */
const OTHER_ADDRESS = "10.77.0.2/24";
/** The two ends of the cable. */
const LINKS = ["eth0", "eth1"];

/** Why there can be no namespace here; null where there can. @returns {string | null} */
export function cannotIsolate() {
  if (process.platform !== "linux") return "a network namespace needs Linux";
  if (process.getuid?.() !== 0) return "a network namespace needs root";
  try {
    execFileSync("ip", ["-V"], { stdio: "ignore" });
    return null;
  } catch {
    return "the program `ip` is missing (package iproute2)";
  }
}

/** A link that is up by then will never be, ms. */
const UP_WITHIN = 5000;

/**
 * @typedef {object} Namespace
 * @property {string} name
 * @property {readonly string[]} inside the words that a command line inside begins with
 * @property {() => void} change as when a phone joins another network: a browser inside gives up all that it is
 *   fetching
 * @property {(program: string) => string} wrap a program that runs another inside, with its arguments and open files
 * @property {() => void} remove
 */

/** @param {...string} words */
const ip = (...words) => execFileSync("ip", words, { stdio: ["ignore", "pipe", "pipe"] });

/** @returns {Namespace} */
export function createNamespace() {
  const made = empty("alone");
  return built([made], () => {
    // Both ends of the cable stay inside: all that is wanted is a link that is up and an address on it.
    ip("-n", made.name, "link", "add", "eth0", "type", "veth", "peer", "name", "eth1");
    ip("-n", made.name, "addr", "add", `${ADDRESS}/24`, "dev", "eth0");
    bringUp(made.name, LINKS);
    return made;
  });
}

/**
 * Two machines, each at its end of a cable: {@link ADDRESS} and {@link GUEST_ADDRESS}.
 * @returns {{ host: Namespace, guest: Namespace }}
 */
export function createPair() {
  const host = empty("host");
  const guest = built([host], () => empty("guest"));
  return built([host, guest], () => {
    ip("-n", host.name, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", guest.name);
    ip("-n", host.name, "addr", "add", `${ADDRESS}/24`, "dev", "eth0");
    ip("-n", guest.name, "addr", "add", `${GUEST_ADDRESS}/24`, "dev", "eth0");
    // A veth is up only when both of its ends are.
    for (const { name } of [host, guest]) setUp(name, ["eth0"]);
    for (const { name } of [host, guest]) waitUntilUp(name, ["eth0"]);
    return { host, guest };
  });
}

/**
 * Builds on namespaces, or leaves nothing of them.
 * @template T
 * @param {Namespace[]} made
 * @param {() => T} build
 * @returns {T}
 */
function built(made, build) {
  try {
    return build();
  } catch (error) {
    for (const { remove } of made) remove();
    throw error;
  }
}

/** @param {string} name @param {readonly string[]} links */
function setUp(name, links) {
  // Without this the kernel gives each link an address of its own, of IPv6, about two seconds later: to a browser that
  // is another network, and it drops what it is fetching just then.
  for (const link of links) ip("-n", name, "link", "set", link, "addrgenmode", "none");
  for (const link of links) ip("-n", name, "link", "set", link, "up");
}

/** @param {string} name @param {readonly string[]} links */
function bringUp(name, links) {
  setUp(name, links);
  waitUntilUp(name, links);
}

/** A namespace with nothing but loopback. @param {string} role @returns {Namespace} */
function empty(role) {
  const name = `boneyard-${role}-${process.pid}-${Date.now().toString(36)}`;
  const folder = mkdtempSync(join(tmpdir(), "boneyard-netns-"));
  const inside = ["ip", "netns", "exec", name];
  const remove = () => {
    ip("netns", "delete", name);
    rmSync(folder, { recursive: true, force: true });
  };
  ip("netns", "add", name);
  built([/** @type {any} */ ({ remove })], () => ip("-n", name, "link", "set", "lo", "up"));
  return {
    name,
    inside,
    change() {
      for (const word of ["add", "delete"]) ip("-n", name, "addr", word, OTHER_ADDRESS, "dev", "eth0");
    },
    wrap(program) {
      const path = join(folder, "inside");
      writeFileSync(path, `#!/bin/sh\nexec ${inside.join(" ")} '${program}' "$@"\n`, { mode: 0o755 });
      return path;
    },
    remove,
  };
}

/** @param {string} name @param {readonly string[]} wanted */
function waitUntilUp(name, wanted) {
  const deadline = Date.now() + UP_WITHIN;
  for (;;) {
    const links = JSON.parse(String(ip("-n", name, "-json", "address", "show")));
    if (wanted.every((one) => links.some((/** @type {any} */ link) => link.ifname === one && link.operstate === "UP")))
      return;
    if (Date.now() > deadline) throw new Error(`the links of the namespace do not come up: ${JSON.stringify(links)}`);
  }
}
