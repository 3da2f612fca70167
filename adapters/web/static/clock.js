/** The clock that runs at the table, counted down between the server's pages. */

import { show } from "./dom.js";

const SHORTEST = 4; // seconds; shorter ones are pauses between automatic moves, which nobody has to watch
const ROUNDED = 0.1; // seconds; five minutes begin with 5:00, not with 5:01

export class Clock {
  #until = 0;
  #ahead = 0; // the server's clock before ours, in seconds

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    setInterval(() => this.#tick(), 500);
  }

  /** @param {number | null} until @param {number} now  both as the server counts */
  show(until, now) {
    this.#ahead = now - Date.now() / 1000;
    if (until === this.#until) return;
    this.#until = until !== null && until - now >= SHORTEST ? until : 0;
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, Math.ceil(this.#until - Date.now() / 1000 - this.#ahead - ROUNDED));
    show(this.host, this.#until > 0);
    if (!this.#until) return;
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.host.textContent === text) return;
    this.host.textContent = text;
    this.host.classList.toggle("urgent", left <= 10);
    this.host.setAttribute("aria-label", `${text} left on the clock`);
  }
}
