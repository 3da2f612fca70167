/** Where the facilitator looks: their page tells it, and big screens scroll along. */

/** @typedef {import("../connection/socket.js").Glance} Glance @typedef {import("./room.js").Room} Room */

const PAUSE = 300; // milliseconds between two messages
const NOTED = new Set(["group", "vote"]); // phases whose columns scroll by themselves

/** The part of the page that scrolls, besides columns. @param {HTMLElement} stage */
function scroller(stage) {
  return /** @type {HTMLElement} */ (stage.querySelector(".topic") ?? stage);
}

/** The number of the first note that can be read. @param {HTMLElement} list */
function firstOf(list) {
  if (!list.clientHeight) return null; // the column of another tab
  const top = list.getBoundingClientRect().top;
  if (list.scrollTop < 1) return 0;
  const notes = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-note]")]);
  return Number(notes.find((note) => note.getBoundingClientRect().bottom > top + 8)?.dataset.note ?? 0);
}

/** @param {HTMLElement} stage @param {string} phase @returns {Glance} */
function glanceAt(stage, phase) {
  const lists = NOTED.has(phase) ? /** @type {HTMLElement[]} */ ([...stage.querySelectorAll(".column > .notes")]) : [];
  const { scrollTop, scrollHeight, clientHeight } = scroller(stage);
  const part = lists.length || scrollHeight <= clientHeight ? 0 : scrollTop / (scrollHeight - clientHeight);
  return { phase, notes: lists.map(firstOf), part: Math.min(1, Math.max(0, Number(part.toFixed(3)))) };
}

export class Glances {
  #timer = 0;
  #told = "";

  /** @param {HTMLElement} stage @param {Room} room @param {(glance: Glance) => void} look */
  constructor(stage, room, look) {
    this.stage = stage;
    this.room = room;
    this.look = look;
    stage.addEventListener("scroll", () => this.soon(), { capture: true, passive: true });
  }

  /** Tell it in a moment, if it has changed: after scrolling, and once something new is shown. */
  soon() {
    if (!this.room.leads || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const phase = this.room.page.meeting?.phase;
      if (!phase || !this.room.leads) return;
      const glance = glanceAt(this.stage, phase);
      const sign = JSON.stringify(glance);
      if (sign === this.#told) return;
      this.#told = sign;
      this.look(glance);
    }, PAUSE);
  }

  /** The connection is new, so the server may be too. */
  again() {
    this.#told = "";
    if (this.room.isKnown) this.soon();
  }
}

/** Look where the facilitator looks. @param {HTMLElement} stage @param {Glance} glance */
export function follow(stage, { notes, part }) {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const lists = /** @type {HTMLElement[]} */ ([...stage.querySelectorAll(".column > .notes")]);
  lists.forEach((list, at) => {
    const number = notes[at];
    if (number === null || number === undefined) return;
    const note = number ? list.querySelector(`[data-note="${number}"]`) : null;
    if (!number) list.scrollTo({ top: 0, behavior });
    else if (note) list.scrollTo({ top: list.scrollTop + note.getBoundingClientRect().top - list.getBoundingClientRect().top - 8, behavior });
  });
  if (lists.length) return;
  const { scrollHeight, clientHeight } = scroller(stage);
  scroller(stage).scrollTo({ top: part * Math.max(0, scrollHeight - clientHeight), behavior });
}
