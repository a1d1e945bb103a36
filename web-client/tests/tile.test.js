// What a tile's drawing says, read from a document that only remembers.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { drawHalf, drawTile } from "../src/ui/tile.js";
import { icon, ICON_NAMES } from "../src/ui/icons.js";

/** Enough of an element to be drawn into. */
class Remembered {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {Remembered[]} */
    this.children = [];
    this.textContent = "";
  }

  /** @param {string} key @param {string} value */
  setAttribute(key, value) {
    this.attributes[key] = value;
  }

  /** @param {...Remembered} children */
  append(...children) {
    this.children.push(...children);
  }
}

before(() => {
  const body = new Remembered("body");
  Object.assign(globalThis, {
    document: {
      body,
      createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new Remembered(name),
      getElementById: () => (body.children.length > 0 ? body.children[0] : null),
    },
  });
});

/** @param {SVGElement} drawn */
const remembered = (drawn) => /** @type {Remembered} */ (/** @type {unknown} */ (drawn));

/** @param {SVGElement} drawn @param {string} name */
const parts = (drawn, name) => remembered(drawn).children.filter((part) => part.attributes.class === name);

/** @param {SVGElement} drawn */
const pipPlaces = (drawn) =>
  parts(drawn, "tile-pip").map(({ attributes }) => [Number(attributes.cx), Number(attributes.cy)]);

test("a tile is one by two, upright or lying", () => {
  const size = (/** @type {SVGElement} */ drawn) => [
    remembered(drawn).attributes.width,
    remembered(drawn).attributes.height,
  ];
  assert.deepEqual(size(drawTile("6-4", { unit: 30 })), ["30", "60"]);
  assert.deepEqual(size(drawTile("6-4", { unit: 30, lying: "left" })), ["60", "30"]);
});

test("every tile shows its pips, high half where it lies", () => {
  for (let high = 0; high <= 6; high += 1) {
    for (let low = 0; low <= high; low += 1) {
      const tile = `${high}-${low}`;
      for (const [lying, inHigh] of /** @type {const} */ ([
        ["up", (/** @type {number[]} */ [, y]) => y < 100],
        ["down", (/** @type {number[]} */ [, y]) => y > 100],
        ["left", (/** @type {number[]} */ [x]) => x < 100],
        ["right", (/** @type {number[]} */ [x]) => x > 100],
      ])) {
        const places = pipPlaces(drawTile(tile, { unit: 40, lying }));
        assert.equal(places.filter(inHigh).length, high, `${tile} lying ${lying}`);
        assert.equal(places.length, high + low, `${tile} lying ${lying}`);
      }
    }
  }
});

test("a six is two rows of three along the tile", () => {
  const upright = pipPlaces(drawTile("6-0", { unit: 40 }));
  assert.equal(new Set(upright.map(([x]) => x)).size, 2);
  assert.equal(new Set(upright.map(([, y]) => y)).size, 3);
  const lying = pipPlaces(drawTile("6-0", { unit: 40, lying: "left" }));
  assert.equal(new Set(lying.map(([x]) => x)).size, 3);
});

test("crescents only where they can be seen", () => {
  assert.equal(parts(drawTile("6-4", { unit: 15 }), "tile-pip-light").length, 10);
  assert.equal(parts(drawTile("6-4", { unit: 14 }), "tile-pip-light").length, 0);
});

test("numerals are one figure per half, and no pips", () => {
  const drawn = drawTile("6-0", { unit: 40, numerals: true, lying: "right" });
  const [left, right] = parts(drawn, "tile-figure").map(({ attributes }) => attributes.d);
  assert.equal(parts(drawn, "tile-pip").length, 0);
  assert.equal(left, parts(drawHalf(0, { unit: 30, numerals: true }), "tile-figure")[0].attributes.d);
  assert.equal(right, parts(drawHalf(6, { unit: 30, numerals: true }), "tile-figure")[0].attributes.d);
});

test("the pin is on the spinner alone", () => {
  assert.equal(parts(drawTile("4-4", { unit: 40 }), "tile-pin").length, 0);
  assert.equal(parts(drawTile("4-4", { unit: 40, pin: true }), "tile-pin").length, 1);
});

test("all backs are the same drawing, whatever lies behind", () => {
  const back = JSON.stringify(drawTile(null, { unit: 40, face: "closed" }));
  for (const tile of ["6-6", "0-0", "5-3"])
    assert.equal(JSON.stringify(drawTile(tile, { unit: 40, face: "closed", pin: true })), back);
  assert.equal(parts(drawTile(null, { unit: 12, face: "closed" }), "tile-frame").length, 0);
});

test("light falls from above whatever the lying: sides and shadows lie below", () => {
  for (const lying of /** @type {const} */ (["up", "right", "down", "left"])) {
    const drawn = drawTile("5-2", { unit: 40, lying });
    for (const name of ["tile-shadow-far", "tile-shadow-near", "tile-side-low", "tile-side"]) {
      assert.ok(Number(parts(drawn, name)[0].attributes.y) > 0, `${name} lying ${lying}`);
    }
    assert.equal(remembered(drawn).attributes.transform, undefined);
  }
});

test("every icon is a stroke of its own", () => {
  for (const name of ICON_NAMES) assert.match(remembered(icon(name)).children[0].attributes.d, /^M/);
  assert.ok(ICON_NAMES.length >= 43);
});
