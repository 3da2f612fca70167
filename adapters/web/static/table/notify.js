/** Tells a person who looks elsewhere that it's their turn: a notification, a sound, or both. Off until they ask for it. */

import { display } from "../dialog.js";
import { make } from "../dom.js";
import { t } from "../language.js";
import { inBrowser } from "../storage.js";

/** @typedef {import("../connection/socket.js").Page} Page */

const NOTIFICATION = "notify of turns"; // not prose: keys in the browser's storage
const SOUND = "sound for turns"; // not prose
const LAST = "last sound for a turn"; // not prose: so that two tabs don't both sound
const REFUSED =
  t("Your browser blocks notifications from this site. Allow them in its settings for this site and try again; the sound works without.");
const IMPOSSIBLE = t("This browser doesn’t let a page notify you. The sound works, and the tab’s title shows your turn.");

/** @type {AudioContext | null} */
let audio = null;

/** @param {string} key */
function isOn(key) {
  return inBrowser.get(key) === "on";
}

/** @param {string} key @param {boolean} on */
function keep(key, on) {
  inBrowser.set(key, on ? "on" : "off");
}

export class TurnSignals {
  /** @type {Page | null} */
  #before = null;

  /** @param {HTMLElement} button */
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => this.#configure());
    this.#showState();
    // browsers let a page make sounds only after the person has touched it
    addEventListener("pointerdown", () => isOn(SOUND) && prepare(), { once: true });
  }

  /** @param {Page} page */
  show(page) {
    const before = this.#before;
    this.#before = page;
    if (beginsTurn(before, page)) signal(page);
  }

  #showState() {
    this.button.setAttribute("aria-pressed", String(isOn(NOTIFICATION) || isOn(SOUND)));
  }

  async #configure() {
    const problem = make("p", { class: "banner", role: "status", hidden: true });
    const report = (/** @type {string} */ sentence) => {
      problem.textContent = sentence;
      problem.toggleAttribute("hidden", !sentence);
    };
    await display(t("When it’s your turn"), [
      checkbox("notify-box", t("Show a notification"), NOTIFICATION, () => allowed(report)),
      checkbox("sound-box", t("Play a short sound"), SOUND, async () => chime()),
      make("p", { class: "hint" }, t("The sound comes every time, the notification while you look at something else. This browser remembers it.")),
      problem,
    ]);
    this.#showState();
  }
}

/** @param {Page} page */
export function isTurn(page) {
  return page.awaited && page.phase === "playing";
}

/** Whether it has become this person's turn, also where others moved and it is their turn again. @param {Page | null} before @param {Page} page */
export function beginsTurn(before, page) {
  if (!before || before.table !== page.table || !isTurn(page)) return false;
  const others = (page.steps ?? []).some((step) => step.turn !== null && step.turn !== page.seat);
  return !isTurn(before) || (others && page.sequence > before.sequence);
}

/** @param {string} id @param {string} label @param {string} key @param {() => Promise<boolean>} turnOn */
function checkbox(id, label, key, turnOn) {
  const box = /** @type {HTMLInputElement} */ (make("input", { id, type: "checkbox", checked: isOn(key) }));
  box.addEventListener("change", async () => {
    box.checked = box.checked && (await turnOn());
    keep(key, box.checked);
  });
  return make("div", { class: "check" }, box, make("label", { for: id }, label));
}

/** Ask the browser for permission; false if it is refused or impossible. @param {(sentence: string) => void} report */
async function allowed(report) {
  report("");
  if (!("Notification" in window)) { // not prose
    report(IMPOSSIBLE);
    return false;
  }
  const answer = await Notification.requestPermission().catch(() => "denied");
  if (answer !== "granted") report(REFUSED);
  return answer === "granted";
}

/** @param {Page} page */
function signal(page) {
  const looksElsewhere = document.hidden || !document.hasFocus();
  if (looksElsewhere && isOn(NOTIFICATION)) notify(page);
  const moment = `${page.table}:${page.sequence}`;
  if (!isOn(SOUND) || inBrowser.get(LAST) === moment) return;
  inBrowser.set(LAST, moment);
  chime();
}

/** @param {Page} page */
function notify(page) {
  try {
    // with the same tag, two tabs show one notification, and the next turn replaces it
    const shown = new Notification(t("It’s your turn"), { body: page.title, icon: "/static/icon-turn.svg", tag: page.table });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  } catch {
    keep(NOTIFICATION, false); // Chrome on Android allows only service workers
  }
}

/** Wake the browser's audio; false if it has none. */
function prepare() {
  if (!window.AudioContext) return false;
  audio ??= new AudioContext();
  audio.resume();
  return true;
}

/** Two soft tones, the second a fifth higher; false if the browser can't. */
function chime() {
  if (!prepare() || !audio) return false;
  for (const [at, pitch] of [
    [0, 587.3],
    [0.14, 880],
  ]) {
    const start = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.2, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.45);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
  return true;
}
