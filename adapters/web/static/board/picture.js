/** The server's drawings as elements of the page, in the page's theme. */

import { make } from "../dom.js";
import { isDark, onTheme } from "../theme.js";
import { Snapshot } from "./motion.js";

/** @typedef {import("../connection/socket.js").Drawing} Drawing */

/**
 * Parse an SVG from our own server as XML and import its elements, without writing markup.
 *
 * @param {string} source
 * @returns {SVGSVGElement}
 */
export function parseSvg(source) {
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("This isn’t an SVG.");
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
  svg.querySelector(":scope > title")?.remove(); // avoids a tooltip over the whole board
  svg.setAttribute("focusable", "false");
  return svg;
}

let pictures = 0;
/** @type {WeakMap<Element, Picture>} by host; weak, so that removed pictures are collected */
const shown = new WeakMap();

onTheme(() => {
  for (const host of document.querySelectorAll(".picture")) shown.get(host)?.draw();
});

/** A place for one picture, with its alt text. */
export class Picture {
  /** @type {Drawing | null} */
  #drawing = null;
  #shown = "";
  /** @type {{origins: Map<string, import("./motion.js").Point>, milliseconds: number} | null} */
  #carried = null;
  #tallest = { picture: "", height: 0 };

  /** @param {HTMLElement} host @param {() => void} [drawn]  called after each new SVG, and once nothing in it moves any more */
  constructor(host, drawn = () => {}) {
    this.host = host;
    this.drawn = drawn;
    pictures += 1;
    this.alt = make("p", { id: `alt-${pictures}`, class: "alt", hidden: true });
    shown.set(host, this);
  }

  /** @param {Drawing | null} drawing */
  show(drawing) {
    this.#drawing = drawing;
    this.alt.textContent = drawing?.alt ?? "";
    if (this.host.getAttribute("role") === "img") this.host.setAttribute("aria-label", drawing?.alt ?? "");
    this.draw();
  }

  /**
   * Carry the pieces of this picture to their places in the next one.
   *
   * @param {Map<string, import("./motion.js").Point>} origins  where pieces come from that this picture doesn't have
   * @param {number} milliseconds
   */
  carry(origins, milliseconds) {
    this.#carried = { origins, milliseconds };
  }

  /** Show an earlier moment, before the drawing that follows. @param {string} svg */
  async showBetween(svg) {
    this.#drawing = { alt: this.alt.textContent ?? "", text: "", svg };
    await this.draw();
  }

  /** Draw in the page's current theme; resolves when nothing moves any more. */
  async draw() {
    const carried = this.#carried;
    this.#carried = null;
    const source = coloured(this.#drawing?.svg ?? "");
    if (source === this.#shown) return;
    const before = carried && this.#shown && source ? new Snapshot(this.host) : null;
    this.#shown = source;
    const focused = focusedSpot(this.host);
    this.host.replaceChildren(...(source ? [this.#framed(parseSvg(source)), this.alt] : []));
    this.drawn();
    if (focused !== null) refocus(this.host, focused);
    if (!before || !carried) return;
    await before.change(carried.origins, carried.milliseconds);
    if (this.#shown === source) this.drawn(); // now that everything is in its place
  }

  /** Keep the frame of the tallest picture of this kind so far, so that a board isn't scaled between two moves. @param {SVGElement} svg */
  #framed(svg) {
    const [, , width, height] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const picture = `${width}`;
    const tallest = this.#tallest.picture === picture ? Math.max(this.#tallest.height, height) : height;
    this.#tallest = { picture, height: tallest };
    if (tallest > height) {
      svg.setAttribute("viewBox", `0 0 ${width} ${tallest}`);
      svg.setAttribute("height", String(tallest));
    }
    makeRoom(this.host, width / tallest);
    return svg;
  }
}

/** Let the table give its board as much room as the window has for a picture of this shape. @param {HTMLElement} host @param {number} aspect */
export function makeRoom(host, aspect) {
  if (host.matches(".board")) host.closest("main")?.style.setProperty("--aspect", aspect.toFixed(4));
}

/**
 * A picture comes in both colours: take the light or the dark one of each pair (games/graphics/theme.py).
 *
 * @param {string} svg
 */
function coloured(svg) {
  return svg.replace(/(#[0-9a-f]{6})\ufdd0(#[0-9a-f]{6})/g, isDark() ? "$2" : "$1");
}

/** @param {HTMLElement} host */
function focusedSpot(host) {
  return host.contains(document.activeElement) ? (document.activeElement?.getAttribute("data-spot") ?? null) : null;
}

/**
 * Restore the focus to the same spot of the new picture.
 *
 * @param {HTMLElement} host
 * @param {string} spot
 */
function refocus(host, spot) {
  const buttons = [...host.querySelectorAll("[data-spot][tabindex]")];
  const found = buttons.find((part) => part.getAttribute("data-spot") === spot) ?? host;
  /** @type {HTMLElement | SVGElement} */ (found).focus({ preventScroll: true });
}

/**
 * A picture that doesn't change, such as a hand in a private reply.
 *
 * @param {Drawing} drawing
 * @param {() => void} [drawn]
 */
export function figure(drawing, drawn) {
  const host = make("div", { class: "picture", role: "img", tabindex: "-1" });
  new Picture(host, drawn).show(drawing);
  return host;
}

/** The text board, for people who prefer it. @param {string} summary @param {string} text */
export function asText(summary, text) {
  const board = make("pre", { tabindex: "0", role: "region", "aria-label": summary }, text);
  return make("details", { class: "as-text" }, make("summary", {}, summary), board);
}
