/**
 * Coin, frame and pocket, made with WebAudio at the moment the motion says; no files. Silent until the first gesture.
 * At most twelve voices, then the loudest win; a limiter at -6 dBFS; nothing under 5 ms apart for the same pair.
 */

import { settings, vibrate } from "../site/settings.js";

const VOICES = 12;
const APART = 5; // ms
const RESTS_AFTER = 3000; // ms without a sound or a gesture, longer than the longest sound

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let output = null;
/** @type {AudioBuffer | null} */
let noise = null;
/** @type {{ until: number, gain: number, stop: () => void }[]} */
let voices = [];
/** @type {Map<string, number>} */
const lastOf = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/** Starts the sound; browsers allow it in a gesture only. */
export function wake() {
  if (settings.mute || typeof AudioContext === "undefined") return;
  if (context) keepRunning(context);
  else start();
}

function start() {
  context = new AudioContext();
  const limiter = new DynamicsCompressorNode(context, { threshold: -6, knee: 0, ratio: 20, attack: 0.001, release: 0.08 });
  output = new GainNode(context, { gain: settings.volume });
  output.connect(limiter).connect(context.destination);
  noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  keepRunning(context);
}

/**
 * A context that runs works a hundred times a second, silent or not, and keeps a phone's loudspeaker on: it rests between strokes.
 *
 * @param {AudioContext} running
 */
function keepRunning(running) {
  if (running.state === "suspended") void running.resume();
  clearTimeout(resting);
  resting = setTimeout(() => void running.suspend(), RESTS_AFTER);
}

/**
 * @param {number} speed of the impact, m/s
 * @returns {number} 0..1
 */
function gainOf(speed) {
  return Math.min(1, (speed / 4) ** 0.7);
}

/** @typedef {{ frequency: number, decay: number, gain: number, delay?: number }} Tone s */
/** @typedef {{ decay: number, gain: number, type: BiquadFilterType, frequency: number, delay?: number }} Hiss */

/**
 * @param {string} pair what makes it
 * @param {number} gain
 * @param {Tone[]} tones
 * @param {Hiss[]} [hisses]
 */
function strike(pair, gain, tones, hisses = []) {
  if (!context || !output || !noise || settings.mute || gain < 0.01) return;
  const now = performance.now();
  if (now - (lastOf.get(pair) ?? -Infinity) < APART) return;
  lastOf.set(pair, now);
  voices = voices.filter((voice) => voice.until > now);
  if (voices.length >= VOICES) {
    const quietest = voices.reduce((a, b) => (b.gain < a.gain ? b : a));
    if (quietest.gain >= gain) return;
    quietest.stop();
    voices = voices.filter((voice) => voice !== quietest);
  }
  keepRunning(context);
  output.gain.value = settings.volume;
  const group = new GainNode(context, { gain });
  group.connect(output);
  let longest = 0;
  for (const tone of tones) {
    const start = context.currentTime + (tone.delay ?? 0);
    const envelope = new GainNode(context, { gain: 0 });
    const oscillator = new OscillatorNode(context, { frequency: tone.frequency });
    oscillator.connect(envelope).connect(group);
    envelope.gain.setValueAtTime(tone.gain, start);
    envelope.gain.setTargetAtTime(0, start, tone.decay / 3);
    oscillator.start(start);
    oscillator.stop(start + tone.decay * 2);
    longest = Math.max(longest, (tone.delay ?? 0) + tone.decay * 2);
  }
  for (const hiss of hisses) {
    const start = context.currentTime + (hiss.delay ?? 0);
    const envelope = new GainNode(context, { gain: 0 });
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    source.connect(new BiquadFilterNode(context, { type: hiss.type, frequency: hiss.frequency })).connect(envelope).connect(group);
    envelope.gain.setValueAtTime(hiss.gain, start);
    envelope.gain.setTargetAtTime(0, start, hiss.decay / 3);
    source.start(start, Math.random() * 0.1);
    source.stop(start + hiss.decay * 3);
    longest = Math.max(longest, (hiss.delay ?? 0) + hiss.decay * 3);
  }
  setTimeout(() => group.disconnect(), longest * 1000 + 100);
  voices.push({ until: now + longest * 1000, gain, stop: () => group.disconnect() });
}

/**
 * @param {import("./motion.js").MotionEvent} event
 */
function soundOf(event) {
  const gain = gainOf(event.speed);
  const pair = `${event.what} ${event.first} ${event.second}`;
  if (event.what === "pair") {
    const striker = event.first === 0 || event.second === 0;
    const pitch = 1 + (((event.first * 7 + event.second * 13) % 13) / 12 - 0.5) * 0.12; // +-6 % by pair
    const [low, high, decay, level] = striker ? [1500, 2500, 0.04, 0.71] : [2100, 3400, 0.025, 0.5];
    strike(pair, gain, [
      { frequency: low * pitch, decay, gain: level }, { frequency: high * pitch, decay: decay * 0.8, gain: level * 0.6 },
    ], [{ decay: 0.003, gain: level, type: "highpass", frequency: 1500 }]);
  } else if (event.what !== "pocket") {
    strike(pair, gain, frameTones(0.6), [{ decay: 0.012, gain: 0.5, type: "lowpass", frequency: 900 }]);
  } else {
    strike(pair, Math.max(0.25, gain * 0.6), [...frameTones(0.6), { frequency: 170, decay: 0.12, gain: 0.7, delay: 0.04 }],
      [0.1, 0.16, 0.22].map((delay) => ({ decay: 0.02, gain: 0.12, type: "lowpass", frequency: 1200, delay })));
  }
}

/**
 * @param {number} gain
 * @returns {Tone[]}
 */
function frameTones(gain) {
  return [{ frequency: 240, decay: 0.07, gain }, { frequency: 620, decay: 0.04, gain: gain * 0.5 }];
}

/** @param {number} share of a full pull */
export function soundOfRelease(share) {
  strike("release", 0.15 + 0.5 * share, [], [{ decay: 0.008, gain: 1, type: "bandpass", frequency: 800 }]);
}

/** @typedef {[frequency: number, start: number, length: number][]} Notes Hz, s */

/** @type {Record<"turn" | "against" | "won" | "lost" | "tick" | "time", Notes>} */
const CUES = {
  turn: [[659.26, 0, 0.06], [880, 0.08, 0.06]],
  against: [[293.66, 0, 0.12]],
  won: [[440, 0, 0.12], [554.37, 0.13, 0.12], [659.26, 0.26, 0.14]],
  lost: [[440, 0, 0.14], [349.23, 0.15, 0.15]],
  tick: [[1000, 0, 0.015]],
  time: [[1046.5, 0, 0.2], [1046.5, 0.3, 0.2], [784, 0.6, 0.4]],
};

/** @param {keyof typeof CUES} name */
export function cue(name) {
  strike(`cue ${name}`, name === "time" ? 0.8 : 0.3, CUES[name].map(([frequency, delay, length]) => ({ frequency, delay, decay: length * 1.5, gain: 0.5 })));
}

const FELT_APART = 60; // ms
const FELT_FROM = 0.8; // m/s: lighter contacts are heard alone
let feltAt = 0;

/**
 * Lets an impact be felt, longer the harder it is; a pocketed piece as a knock and a drop.
 *
 * @param {import("./motion.js").MotionEvent} event
 */
function feel({ what, speed }) {
  const now = performance.now();
  if ((what !== "pocket" && speed < FELT_FROM) || now - feltAt < FELT_APART) return;
  feltAt = now;
  vibrate(what === "pocket" ? [14, 40, 10] : Math.round(Math.min(22, 3 + 4 * speed)));
}

/**
 * A contact of a motion, heard and felt.
 *
 * @param {import("./motion.js").MotionEvent} event
 */
export function sense(event) {
  soundOf(event);
  feel(event);
}
