// The felt without a server: a position per `?scene=`, the rest by query. For looking at, and for the browser tests.

import { createFelt } from "../../src/ui/felt.js";
import { icon } from "../../src/ui/icons.js";
import { drawHalf, drawTile } from "../../src/ui/tile.js";

/** @typedef {import("../../src/ui/felt.js").FeltView} FeltView */

const query = new URLSearchParams(location.search);
for (const key of ["theme", "tiles", "felt", "motion"]) {
  const value = query.get(key);
  if (value !== null) document.documentElement.dataset[key] = value;
}

/** @param {string} text */
const arm = (text) =>
  text
    .split(" ")
    .filter((tile) => tile !== "")
    .map((tile) => ({ tile }));

/** @type {Record<string, Omit<FeltView, "labels"> & { hand: string[] }>} */
const SCENES = {
  goat: {
    line: {
      lead: { tile: "6-6" },
      arms: { left: arm("6-2 3-2 5-3 5-0 0-0 4-0"), right: arm("6-0 2-0 2-1 1-0 3-0 3-1") },
    },
    picked: { tile: "4-1" },
    legal: ["left", "right"],
    lastLaid: { tile: "4-0" },
    hand: ["4-3", "3-3", "6-4", "6-3", "5-1", "4-1"],
  },
  kecske: {
    line: {
      lead: { tile: "6-6" },
      arms: { left: arm("6-3 5-3 5-4 4-4 6-4 6-1 2-1 2-0 3-0"), right: arm("6-5 5-1 4-1 4-0 5-0 5-2") },
    },
    picked: { tile: "3-2" },
    legal: ["left", "right"],
    lastLaid: { tile: "5-2" },
    hand: ["6-2", "6-0", "3-3", "5-5", "3-2"],
  },
  sniff: {
    line: {
      lead: { tile: "4-4" },
      spinner: "4-4",
      arms: {
        left: arm("4-2 2-2 6-2"),
        right: arm("5-4 5-2 2-0 6-0 6-6"),
        up: arm("4-0 1-0"),
        down: arm("6-4 6-5 5-1 3-1 4-3 4-1 6-1"),
      },
    },
    picked: null,
    legal: [],
    lastLaid: { tile: "1-0" },
    hand: ["5-0", "0-0", "5-5"],
  },
  sniffPicked: {
    line: {
      lead: { tile: "4-4" },
      spinner: "4-4",
      arms: { left: arm("4-2 2-2 6-2"), right: arm("6-4"), up: [], down: arm("4-1") },
    },
    picked: { tile: "6-1" },
    legal: ["left", "right", "down"],
    lastLaid: { tile: "4-1" },
    hand: ["6-1", "0-0", "5-5"],
  },
  lead: { line: null, picked: { tile: "6-6" }, legal: ["lead"], hand: ["6-6", "5-4", "3-0"] },
  wrong: {
    line: { lead: { tile: "6-6" }, arms: { left: arm("6-2"), right: arm("6-0 5-3 5-1") } },
    picked: null,
    legal: [],
    lastLaid: { tile: "5-1" },
    wrong: ["5-3"],
    hand: ["4-4"],
  },
};

const scene = SCENES[query.get("scene") ?? "goat"];
const numerals = query.get("numerals") === "1";
const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const felt = createFelt(at("felt"), {
  onEnd: (end) => {
    document.title = `laid at ${end}`;
  },
  onPlaced: ({ unit, ends }) => {
    document.documentElement.dataset.unit = String(unit);
    at("ends").replaceChildren(
      ...ends.map((end) => {
        const chip = document.createElement("span");
        const arrow = icon(/** @type {const} */ ({ up: "up", down: "dn", left: "left", right: "arrow" })[end.arrow]);
        if (end.number !== null) chip.append(arrow, drawHalf(end.number, { unit: 26, numerals }));
        return chip;
      }),
    );
  },
});

/** @type {FeltView} */
const view = {
  ...scene,
  numerals,
  labels: {
    board: "Line",
    ends: {
      lead: "Lead it",
      left: "Lay it on the left",
      right: "Lay it on the right",
      up: "Lay it above",
      down: "Lay it below",
    },
  },
};
felt.update(view);
Object.assign(window, { felt, view });

const unit = Math.min(54, (innerWidth - 16 - 9 * scene.hand.length) / scene.hand.length);
at("hand").append(
  ...scene.hand.map((tile, place) => {
    const drawn = drawTile(query.get("closed") === "1" ? null : tile, {
      unit,
      numerals,
      face: query.get("closed") === "1" ? "closed" : "open",
    });
    drawn.classList.toggle("picked", tile === scene.picked?.tile);
    drawn.classList.toggle("sunk", scene.picked !== null && place % 2 === 1 && tile !== scene.picked.tile);
    return drawn;
  }),
);
