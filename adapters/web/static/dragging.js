/** Dragging one part of a picture onto another, where that means something: two notes become one topic. */

import { make } from "./dom.js";

const FAR = 6; // pixels that a mouse moves before it drags
const HOLD = 250; // milliseconds that a finger rests before it drags: until then it scrolls

/** @param {string} spot */
export function kindOf(spot) {
  return spot.split(":", 1)[0];
}

/** What stands on a part of a picture. @param {Element} part */
export function wordsOn(part) {
  return [...part.querySelectorAll("text")].map((text) => text.textContent).join(" ");
}

export class Dragging {
  /** @type {{spot: string, x: number, y: number, pointer: number} | null} */
  #from = null;
  #over = "";
  #lifted = false;
  #hold = 0;

  /**
   * @param {HTMLElement} host  of the picture
   * @param {{movable: (spot: string) => boolean, holding: (holds: boolean) => void,
   *   dropped: (from: string, to: string) => void}} listener  `holding`: whether a part is being dragged
   */
  constructor(host, { movable, holding, dropped }) {
    this.host = host;
    this.movable = movable;
    this.holding = holding;
    this.dropped = dropped;
    this.ghost = make("div", { class: "dragged", "aria-hidden": "true" });
    host.addEventListener("pointerdown", (event) => this.#take(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#drop(event));
    document.addEventListener("pointercancel", () => this.#end());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#end());
    host.addEventListener("touchmove", (event) => this.#lifted && event.preventDefault(), { passive: false });
    host.addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  /** @param {PointerEvent} event */
  #take(event) {
    const spot = this.#spotAt(event.target);
    if (!spot || event.button !== 0) return;
    this.#from = { spot, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    clearTimeout(this.#hold);
    if (event.pointerType !== "mouse") this.#hold = setTimeout(() => this.#lift(), HOLD);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#from || event.pointerId !== this.#from.pointer) return;
    const far = Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > FAR;
    if (!this.#lifted && far) event.pointerType === "mouse" ? this.#lift() : this.#end(); // a finger that scrolls
    if (!this.#lifted) return;
    this.ghost.style.translate = `${event.clientX + 12}px ${event.clientY + 8}px`;
    this.#over = this.#spotAt(document.elementFromPoint(event.clientX, event.clientY));
    this.#mark();
  }

  #lift() {
    if (!this.#from) return;
    const part = this.#partsOf(this.#from.spot)[0];
    if (!part) return this.#end(); // somebody else has moved it
    this.#lifted = true;
    this.ghost.textContent = wordsOn(part);
    this.ghost.style.translate = `${this.#from.x + 12}px ${this.#from.y + 8}px`;
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    this.holding(true);
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const [from, to] = [this.#from?.spot, this.#over];
    const dragged = this.#lifted && event.pointerId === this.#from?.pointer;
    if (dragged) this.#justDropped = true;
    this.#end();
    if (dragged && from && to && to !== from) this.dropped(from, to);
  }

  /** whether the click that follows belongs to a drag */
  #justDropped = false;

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#justDropped) event.stopPropagation();
    this.#justDropped = false;
  }

  #end() {
    clearTimeout(this.#hold);
    this.#from = null;
    this.#over = "";
    this.#lifted = false;
    this.ghost.remove();
    document.body.classList.remove("dragging");
    this.#mark();
    this.holding(false);
    setTimeout(() => (this.#justDropped = false)); // after the click, if there is one
  }

  #mark() {
    for (const part of this.host.querySelectorAll(".drop")) part.classList.remove("drop");
    if (this.#lifted && this.#over && this.#over !== this.#from?.spot) {
      for (const part of this.#partsOf(this.#over)) part.classList.add("drop");
    }
  }

  /** @param {string} spot */
  #partsOf(spot) {
    return [...this.host.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)];
  }

  /** The part under the pointer that can be moved, or that something of its kind can be moved onto. @param {EventTarget | null} target */
  #spotAt(target) {
    let part = target instanceof Element && this.host.contains(target) ? target.closest("[data-spot]") : null;
    while (part && !this.#fits(part.getAttribute("data-spot") ?? "")) part = part.parentElement?.closest("[data-spot]") ?? null;
    return part?.getAttribute("data-spot") ?? "";
  }

  /** @param {string} spot */
  #fits(spot) {
    return this.movable(spot) && (!this.#from || kindOf(this.#from.spot) === kindOf(spot));
  }
}
