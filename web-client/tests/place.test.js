// The laws of the layout over random deals: nothing overlaps, touching halves are equal, everything lies inside the
// felt, tiles stay large enough, nothing moves at a pick. DEALS sets the deals per game and box (some 2,000 per box
// unless set; DEALS=10000 is the full run); FELT_SIZES=1 prints the sizes per box.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ghostAt, place } from "../src/layout/place.js";
import { halves, JOINT, LADDER_PX, SHADE } from "../src/layout/units.js";
import { randomLines } from "./deals.js";

/** @typedef {import("../src/layout/place.js").PlacedTile} PlacedTile */
/** @typedef {import("../src/layout/place.js").PlacedEnd} PlacedEnd */
/** @typedef {import("../src/layout/place.js").Placement} Placement */
/** @typedef {import("../src/layout/units.js").Rect} Rect */
/** @typedef {import("./deals.js").LineOptions} LineOptions */

const DEALS = Number(process.env.DEALS ?? 334);

/** The felt's free box in each window, and the least unit in it for two and four ends. */
const BOXES = [
  { window: "320x568", width: 320, height: 190, two: 16, four: 12 },
  { window: "390x844", width: 390, height: 392, two: 26, four: 20 },
  { window: "390x844, eight seats", width: 390, height: 346, two: 24, four: 18 },
  { window: "844x390", width: 600, height: 230, two: 22, four: 18 },
  { window: "768x1024", width: 768, height: 560, two: 41, four: 32 },
  { window: "1440x900", width: 768, height: 456, two: 35, four: 30 },
];

/** @type {{ name: string, ends: "two" | "four", options: LineOptions }[]} */
const GAMES = [
  { name: "two ends, four seats", ends: "two", options: { seats: 4 } },
  { name: "two ends, two seats that draw", ends: "two", options: { seats: 2 } },
  { name: "two ends, doubles along", ends: "two", options: { seats: 3, along: true } },
  { name: "two ends, strict with wrong tiles", ends: "two", options: { seats: 4, wrong: 0.08 } },
  { name: "four ends, two seats that draw", ends: "four", options: { seats: 2, spinner: true } },
  { name: "four ends, four seats", ends: "four", options: { seats: 4, spinner: true } },
];

const near = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b) < 1e-6;

/** @param {Rect} a @param {Rect} b */
const overlap = (a, b) =>
  a.x < b.x + b.w - 1e-6 && b.x < a.x + a.w - 1e-6 && a.y < b.y + b.h - 1e-6 && b.y < a.y + a.h - 1e-6;

/**
 * The part of a tile that carries a number: a half, or the whole of a double.
 * @param {PlacedTile} tile
 * @param {number} number
 * @returns {Rect | null}
 */
function partWith(tile, number) {
  const { high, low, double } = halves(tile.tile);
  if (double) return high === number ? tile : null;
  if (number !== high && number !== low) return null;
  const first = tile.lying === "up" || tile.lying === "left" ? high : low;
  const at = number === first ? 0 : 1;
  return tile.w > tile.h ? { x: tile.x + at, y: tile.y, w: 1, h: 1 } : { x: tile.x, y: tile.y + at, w: 1, h: 1 };
}

/** @param {Rect} a @param {Rect} b whether they face each other across a joint */
function touch(a, b) {
  const gapX = Math.max(a.x, b.x) - Math.min(a.x + a.w, b.x + b.w);
  const gapY = Math.max(a.y, b.y) - Math.min(a.y + a.h, b.y + b.h);
  return (near(gapX, JOINT) && gapY <= -1 + 1e-6) || (near(gapY, JOINT) && gapX <= -1 + 1e-6);
}

/**
 * Consecutive tiles of each arm, from the middle outwards.
 * @param {Placement} placement
 * @returns {[PlacedTile, PlacedTile][]}
 */
function joins({ tiles }) {
  const middle = tiles.findIndex(({ arm }) => arm === "lead");
  const arms = [
    tiles.slice(0, middle).reverse(),
    ...["right", "up", "down"].map((name) => tiles.filter(({ arm }) => arm === name)),
  ];
  return arms.flatMap((arm) =>
    arm.map((tile, at) => /** @type {[PlacedTile, PlacedTile]} */ ([at === 0 ? tiles[middle] : arm[at - 1], tile])),
  );
}

/**
 * The first law that a placement breaks, or null. Words are only built for a broken one: millions hold.
 * @param {Placement} placement
 * @returns {string | null}
 */
function brokenLaw(placement) {
  const { tiles, ends, unit } = placement;
  if (!placement.fits) return "it does not fit";
  if (!LADDER_PX.includes(unit)) return `${unit} is no size of the ladder`;
  for (const box of [...tiles, ...ends.flatMap((end) => [end.plain, end.double])]) {
    if (!inside(box, placement)) return `${JSON.stringify(box)} is not inside the felt`;
  }
  for (let a = 0; a < tiles.length; a += 1) {
    for (let b = a + 1; b < tiles.length; b += 1) {
      if (overlap(tiles[a], tiles[b])) return `${tiles[a].tile} and ${tiles[b].tile} overlap`;
    }
    for (const end of ends) {
      if (overlap(tiles[a], end.plain) || overlap(tiles[a], end.double))
        return `${tiles[a].tile} lies where ${end.end} goes on`;
    }
  }
  for (const one of ends) {
    for (const other of ends) {
      if (one.end < other.end && ghostsOverlap(one, other)) return `the ghosts of ${one.end} and ${other.end} overlap`;
    }
  }
  const torn = joins(placement).find(([before, after]) => !joined(before, after));
  return torn === undefined ? null : `${torn[0].tile} and ${torn[1].tile} do not touch with equal halves`;
}

/** @param {Rect} box @param {Placement} placement */
function inside(box, { unit, camera, width, height }) {
  const x = camera.x + box.x * unit,
    y = camera.y + box.y * unit;
  return x >= 0 && y >= 0 && x + box.w * unit <= width && y + (box.h + SHADE) * unit <= height;
}

/**
 * The same tile is picked for both ends: plain with plain, double with double.
 * @param {PlacedEnd} one
 * @param {PlacedEnd} other
 */
const ghostsOverlap = (one, other) => overlap(one.plain, other.plain) || overlap(one.double, other.double);

/** @param {PlacedTile} before @param {PlacedTile} after */
function joined(before, after) {
  if (after.wrong) return touch(before, after);
  const { high, low } = halves(after.tile);
  return [high, low].some((number) => {
    const a = partWith(before, number),
      b = partWith(after, number);
    return a !== null && b !== null && touch(a, b);
  });
}

/**
 * Some positions of a deal: enough to see every stage over many deals, always the last.
 * @param {number} length
 * @param {number} seed
 */
const stages = (length, seed) => [...new Set([seed % length, (seed * 7 + 3) % length, length - 1])];

for (const { name, ends, options } of GAMES) {
  for (const box of BOXES) {
    test(`${name} in ${box.window}`, () => {
      /** @type {number[]} */
      const units = [];
      for (let seed = 1; seed <= DEALS; seed += 1) {
        const lines = randomLines(seed, options);
        for (const at of stages(lines.length, seed)) {
          const placement = place(lines[at], box);
          const broken = brokenLaw(placement);
          if (broken !== null) assert.fail(`seed ${seed}, tile ${at + 1}: ${broken}`);
          if (at === lines.length - 1) units.push(placement.unit);
        }
      }
      units.sort((a, b) => a - b);
      if (process.env.FELT_SIZES)
        console.log(`${name}, ${box.window}: smallest ${units[0]}, median ${units[units.length >> 1]}`);
      assert.ok(units[0] >= box[ends], `smallest unit ${units[0]}, at least ${box[ends]} is owed`);
    });
  }
}

test("a tile lies where its ghost was, and no other tile moves, while the size stays", () => {
  let moves = 0,
    steps = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const lines = randomLines(seed, { seats: 4 });
    /** @type {Placement | null} */
    let before = null;
    for (const line of lines) {
      /** @type {Placement} */
      const now = place(line, { width: 390, height: 392 }, { keep: before });
      const same =
        before !== null && before.unit === now.unit && JSON.stringify(before.shape) === JSON.stringify(now.shape);
      steps += 1;
      if (before !== null && same) checkGrowth(before, now);
      else moves += 1;
      before = now;
    }
  }
  assert.ok(moves / steps < 0.45, `the drawing changes in ${moves} of ${steps} steps`);
});

/** @param {Placement} before @param {Placement} now */
function checkGrowth(before, now) {
  const old = new Map(before.tiles.map((tile) => [tile.tile, tile]));
  for (const tile of now.tiles) {
    const was = old.get(tile.tile);
    if (was !== undefined) {
      assert.ok(near(was.x, tile.x) && near(was.y, tile.y), `${tile.tile} stays`);
      continue;
    }
    const end = before.ends.find(({ end: name }) => name === tile.arm);
    assert.ok(end !== undefined, "the new tile was laid at an end");
    const ghost = ghostAt(end, tile.tile);
    assert.ok(
      near(ghost.x, tile.x) && near(ghost.y, tile.y) && ghost.lying === tile.lying,
      `${tile.tile} lies where its ghost was`,
    );
  }
}

test("the first tile lies in the middle, a double across, a plain one with its high half to the left", () => {
  const box = { width: 400, height: 300 };
  const empty = place(null, box);
  assert.deepEqual(
    empty.ends.map(({ end }) => end),
    ["lead"],
  );
  assert.equal(ghostAt(empty.ends[0], "6-4").lying, "left");
  const plain = place({ lead: { tile: "6-4" }, arms: {} }, box);
  assert.equal(plain.tiles[0].lying, "left");
  assert.deepEqual(
    plain.ends.map(({ end, number }) => [end, number]),
    [
      ["left", 6],
      ["right", 4],
    ],
  );
  assert.deepEqual(plain.camera, { x: 200, y: 150 });
  assert.equal(place({ lead: { tile: "5-5" }, arms: {} }, box).tiles[0].lying, "up");
  assert.equal(place({ lead: { tile: "5-5", along: true }, arms: {} }, box).tiles[0].lying, "right");
});

test("a spinner laid later becomes the middle, and the tiles before it turn round", () => {
  const line = {
    lead: { tile: "6-4" },
    spinner: "1-1",
    arms: {
      left: [{ tile: "6-2" }],
      right: [{ tile: "4-1" }, { tile: "1-1" }, { tile: "3-1" }],
      up: [{ tile: "1-0" }],
      down: [],
    },
  };
  const { tiles, ends } = place(line, { width: 768, height: 456 });
  assert.deepEqual(
    tiles.map(({ tile }) => tile),
    ["6-2", "6-4", "4-1", "1-1", "3-1", "1-0"],
  );
  assert.deepEqual(
    ends.map(({ end, number }) => [end, number]),
    [
      ["left", 2],
      ["right", 3],
      ["up", 0],
      ["down", 1],
    ],
  );
  assert.equal(tiles.filter(({ spinner }) => spinner).length, 1);
});

test("at a wrong tile the low half touches", () => {
  const { tiles, ends } = place(
    { lead: { tile: "6-4" }, arms: { right: [{ tile: "5-3" }] } },
    { width: 768, height: 456 },
  );
  assert.equal(tiles[1].wrong, true);
  assert.equal(tiles[1].lying, "right");
  assert.equal(ends[1].number, 5);
});

test("arrows show where an arm grows: up and down once a line of two ends has turned", () => {
  const arms = { right: ["4-1", "3-1", "3-2", "2-0", "5-0"].map((tile) => ({ tile })) };
  const [left, right] = place({ lead: { tile: "6-4" }, arms }, { width: 390, height: 392 }).ends;
  assert.equal(left.arrow, "left");
  assert.equal(right.arrow, "down");
});

test("a box too small for anything still gives a drawing, and says so", () => {
  const lines = randomLines(5, { seats: 2 });
  const placement = place(lines[lines.length - 1], { width: 90, height: 60 });
  assert.equal(placement.fits, false);
  assert.equal(placement.unit, 12);
});
