/** Replay of a finished game, step by step. */

import { request } from "../connection/session.js";
import { byId, make, richText } from "../dom.js";
import { t } from "../language.js";
import { isDark, onTheme } from "../theme.js";
import { Snapshot, canMove } from "./motion.js";
import { makeRoom, parseSvg } from "./picture.js";

/** @typedef {{sequence: number, text: import("../dom.js").Part[] | string}} Step */

const STEP_MILLISECONDS = 1500;
const CHANGING = 450; // milliseconds from one picture to the next

export class Replay {
  /** @type {Step[]} */
  #steps = [];
  #at = 0;
  #timer = 0;
  /** @type {Map<string, Promise<string>>} */
  #pictures = new Map();
  #loaded = "";

  /** @param {string} path  the table's address */
  constructor(path) {
    this.path = path;
    this.slider = /** @type {HTMLInputElement} */ (byId("step"));
    this.play = /** @type {HTMLButtonElement} */ (byId("step-play"));
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    byId("step-back").addEventListener("click", () => this.#by(-1));
    byId("step-on").addEventListener("click", () => this.#by(1));
    this.play.addEventListener("click", () => (this.#timer ? this.#pause() : this.#start()));
    byId("replay").addEventListener("keydown", (event) => this.#key(event));
    onTheme(() => this.#steps.length && this.#draw());
  }

  /** Load the steps of this table, once. @param {string} table */
  async load(table) {
    if (this.#loaded === table) return;
    this.#loaded = table;
    this.#pictures.clear();
    const answer = await request(`${this.path}/steps`);
    this.#steps = answer?.ok ? await answer.json() : [];
    if (!this.#steps.length) {
      byId("step-text").textContent = t("There’s nothing to replay.");
      return;
    }
    this.slider.max = String(this.#steps.length - 1);
    await this.#go(this.#steps.length - 1);
  }

  /** @param {number} by */
  #by(by) {
    this.#pause();
    this.#go(this.#at + by);
  }

  /** Arrow keys step anywhere in the panel; the slider handles its own. @param {KeyboardEvent} event */
  #key(event) {
    if (event.target === this.slider) return;
    if (event.key === "ArrowLeft") this.#by(-1);
    if (event.key === "ArrowRight") this.#by(1);
  }

  #start() {
    if (this.#at === this.#steps.length - 1) this.#go(0);
    this.#timer = setInterval(() => this.#tick(), STEP_MILLISECONDS);
    this.play.textContent = t("Pause");
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.play.textContent = t("Play");
  }

  #tick() {
    if (this.#at >= this.#steps.length - 1) this.#pause();
    else this.#go(this.#at + 1);
  }

  /** @param {number} at */
  async #go(at) {
    this.#at = Math.min(Math.max(at, 0), this.#steps.length - 1);
    this.slider.value = String(this.#at);
    const { text } = this.#steps[this.#at];
    this.slider.setAttribute("aria-valuetext", t("Step {number} of {count}", { number: this.#at + 1, count: this.#steps.length }));
    byId("step-text").replaceChildren(make("b", {}, t("{number} of {count}", { number: this.#at + 1, count: this.#steps.length })), " ", richText(text));
    await this.#draw();
  }

  async #draw() {
    const at = this.#at;
    const dark = isDark();
    const source = await this.#picture(at, dark);
    if (at !== this.#at || dark !== isDark()) return; // another step was chosen meanwhile
    const before = canMove() ? new Snapshot(byId("step-picture")) : null;
    const svg = source ? parseSvg(source) : null;
    byId("step-picture").replaceChildren(...(svg ? [svg] : []));
    if (svg) makeRoom(byId("step-picture"), svg.viewBox.baseVal.width / svg.viewBox.baseVal.height);
    if (source) before?.change(new Map(), CHANGING);
    byId("step-picture").setAttribute("aria-label", t("The board after step {number}", { number: at + 1 }));
    if (at + 1 < this.#steps.length) this.#picture(at + 1, dark); // preload the next one
  }

  /** @param {number} at @param {boolean} dark @returns {Promise<string>} */
  #picture(at, dark) {
    const address = `${this.path}/steps/${this.#steps[at].sequence}.svg${dark ? "?dark" : ""}`;
    const known = this.#pictures.get(address);
    if (known) return known;
    const loading = request(address).then((answer) => (answer?.ok ? answer.text() : ""));
    this.#pictures.set(address, loading);
    return loading;
  }
}

/**
 * Show on a button how much of the film is rendered, until the returned function is called.
 *
 * @param {string} path of the table
 * @param {HTMLElement} button
 */
export function showFilmProgress(path, button) {
  const label = button.textContent;
  const timer = setInterval(async () => {
    const answer = await request(`${path}/film.json`);
    const done = answer?.ok ? (await answer.json()).done : 0;
    if (done > 0 && !stopped) button.textContent = `${label} ${Math.round(100 * done)} %`;
  }, 500);
  let stopped = false;
  return () => {
    stopped = true;
    clearInterval(timer);
    button.textContent = label;
  };
}

/**
 * Fetch a file and offer it for download; a film takes a while to render.
 *
 * @param {string} address
 * @param {string} name
 * @returns {Promise<string>} a sentence if it failed
 */
export async function download(address, name) {
  const answer = await request(address);
  if (!answer) return t("I can’t reach the server right now. Please try again in a moment.");
  if (!answer.ok) return (await answer.text()) || t("I couldn’t create this file.");
  const file = URL.createObjectURL(await answer.blob());
  make("a", { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
  return "";
}
