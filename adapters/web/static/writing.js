/** Writing on the board itself: a field in the clicked part, which stays open for the next note. */

import { make, plain } from "./dom.js";

/** @typedef {import("./socket.js").Act} Act */

const LIMIT = 500; // characters
const SMALLEST = { width: 190, height: 110 }; // pixels

export class Writing {
  /** @type {Act | null} */
  #act = null;

  /**
   * @param {HTMLElement} place  holds the picture, and the field above it
   * @param {HTMLElement} host  of the picture
   * @param {(act: Act, text: string) => Promise<boolean>} send  whether it was accepted
   */
  constructor(place, host, send) {
    this.place = place;
    this.host = host;
    this.send = send;
    this.field = /** @type {HTMLTextAreaElement} */ (make("textarea", { maxlength: LIMIT, required: true, enterkeyhint: "send" }));
    this.form = /** @type {HTMLFormElement} */ (
      make(
        "form",
        { class: "writing", hidden: true },
        this.field,
        make("div", { class: "row" }, make("button", { class: "primary" }, "Add"), this.#closeButton()),
      )
    );
    place.append(this.form);
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.#submit()));
    this.field.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("resize", () => this.follow());
  }

  /** Whether an act can be written where it stands on the board. @param {Act} act */
  fits(act) {
    return act.asks !== null && act.spots.length === 1 && !act.cards?.length && this.#partOf(act) !== null;
  }

  /** @param {Act} act */
  open(act) {
    this.#act = act;
    this.field.setAttribute("aria-label", plain(act.label));
    this.field.setAttribute("placeholder", act.asks?.description ?? "");
    this.form.hidden = false;
    this.follow();
    this.field.focus({ preventScroll: true });
  }

  close() {
    const focused = this.form.contains(document.activeElement);
    this.form.hidden = true;
    this.#act = null;
    if (focused) this.host.focus({ preventScroll: true });
  }

  /** Keep to the place of the act in the newest picture, while it is still offered. @param {Act[]} [offered] */
  follow(offered) {
    const open = this.#act;
    if (!open) return;
    const now = offered ? offered.find((act) => act.command === open.command && act.spots[0] === open.spots[0]) : open;
    const part = now ? this.#partOf(now) : null;
    if (!now || !part) return this.field.value.trim() ? undefined : this.close(); // nothing typed is lost
    this.#act = now;
    const [box, around] = [part.getBoundingClientRect(), this.place.getBoundingClientRect()];
    const width = Math.min(Math.max(box.width - 12, SMALLEST.width), around.width);
    this.form.style.width = `${width}px`;
    this.form.style.left = `${Math.max(0, Math.min(box.x - around.x + 6, around.width - width))}px`;
    this.form.style.top = `${Math.max(0, Math.min(box.y - around.y + 34, around.height - SMALLEST.height / 2))}px`; // may hang over the edge of a low board
  }

  /** @param {Act} act */
  #partOf(act) {
    return this.host.querySelector(`[data-spot="${CSS.escape(act.spots[0])}"]`);
  }

  #closeButton() {
    return make("button", { type: "button", class: "quiet", onclick: () => this.close() }, "Done");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") this.close();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  async #submit() {
    const [act, text] = [this.#act, this.field.value.trim()];
    if (!act || !text || this.form.getAttribute("aria-busy") === "true") return;
    this.form.setAttribute("aria-busy", "true");
    const accepted = await this.send(act, text);
    this.form.removeAttribute("aria-busy");
    if (accepted && this.field.value.trim() === text) this.field.value = "";
    if (accepted && !this.form.hidden) this.field.focus({ preventScroll: true }); // also after a press of the button
  }
}
