// Draws the line of play: tiles keyed by name under one camera, ghosts where the picked tile may go. It knows where
// things lie, not what is legal.

import { ghostAt, place } from "../layout/place.js";
import { drawGhost, positionGhost } from "./ghost.js";
import { drawTile, svg } from "./tile.js";

/** @typedef {import("../layout/chain.js").Line} Line */
/** @typedef {import("../layout/place.js").Placement} Placement */
/** @typedef {import("../layout/place.js").PlacedTile} PlacedTile */
/** @typedef {import("../layout/units.js").EndName | "lead"} FeltEnd */

/**
 * @typedef {object} FeltLabels
 * @property {string} board "Line, 14 tiles, ends 4 and 1"
 * @property {(tile: string) => string} [tile] a tile's name for screen readers; its plain name unless given
 * @property {Partial<Record<FeltEnd, string>>} [ends] "Lay 4-1 on the left, making 1"
 *
 * @typedef {object} FeltView
 * @property {Line | null} line null while nothing lies
 * @property {{ tile: string, along?: boolean } | null} picked the tile in hand that was picked
 * @property {FeltEnd[]} legal the ends where the picked tile may go, as the server listed them
 * @property {{ tile: string, from?: { x: number, y: number } } | null} [lastLaid] keeps an outline; `from` is where it
 *   comes from, in client pixels
 * @property {string[]} [wrong] tiles found to be wrong
 * @property {boolean} [numerals]
 * @property {boolean} [reducedMotion] the page's own switch; the system's wish is followed anyway
 * @property {FeltLabels} labels
 *
 * @typedef {object} FeltIntents
 * @property {(end: FeltEnd) => void} onEnd a ghost was chosen
 * @property {(placement: Placement) => void} [onPlaced] after each lay-out, so that the ends bar can show where each
 *   arm grows
 *
 * @typedef {object} Felt
 * @property {(view: FeltView) => Placement} update
 * @property {(clientX: number, clientY: number) => FeltEnd | null} endAt the ghost under a dragged tile
 * @property {() => void} destroy
 */

/** Tiles are drawn at this size inside the camera group and scaled from there. */
const BASE_PX = 64;
/** Below this size the crescents of the pips are left out. */
const SMALL_PX = 15;

/** @param {string} name @param {string} className */
function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

/**
 * @param {HTMLElement} root its content box (the box less its padding) is the room for the line; it gets the class
 *   `felt`
 * @param {FeltIntents} intents
 * @returns {Felt}
 */
export function createFelt(root, intents) {
  const board = element("div", "felt-board");
  const camera = element("ul", "felt-line");
  const ghosts = element("div", "felt-ghosts");
  board.setAttribute("role", "group");
  camera.setAttribute("role", "list");
  board.append(camera, ghosts);
  root.classList.add("felt");
  root.append(board);

  /** @type {Map<string, HTMLElement>} */
  const laid = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {FeltView | null} */
  let view = null;
  /** @type {Placement | null} */
  let placement = null;
  /** The tile that had the outline, so that each slides in once. @type {string | null} */
  let last = null;
  /** The line drawn before. @type {Line | null} */
  let drawn = null;

  /** @param {{ still: boolean }} how `still`: without transitions */
  function draw({ still }) {
    if (view === null) return;
    const box = { width: board.clientWidth, height: board.clientHeight };
    const sameDeal = goesOn(drawn, view.line);
    drawn = view.line;
    placement = place(view.line, box, { keep: sameDeal ? placement : null });
    board.classList.toggle("felt-still", still || !sameDeal || view.reducedMotion === true);
    board.classList.toggle("felt-small", placement.unit < SMALL_PX);
    moveCamera(camera, placement);
    drawTiles(camera, laid, placement, view);
    drawGhosts(ghosts, buttons, placement, view, intents);
    board.setAttribute("aria-label", view.labels.board);
    intents.onPlaced?.(placement);
  }

  const watcher = new ResizeObserver(() => draw({ still: true }));
  watcher.observe(board);

  return {
    update(next) {
      const first = view === null;
      view = next;
      draw({ still: first });
      if (placement === null) throw new Error("draw places a view that is set");
      const fresh = next.lastLaid ?? null;
      if (fresh?.from !== undefined && fresh.tile !== last && next.reducedMotion !== true) {
        slideIn(laid.get(fresh.tile), fresh.from, camera, placement);
      }
      last = fresh?.tile ?? null;
      return placement;
    },
    endAt(clientX, clientY) {
      for (const [end, button] of buttons) {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        if (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom)
          return /** @type {FeltEnd} */ (end);
      }
      return null;
    },
    destroy() {
      watcher.disconnect();
      board.remove();
    },
  };
}

/** @param {Line} line */
const length = ({ arms }) => Object.values(arms).reduce((sum, arm) => sum + arm.length, 1);

/**
 * Whether a line is another grown by some tiles, or with its last taken back.
 * @param {Line | null} before
 * @param {Line | null} now
 */
const goesOn = (before, now) =>
  before !== null && now !== null && before.lead.tile === now.lead.tile && length(now) >= length(before) - 1;

/** @param {HTMLElement} camera @param {Placement} placement */
function moveCamera(camera, { unit, camera: at }) {
  const scale = unit / BASE_PX;
  camera.style.transform = `translate(${at.x}px, ${at.y}px) scale(${scale})`;
  // One screen pixel in the group's own pixels: outlines keep their width at every scale.
  camera.style.setProperty("--felt-px", `${1 / scale}px`);
}

/**
 * Adds, moves and removes tiles; one that lies is never rebuilt unless its picture changes.
 * @param {HTMLElement} camera
 * @param {Map<string, HTMLElement>} laid
 * @param {Placement} placement
 * @param {FeltView} view
 */
function drawTiles(camera, laid, placement, view) {
  const present = new Set(placement.tiles.map(({ tile }) => tile));
  for (const [tile, item] of laid) {
    if (present.has(tile)) continue;
    item.remove();
    laid.delete(tile);
  }
  /** @type {Element | null} */
  let before = camera.firstElementChild;
  for (const tile of placement.tiles) {
    const item = laid.get(tile.tile) ?? newTile(tile, view);
    laid.set(tile.tile, item);
    if (item !== before) camera.insertBefore(item, before);
    else before = before.nextElementSibling;
    paintTile(item, tile, view);
  }
}

/** @param {PlacedTile} tile @param {FeltView} view */
function newTile({ tile }, view) {
  const item = element("li", "felt-tile");
  const name = element("span", "felt-name");
  name.textContent = view.labels.tile?.(tile) ?? tile;
  item.append(name);
  return item;
}

/** @param {HTMLElement} item @param {PlacedTile} tile @param {FeltView} view */
function paintTile(item, tile, view) {
  const { x, y, w, h, lying } = tile;
  const picture = [lying, tile.spinner, view.numerals === true].join();
  if (item.dataset.picture !== picture) {
    item.dataset.picture = picture;
    item.querySelector("svg")?.remove();
    item.append(drawTile(tile.tile, { unit: BASE_PX, lying, pin: tile.spinner, numerals: view.numerals === true }));
  }
  item.style.width = `${w * BASE_PX}px`;
  item.style.height = `${h * BASE_PX}px`;
  item.style.transform = `translate(${x * BASE_PX}px, ${y * BASE_PX}px)`;
  // Lower edges later, so that a tile's side covers what lies above it and never what lies below.
  item.style.zIndex = String(Math.round((y + h) * 100) + 10_000);
  item.classList.toggle("felt-last", view.lastLaid?.tile === tile.tile);
  markWrong(item, tile, { wrong: view.wrong?.includes(tile.tile) === true });
}

/**
 * A brick outline and a cross at the joint.
 * @param {HTMLElement} item
 * @param {PlacedTile} tile
 * @param {{ wrong: boolean }} how
 */
function markWrong(item, { x, y, joint }, { wrong }) {
  item.classList.toggle("felt-wrong", wrong);
  const old = /** @type {SVGElement | null} */ (item.querySelector(".felt-cross"));
  if (!wrong) return old?.remove();
  const cross =
    old ??
    svg("svg", { class: "felt-cross", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, [
      svg("path", { d: "M-6 -6L6 6M6 -6L-6 6" }),
    ]);
  // The tile may lie another way now than when it was marked.
  cross.style.left = `${(joint.x - x) * BASE_PX}px`;
  cross.style.top = `${(joint.y - y) * BASE_PX}px`;
  if (old === null) item.append(cross);
}

/**
 * @param {HTMLElement} layer
 * @param {Map<string, HTMLButtonElement>} buttons
 * @param {Placement} placement
 * @param {FeltView} view
 * @param {FeltIntents} intents
 */
function drawGhosts(layer, buttons, placement, view, intents) {
  const { picked } = view;
  const shown = picked === null ? [] : placement.ends.filter(({ end }) => view.legal.includes(end));
  const names = new Set(shown.map(({ end }) => end));
  for (const [end, button] of buttons) {
    if (names.has(/** @type {FeltEnd} */ (end))) continue;
    button.remove();
    buttons.delete(end);
  }
  if (picked === null) return;
  for (const end of shown) {
    let button = buttons.get(end.end);
    if (button === undefined) {
      button = /** @type {HTMLButtonElement} */ (element("button", "felt-ghost"));
      button.type = "button";
      button.dataset.end = end.end;
      button.addEventListener("click", () => intents.onEnd(end.end));
      buttons.set(end.end, button);
      layer.append(button);
    }
    const box = ghostAt(end, picked.tile, picked);
    const arrow = end.end === "lead" ? null : end.arrow;
    drawGhost(button, { tile: picked.tile, box, unit: placement.unit, arrow, numerals: view.numerals === true });
    positionGhost(button, box, placement);
    button.setAttribute("aria-label", view.labels.ends?.[end.end] ?? picked.tile);
  }
}

/**
 * A tile comes from where it was played, usually its seat's plate.
 * @param {HTMLElement | undefined} item
 * @param {{ x: number, y: number }} from client pixels
 * @param {HTMLElement} camera
 * @param {Placement} placement
 */
function slideIn(item, from, camera, { unit, camera: at }) {
  const time = item === undefined ? 0 : parseFloat(getComputedStyle(item).getPropertyValue("--lay-time"));
  if (item === undefined || !(time > 0)) return;
  const origin = camera.parentElement?.getBoundingClientRect();
  if (origin === undefined) return;
  const scale = BASE_PX / unit;
  const x = (from.x - origin.left - at.x) * scale - item.offsetWidth / 2;
  const y = (from.y - origin.top - at.y) * scale - item.offsetHeight / 2;
  item.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, opacity: 0.4 },
      { transform: item.style.transform, opacity: 1 },
    ],
    { duration: time, easing: "ease-out" },
  );
}
