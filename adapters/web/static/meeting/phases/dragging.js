/** Dragging a note onto another one or onto a group, with a mouse or a finger. */

import { make } from "../../dom.js";

const FAR = 6; // pixels that a mouse moves before it drags
const HOLD = 300; // milliseconds that a finger rests before it drags: until then it scrolls
const EDGE = 48; // pixels from the end of a column where it scrolls

export class Dragging {
  /** @type {{note: Element, x: number, y: number, pointer: number} | null} */
  #from = null;
  /** @type {Element | null} */
  #over = null;
  #lifted = false;
  #dropped = false; // the click that follows belongs to a drag
  #hold = 0;

  /**
   * @param {HTMLElement} host
   * @param {{movable: () => boolean, dropped: (from: number, to: number) => void, freed: () => void}} listener  numbers of notes
   */
  constructor(host, listener) {
    this.listener = listener;
    this.host = host;
    this.ghost = make("div", { class: "note dragged", "aria-hidden": "true" });
    host.addEventListener("pointerdown", (event) => this.#take(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#drop(event));
    document.addEventListener("pointercancel", () => this.#end());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#lifted && this.#end());
    host.addEventListener("touchmove", (event) => this.#lifted && event.preventDefault(), { passive: false });
    host.addEventListener("click", (event) => this.#dropped && event.stopPropagation(), { capture: true });
  }

  /** Whether a note is being dragged. */
  get holds() {
    return this.#lifted;
  }

  /** @param {PointerEvent} event */
  #take(event) {
    const target = event.target instanceof Element ? event.target : null;
    const note = target?.closest("button") ? null : (target?.closest("[data-note]") ?? null);
    if (!note || event.button !== 0 || !this.listener.movable()) return;
    this.#from = { note, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    clearTimeout(this.#hold);
    if (event.pointerType !== "mouse") this.#hold = setTimeout(() => this.#lift(), HOLD);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#from || event.pointerId !== this.#from.pointer) return;
    const far = Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > FAR;
    if (!this.#lifted && far) event.pointerType === "mouse" ? this.#lift() : this.#end(); // a finger that scrolls
    if (!this.#lifted) return;
    event.preventDefault();
    this.ghost.style.translate = `${event.clientX + 8}px ${event.clientY + 4}px`;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    this.#scroll(under?.closest(".notes") ?? null, event.clientY);
    const place = under?.closest("[data-group]") ?? under?.closest("[data-note]") ?? null;
    this.#mark(place && this.host.contains(place) && !place.contains(this.#from.note) ? place : null);
  }

  #lift() {
    if (!this.#from?.note.isConnected) return this.#end(); // somebody else has moved it
    const { note, x, y } = this.#from;
    this.#lifted = true;
    this.ghost.replaceChildren(make("p", { class: "words" }, note.querySelector(".words")?.textContent ?? ""));
    this.ghost.style.width = `${note.getBoundingClientRect().width}px`;
    this.ghost.style.translate = `${x + 8}px ${y + 4}px`;
    note.classList.add("lifted");
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    getSelection()?.removeAllRanges();
    return undefined;
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    if (!this.#from || event.pointerId !== this.#from.pointer) return;
    const [from, to, lifted] = [numberOf(this.#from.note), this.#over ? numberOf(this.#over) : 0, this.#lifted];
    if (lifted) {
      this.#dropped = true;
      setTimeout(() => (this.#dropped = false)); // after the click, if there is one
    }
    this.#end();
    if (lifted && to) this.listener.dropped(from, to);
  }

  #end() {
    clearTimeout(this.#hold);
    const lifted = this.#lifted;
    this.#from?.note.classList.remove("lifted");
    this.#mark(null);
    this.#from = null;
    this.#lifted = false;
    this.ghost.remove();
    document.body.classList.remove("dragging");
    if (lifted) this.listener.freed();
  }

  /** @param {Element | null} place */
  #mark(place) {
    this.#over?.classList.remove("drop");
    this.#over = place;
    place?.classList.add("drop");
  }

  /** Scroll a column near its ends. @param {Element | null} list @param {number} y */
  #scroll(list, y) {
    if (!list) return;
    const { top, bottom } = list.getBoundingClientRect();
    if (y < top + EDGE) list.scrollBy(0, -12);
    if (y > bottom - EDGE) list.scrollBy(0, 12);
  }
}

/** @param {Element} element  a note, or a group, which goes by its first note */
function numberOf(element) {
  return Number(element.getAttribute("data-note") ?? element.getAttribute("data-group"));
}
