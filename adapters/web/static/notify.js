/** Tells a person who looks elsewhere that it's their turn: a notification, a sound, or both. Off until they ask for it. */

import { display } from "./dialog.js";
import { make } from "./dom.js";
import { inBrowser } from "./storage.js";

/** @typedef {import("./socket.js").Page} Page */

const NOTIFICATION = "notify of turns"; // keys in the browser's storage
const SOUND = "sound for turns";
const LAST = "last sound for a turn"; // so that two tabs don't both sound
const QUIET = 5_000; // milliseconds: who waited less than this for their turn is still looking
const REFUSED =
  "Your browser blocks notifications from this site. Allow them in its settings for this site and try again; the sound works without.";
const IMPOSSIBLE = "This browser doesn’t let a page notify you. The sound works, and the tab’s title shows your turn.";

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
  #waiting = performance.now(); // since when it isn't this person's turn

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
    const turn = isTurn(page);
    if (!turn) {
      if (before && isTurn(before)) this.#waiting = performance.now();
      return;
    }
    if (!before || (isTurn(before) && before.sequence === page.sequence)) return;
    const looksElsewhere = document.hidden || !document.hasFocus();
    const isNew = !isTurn(before);
    if (isNew ? looksElsewhere || performance.now() - this.#waiting > QUIET : looksElsewhere) signal(page, looksElsewhere);
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
    await display("When it’s your turn", [
      checkbox("notify-box", "Show a notification", NOTIFICATION, () => allowed(report)),
      checkbox("sound-box", "Play a short sound", SOUND, async () => chime()),
      make("p", { class: "hint" }, "Only while you look at something else, or have waited for a while. This browser remembers it."),
      problem,
    ]);
    this.#showState();
  }
}

/** @param {Page} page */
function isTurn(page) {
  return page.awaited && page.phase === "playing";
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
  if (!("Notification" in window)) {
    report(IMPOSSIBLE);
    return false;
  }
  const answer = await Notification.requestPermission().catch(() => "denied");
  if (answer !== "granted") report(REFUSED);
  return answer === "granted";
}

/** @param {Page} page @param {boolean} looksElsewhere */
function signal(page, looksElsewhere) {
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
    const shown = new Notification("It’s your turn", { body: page.title, icon: "/static/icon-turn.svg", tag: page.table });
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
