/** A few sounds of our own, made here and not loaded. They are off until somebody turns them on. */

import { t } from "../language.js";
import { inBrowser } from "../storage.js";

const KEY = "sound";
const VOLUME = 0.18;

/** @type {AudioContext | null} */
let audio = null;

/** Each sound: tones of [frequency, start, length], or noise of [start, length]. */
const SOUNDS = {
  roll: { noise: [[0, 0.05], [0.09, 0.05], [0.2, 0.06], [0.34, 0.07]], tones: [] },
  step: { noise: [], tones: [[330, 0, 0.06]] },
  card: { noise: [[0, 0.12]], tones: [[520, 0.05, 0.08]] },
  won: { noise: [], tones: [[523, 0, 0.18], [659, 0.15, 0.18], [784, 0.3, 0.18], [1047, 0.45, 0.5]] },
  over: { noise: [], tones: [[392, 0, 0.25], [330, 0.22, 0.5]] },
};

function soundIsOn() {
  return inBrowser.get(KEY) === "on";
}

/** @param {boolean} on */
function turnSound(on) {
  inBrowser.set(KEY, on ? "on" : "off");
  if (on) play("roll"); // what it will be like; a browser allows sound only after a press like this one
}

/** @param {HTMLElement} button */
export function soundButton(button) {
  const name = () => {
    button.textContent = soundIsOn() ? t("Sound on") : t("Sound off");
    button.setAttribute("aria-pressed", String(soundIsOn()));
  };
  button.addEventListener("click", () => {
    turnSound(!soundIsOn());
    name();
  });
  name();
}

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!soundIsOn() || !("AudioContext" in globalThis)) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  const { tones, noise } = SOUNDS[name];
  for (const [frequency, start, length] of tones) tone(audio, frequency, start, length);
  for (const [start, length] of noise) rustle(audio, start, length);
}

/** @param {AudioContext} context @param {number} start @param {number} length */
function fading(context, start, length) {
  const gain = context.createGain();
  const at = context.currentTime + start;
  gain.gain.setValueAtTime(VOLUME, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(context.destination);
  return gain;
}

/** @param {AudioContext} context @param {number} frequency @param {number} start @param {number} length */
function tone(context, frequency, start, length) {
  const source = context.createOscillator();
  source.type = "triangle";
  source.frequency.value = frequency;
  source.connect(fading(context, start, length));
  source.start(context.currentTime + start);
  source.stop(context.currentTime + start + length);
}

/** @param {AudioContext} context @param {number} start @param {number} length */
function rustle(context, start, length) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1800;
  source.connect(filter).connect(fading(context, start, length));
  source.start(context.currentTime + start);
}
