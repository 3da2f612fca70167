/** The table's clock, counted down between the server's pages. */

import { show } from "./dom.js";
import { t } from "./language.js";

const MIN_SECONDS = 4; // shorter clocks are pauses between automatic moves, which aren't shown
const ROUNDING = 0.1; // seconds, so that five minutes start at 5:00 and not at 5:01

/** Since the page was opened: unlike the time of day, nobody corrects it meanwhile. */
function seconds() {
  return performance.now() / 1000;
}

/** The server's clock, as far as this page knows. */
export class ServerTime {
  #ahead = 0; // of the page's own clock, in seconds

  /** Something has just arrived. @param {number} now  by the server's clock */
  synchronise(now) {
    this.#ahead = now - seconds();
  }

  get now() {
    return seconds() + this.#ahead;
  }
}

/** A time as minutes and seconds. @param {number} left  seconds */
export function minutesAndSeconds(left) {
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
}

export class Clock {
  #until = 0;
  /** @type {number | null} */
  #left = null;

  /** @param {HTMLElement} host @param {ServerTime} [time] */
  constructor(host, time = new ServerTime()) {
    this.host = host;
    this.time = time;
    setInterval(() => this.#tick(), 500);
  }

  /** A page has just arrived; it is shown once everything before it was played. @param {number} now  by the server's clock */
  synchronise(now) {
    this.time.synchronise(now);
  }

  /** @param {number | null} until  by the server's clock @param {number | null} [left]  seconds, if it stands still */
  show(until, left = null) {
    this.#left = left;
    if (until === this.#until && left === null) return;
    this.#until = until !== null && until - this.time.now >= MIN_SECONDS ? until : 0;
    this.#tick();
  }

  #tick() {
    const stands = this.#left !== null;
    const left = Math.max(0, Math.ceil((this.#left ?? this.#until - this.time.now) - ROUNDING));
    show(this.host, this.#until > 0 || stands);
    this.host.classList.toggle("stopped", stands);
    if (!this.#until && !stands) return;
    const text = minutesAndSeconds(left);
    if (this.host.textContent === text) return;
    this.host.textContent = text;
    this.host.classList.toggle("urgent", left <= 10 && !stands);
    this.host.setAttribute("aria-label", t("{time} left on the clock", { time: text }));
  }
}
