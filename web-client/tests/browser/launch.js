// Starts the system's Chromium for a test.

import { chromium } from "playwright-core";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Flags that keep it off the network and inside a container. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  // A page that a test hands out itself has no address of its own, so its socket to loopback would count as a way from
  // outside in.
  "--disable-features=LocalNetworkAccessChecks",
];

/** @param {string} [executablePath] @param {readonly string[]} [flags] further ones */
export const launch = (executablePath = CHROMIUM, flags = []) =>
  chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
