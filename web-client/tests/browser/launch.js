// Starts the system's Chromium for a test.

import { chromium } from "playwright-core";

/** Flags that keep it off the network and inside a container. */
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--font-render-hinting=none",
  // A page that a test hands out itself has no address of its own, so its socket to loopback would count as a way from outside in.
  "--disable-features=LocalNetworkAccessChecks",
];

export const launch = () => chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", headless: true, args: FLAGS });
