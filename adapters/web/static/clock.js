/** The table's clock, counted down between the server's pages. */

import { show } from "./dom.js";

const MIN_SECONDS = 4; // shorter clocks are pauses between automatic moves, which aren't shown
const ROUNDING = 0.1; // seconds, so that five minutes start at 5:00 and not at 5:01

/** Since the page was opened: unlike the time of day, nobody corrects it meanwhile. */
function seconds() {
  return performance.now() / 1000;
}

export class Clock {
  #until = 0;
  #ahead = 0; // how far the server's clock is ahead of the page's own, in seconds

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    setInterval(() => this.#tick(), 500);
  }

  /** A page has just arrived; it is shown once everything before it was played. @param {number} now  by the server's clock */
  synchronise(now) {
    this.#ahead = now - seconds();
  }

  /** @param {number | null} until  by the server's clock */
  show(until) {
    if (until === this.#until) return;
    this.#until = until !== null && until - seconds() - this.#ahead >= MIN_SECONDS ? until : 0;
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, Math.ceil(this.#until - seconds() - this.#ahead - ROUNDING));
    show(this.host, this.#until > 0);
    if (!this.#until) return;
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.host.textContent === text) return;
    this.host.textContent = text;
    this.host.classList.toggle("urgent", left <= 10);
    this.host.setAttribute("aria-label", `${text} left on the clock`);
  }
}
