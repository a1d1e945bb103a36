// A network namespace with an address that is not loopback: there a page on plain http is no secure context, as in a living room's LAN. Linux,
// root and iproute2; nothing of it is seen outside, and it is gone afterwards.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Only this namespace knows it, so that runs beside each other do not meet. */
export const ADDRESS = "10.77.0.1";

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

/**
 * @typedef {object} Namespace
 * @property {readonly string[]} inside the words that a command line inside begins with
 * @property {(program: string) => string} wrap a program that runs another inside, with its arguments and open files
 * @property {() => void} remove
 */

/** @returns {Namespace} */
export function createNamespace() {
  const name = `boneyard-${process.pid}-${Date.now().toString(36)}`;
  const folder = mkdtempSync(join(tmpdir(), "boneyard-netns-"));
  const inside = ["ip", "netns", "exec", name];
  const ip = (/** @type {string[]} */ ...words) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] });
  const remove = () => {
    ip("netns", "delete", name);
    rmSync(folder, { recursive: true, force: true });
  };
  ip("netns", "add", name);
  try {
    ip("-n", name, "link", "set", "lo", "up");
    // Both ends of the cable stay inside: all that is wanted is a link that is up and an address on it.
    ip("-n", name, "link", "add", "eth0", "type", "veth", "peer", "name", "eth1");
    ip("-n", name, "addr", "add", `${ADDRESS}/24`, "dev", "eth0");
    for (const link of ["eth0", "eth1"]) ip("-n", name, "link", "set", link, "up");
  } catch (error) {
    remove();
    throw error;
  }
  return {
    inside,
    wrap(program) {
      const path = join(folder, "inside");
      writeFileSync(path, `#!/bin/sh\nexec ${inside.join(" ")} '${program}' "$@"\n`, { mode: 0o755 });
      return path;
    },
    remove,
  };
}
