/** Drawings of the server as elements of the page, light or dark as the page is. */

import { make } from "./dom.js";
import { isDark, onTheme } from "./theme.js";

/** @typedef {import("./socket.js").Drawing} Drawing */

/**
 * An SVG that our own server drew. It is parsed as XML and taken over as elements: no markup is ever written.
 *
 * @param {string} source
 * @returns {SVGElement}
 */
export function parseSvg(source) {
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("This is no picture.");
  const svg = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
  svg.querySelector(":scope > title")?.remove(); // a tooltip over the whole board would be in the way
  svg.setAttribute("focusable", "false");
  return svg;
}

let pictures = 0;
/** @type {WeakMap<Element, Picture>} by host: a picture that is gone is forgotten */
const shown = new WeakMap();

onTheme(() => {
  for (const host of document.querySelectorAll(".picture")) shown.get(host)?.draw();
});

/** A place for one picture, with its alt text. */
export class Picture {
  /** @type {Drawing | null} */
  #drawing = null;
  #shown = "";

  /** @param {HTMLElement} host @param {() => void} [drawn]  told when there is a new SVG */
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

  /** As light or dark as the page is now. */
  draw() {
    const source = this.#drawing ? (isDark() ? this.#drawing.dark : this.#drawing.light) : "";
    if (source === this.#shown) return;
    this.#shown = source;
    const stood = focusedSpot(this.host);
    this.host.replaceChildren(...(source ? [parseSvg(source), this.alt] : []));
    this.drawn();
    if (stood !== null) refocus(this.host, stood);
  }
}

/** @param {HTMLElement} host */
function focusedSpot(host) {
  return host.contains(document.activeElement) ? (document.activeElement?.getAttribute("data-spot") ?? null) : null;
}

/**
 * The picture is a new one; whoever stood on a part of it stands there again.
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
 * A picture that stays as it is: of a hand, in a private answer.
 *
 * @param {Drawing} drawing
 * @param {() => void} [drawn]
 */
export function figure(drawing, drawn) {
  const host = make("div", { class: "picture", role: "img", tabindex: "-1" });
  new Picture(host, drawn).show(drawing);
  return host;
}

/** The text board, for whoever prefers it. @param {string} summary @param {string} text */
export function asText(summary, text) {
  const board = make("pre", { tabindex: "0", role: "region", "aria-label": summary }, text);
  return make("details", { class: "as-text" }, make("summary", {}, summary), board);
}
