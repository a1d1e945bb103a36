// Sounds made here, no files: short, quiet, none before the first touch.

/** Peak of every sound: -12 dBFS. */
const PEAK = 0.25;

/**
 * @typedef {"lay" | "draw" | "pass" | "turn" | "tick" | "turnUp" | "points" | "referee" | "out" | "block" | "join" |
 *   "leave"} SoundName
 */
/** @typedef {{ wave?: OscillatorType, hz: number, at: number, ms: number, level?: number }} Note */

/** @type {Readonly<Record<SoundName, Note[]>>} */
const NOTES = Object.freeze({
  lay: [
    { hz: 1200, at: 0, ms: 30 },
    { hz: 2100, at: 0, ms: 30, level: 0.5 },
  ],
  draw: [
    { hz: 520, at: 0, ms: 40, level: 0.5 },
    { hz: 480, at: 90, ms: 40, level: 0.5 },
  ],
  pass: [
    { hz: 180, at: 0, ms: 60 },
    { hz: 180, at: 120, ms: 60 },
  ],
  turn: [
    { hz: 660, at: 0, ms: 110, level: 0.8 },
    { hz: 880, at: 110, ms: 140, level: 0.8 },
  ],
  tick: [{ hz: 900, at: 0, ms: 25, level: 0.5 }],
  turnUp: [
    { wave: "triangle", hz: 300, at: 0, ms: 70, level: 0.4 },
    { wave: "triangle", hz: 420, at: 50, ms: 70, level: 0.4 },
  ],
  points: [
    { hz: 990, at: 0, ms: 90, level: 0.6 },
    { hz: 1320, at: 70, ms: 130, level: 0.5 },
  ],
  referee: [{ hz: 440, at: 0, ms: 200, level: 0.8 }],
  out: [
    { hz: 660, at: 0, ms: 80, level: 0.8 },
    { hz: 880, at: 80, ms: 80, level: 0.8 },
    { hz: 1100, at: 160, ms: 90, level: 0.8 },
  ],
  block: [
    { wave: "triangle", hz: 220, at: 0, ms: 220 },
    { wave: "triangle", hz: 262, at: 0, ms: 220, level: 0.6 },
  ],
  join: [{ hz: 500, at: 0, ms: 50, level: 0.5 }],
  leave: [{ hz: 320, at: 0, ms: 60, level: 0.5 }],
});

/** @type {Readonly<Record<SoundName, "soundTiles" | "soundTurn" | "soundClock">>} */
const GROUPS = Object.freeze({
  lay: "soundTiles",
  draw: "soundTiles",
  pass: "soundTiles",
  turnUp: "soundTiles",
  points: "soundTiles",
  referee: "soundTurn",
  out: "soundTiles",
  block: "soundTiles",
  join: "soundTiles",
  leave: "soundTiles",
  turn: "soundTurn",
  tick: "soundClock",
});

/** @param {() => import("../state/settings.js").Settings} settings */
export function createSound(settings) {
  /** @type {AudioContext | null} */
  let audio = null;
  const Audio = globalThis.AudioContext;

  return {
    /** A person has touched the page: from now on sounds may be heard. */
    wake() {
      if (Audio === undefined) return;
      audio ??= new Audio();
      if (audio.state === "suspended")
        audio.resume().catch(() => {
          audio = null;
        });
    },
    /** @param {SoundName} name */
    play(name) {
      if (audio === null || audio.state !== "running" || !settings()[GROUPS[name]]) return;
      for (const note of NOTES[name]) tone(audio, note);
      if (name === "lay") burst(audio);
    },
  };
}

/** @param {AudioContext} audio @param {Note} note */
function tone(audio, { wave = "sine", hz, at, ms, level = 1 }) {
  const start = audio.currentTime + at / 1000;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(PEAK * level, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + ms / 1000);
  const oscillator = new OscillatorNode(audio, { type: wave, frequency: hz });
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + ms / 1000);
}

/** The knock of a tile on wood. @param {AudioContext} audio */
function burst(audio) {
  const length = Math.round(audio.sampleRate * 0.02);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * PEAK * 0.6 * (1 - i / length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(audio.destination);
  source.start();
}
