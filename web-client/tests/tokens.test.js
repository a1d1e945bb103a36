// Computes the contrast of every pair of the colour table from styles/tokens.css and styles/contrast.css: text at least
// 4.5, marks and tile edges at least 3.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = ["tokens", "contrast"]
  .map((name) => readFileSync(new URL(`../styles/${name}.css`, import.meta.url), "utf8"))
  .join("\n")
  .replace(/\/\*[\s\S]*?\*\//g, "");

/** The declarations of the first rule with this selector. @param {string} selector @returns {Map<string, string>} */
function rule(selector) {
  const at = css.indexOf(`${selector} {`);
  assert.ok(at >= 0, `${selector} has a rule`);
  const body = css.slice(css.indexOf("{", at) + 1, css.indexOf("}", at));
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value.trim()]));
}

/** @typedef {[number, number, number, number]} Colour red, green, blue 0..255, alpha 0..1 */

/** @param {string} text @returns {Colour} */
function colour(text) {
  if (text === "transparent") return [0, 0, 0, 0];
  if (text.startsWith("#"))
    return /** @type {Colour} */ ([...[1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)), 1]);
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)%\)$/.exec(text);
  assert.ok(rgb !== null, `${text} is a colour`);
  return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4]) / 100];
}

/** @param {Colour} top @param {Colour} under @returns {Colour} */
const over = ([r, g, b, alpha], under) => {
  const mix = [r, g, b].map((channel, at) => channel * alpha + under[at] * (1 - alpha));
  return [mix[0], mix[1], mix[2], 1];
};

/** @param {Colour} of */
function luminance(of) {
  const [r, g, b] = of.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {Colour} a @param {Colour} b */
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** The tokens as one theme sees them. @param {"light" | "dark" | "contrast"} theme @param {string[]} [chosen] */
function themed(theme, chosen = []) {
  const all = new Map(rule(":root"));
  for (const selector of chosen) for (const [name, value] of rule(selector)) all.set(name, value);
  if (theme === "contrast") for (const [name, value] of rule(':root[data-theme="contrast"]')) all.set(name, value);
  /** @param {string} name @returns {Colour} */
  const of = (name) => {
    const value = all.get(`--${name}`);
    assert.ok(value !== undefined, `--${name} is set`);
    const pair = /^light-dark\((.+?\)?), (.+)\)$/.exec(value);
    const mine = pair === null ? value : theme === "light" ? pair[1] : pair[2];
    const other = /^var\(--([\w-]+)\)$/.exec(mine);
    return other === null ? colour(mine) : of(other[1]);
  };
  return of;
}

const TEXT = 4.5;
const MARK = 3;

/** @type {[string, string, number][]} ink, ground, least */
const PAIRS = [
  ["ink", "page", TEXT],
  ["ink", "surf", TEXT],
  ["ink", "sunk", TEXT],
  ["ink-2", "page", TEXT],
  ["ink-2", "surf", TEXT],
  ["ink-3", "page", TEXT],
  ["ink-3", "surf", TEXT],
  ["go-text", "go", TEXT],
  ["go", "page", MARK],
  ["go", "surf", MARK],
  ["brass", "surf", TEXT],
  ["bad", "surf", TEXT],
  ["ok", "surf", TEXT],
  ["lit-text", "lit", TEXT],
  ["felt-ink", "felt-centre", TEXT],
  ["felt-ink", "felt-rim", TEXT],
  ["felt-ink-2", "felt-centre", TEXT],
  ["felt-ink-2", "felt-rim", TEXT],
  ["lit", "felt-centre", MARK],
  ["lit", "felt-rim", MARK],
  ["laid-last", "felt-centre", MARK],
  ["wrong", "felt-centre", MARK],
  ["back-edge", "felt-centre", MARK],
];

for (const theme of /** @type {const} */ (["light", "dark", "contrast"])) {
  test(`the pairs of the ${theme} theme`, () => {
    const of = themed(theme);
    for (const [ink, ground, least] of PAIRS) {
      const found = contrast(of(ink), of(ground));
      assert.ok(found >= least, `${ink} on ${ground} is ${found.toFixed(2)}, at least ${least}`);
    }
    const plate = over(of("plate"), of("felt-centre"));
    assert.ok(contrast(of("felt-ink"), plate) >= TEXT && contrast(of("felt-ink-2"), plate) >= TEXT, "text on a plate");
  });
}

for (const felt of ["green", "slate", "wine", "oak"]) {
  for (const set of ["bone", "walnut", "plain"]) {
    test(`${set} tiles on ${felt}`, () => {
      const chosen = [`:root[data-tiles="${set}"]`, ...(felt === "green" ? [] : [`:root[data-felt="${felt}"]`])];
      for (const theme of /** @type {const} */ (["light", "dark"])) {
        const of = themed(theme, chosen);
        for (const ground of ["felt-centre", "felt-rim"]) {
          const felted = of(ground);
          const edge = Math.max(
            contrast(over(of("tile-edge"), of("tile-face-top")), felted),
            contrast(of("tile-face-top"), felted),
          );
          assert.ok(edge >= MARK, `tile edge on ${ground} (${theme}) is ${edge.toFixed(2)}`);
        }
        for (const face of ["tile-face-top", "tile-face-bottom"]) {
          assert.ok(contrast(of("tile-pip"), of(face)) >= TEXT, `pips on ${face}`);
        }
        assert.ok(contrast(of("felt-ink-2"), of("felt-centre")) >= TEXT, "second ink");
        assert.ok(contrast(of("lit"), of("felt-centre")) >= MARK, "lit");
      }
    });
  }
}

test("the system's wish for contrast gives the same tokens as the choice", () => {
  assert.deepEqual([...rule(":root:not([data-theme])")], [...rule(':root[data-theme="contrast"]')]);
});

test("the same times are off by the system's wish and by the page's switch", () => {
  const times = [...rule(":root")].filter(([name]) => name.endsWith("-time")).map(([name]) => name);
  assert.deepEqual([...rule(':root[data-motion="off"]').keys()], times);
});
