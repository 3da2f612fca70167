/** Clickable spots in pictures: spaces and pieces of the board, cards of a hand. */

import { plain } from "../dom.js";
import { t } from "../language.js";
import { click, fitting, nextSpots } from "./picking.js";

/** @typedef {import("../connection/socket.js").Act} Act */

const SVG = "http://www.w3.org/2000/svg";
const OUTER_MARGIN = 0.5; // between a part and its frame
const INNER_MARGIN = -3; // adjacent cells have their frames inside

/** The words that the labels have in common at the start: “c4” for all steps of that piece. @param {Act[]} acts */
function commonWords(acts) {
  const alike = acts.filter((act) => commandOf(act) === commandOf(acts[0]));
  const labels = alike.map((act) => plain(act.label));
  if (labels.length <= 1) return labels[0] ?? "";
  let common = labels[0].split(" ");
  for (const label of labels) {
    const others = label.split(" ");
    const differs = common.findIndex((word, at) => word !== others[at]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common.join(" ").replace(/[\s→,:]+$/u, "");
}

/** What follows the kind in a spot's name. @param {string} spot */
function numberOf(spot) {
  return spot.replace(/^.*:/, "");
}

/** @param {Act} act */
function commandOf(act) {
  return act.command.split(" ")[0];
}

export class Spots {
  /** @type {Act[]} */
  #acts = [];
  /** @type {string[]} */
  #picked = [];

  /**
   * @param {HTMLElement[]} hosts  the elements with the pictures
   * @param {{chosen: (act: Act) => void, picking: (picked: string[], words: string) => void}} listener
   *   `picking` is called with what has been clicked so far
   */
  constructor(hosts, { chosen, picking }) {
    this.hosts = hosts;
    this.chosen = chosen;
    this.picking = picking;
    for (const host of hosts) {
      host.addEventListener("click", (event) => this.#clicked(event.target));
      host.addEventListener("keydown", (event) => this.#key(event));
    }
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.startOver());
  }

  /** @param {Act[]} acts */
  offer(acts) {
    const before = this.#acts.map((act) => act.button).join();
    this.#acts = acts.filter((act) => act.spots.length);
    if (before !== this.#acts.map((act) => act.button).join()) this.#picked = [];
    this.#pick(this.#picked);
  }

  startOver() {
    if (this.#picked.length) this.#pick([]);
  }

  /** @param {string[]} picked */
  #pick(picked) {
    this.#picked = picked;
    this.mark();
    this.picking(picked, picked.length ? commonWords(fitting(this.#acts, picked)) : "");
  }

  /** @param {EventTarget | null} target */
  #clicked(target) {
    const spot = this.#spotAt(target instanceof Element ? target : null);
    if (!spot || document.body.classList.contains("acting")) return;
    const { picked, chosen } = click(this.#acts, this.#picked, spot);
    this.#pick(picked);
    if (chosen) this.chosen(chosen);
  }

  /**
   * The innermost spot that can be clicked now: spots may be nested, such as a card in its owner's row.
   *
   * @param {Element | null} target
   */
  #spotAt(target) {
    const next = nextSpots(this.#acts, this.#picked);
    const first = nextSpots(this.#acts, []);
    for (const known of [next, new Set(this.#picked), first]) {
      for (let at = target?.closest("[data-spot]"); at; at = at.parentElement?.closest("[data-spot]")) {
        const spot = at.getAttribute("data-spot") ?? "";
        if (known.has(spot)) return spot;
      }
    }
    return "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    if (!(event.target instanceof Element) || !event.target.hasAttribute("data-spot")) return;
    event.preventDefault();
    this.#clicked(event.target);
  }

  /** Turn exactly the spots that can be clicked now into buttons. */
  mark() {
    const next = nextSpots(this.#acts, this.#picked);
    const first = nextSpots(this.#acts, []);
    const named = new Set();
    for (const host of this.hosts) {
      for (const frame of host.querySelectorAll(".frame")) frame.remove();
      for (const part of host.querySelectorAll("[data-spot]")) {
        part.classList.remove("next", "picked");
        const spot = part.getAttribute("data-spot") ?? "";
        const behind = next.get(spot) ?? first.get(spot) ?? [];
        const picked = this.#picked.includes(spot);
        const active = picked || next.has(spot) || first.has(spot);
        part.classList.toggle("active", active);
        if (picked || next.has(spot)) frame(part, picked ? "picked" : "next");
        // without a mouse, one part with each name is enough
        button(part, active && !named.has(spot), commonWords(behind) || numberOf(spot), picked);
        named.add(spot);
      }
      for (const picture of host.matches(".picture") ? [host] : host.querySelectorAll(".picture")) describe(picture);
    }
  }
}

/** @param {Element} part @param {boolean} active @param {string} label @param {boolean} picked */
function button(part, active, label, picked) {
  /** @type {Record<string, string>} */
  const attributes = { role: "button", tabindex: "0", "aria-label": label, "aria-pressed": String(picked) };
  if (part.localName === "button") delete attributes.role; // it is one anyway
  for (const [name, value] of Object.entries(attributes)) {
    if (active) part.setAttribute(name, value);
    else part.removeAttribute(name);
  }
}

/** Whether something in it is on its way: then its box isn't the one that it will have. @param {Element} part */
function isMoving(part) {
  return part.getAnimations?.({ subtree: true }).some((animation) => animation.playState === "running") ?? false;
}

/** Draw a frame around a part, on top of it. @param {Element} part @param {string} kind */
function frame(part, kind) {
  part.classList.add(kind);
  if (!("getBBox" in part) || isMoving(part)) return; // what still moves has its frame once it has arrived
  const box = /** @type {SVGGraphicsElement} */ (part).getBBox();
  if (!box.width) return; // not visible now
  const line = document.createElementNS(SVG, "rect");
  const round = Math.abs(box.width - box.height) < 8 && part.localName === "g";
  const margin = part.localName === "g" ? OUTER_MARGIN : INNER_MARGIN;
  const place = {
    x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin,
    rx: round ? box.width / 2 + margin : 9, class: `frame ${kind}`,
  };
  for (const [name, value] of Object.entries(place)) line.setAttribute(name, String(value));
  const moved = part.getAttribute("transform");
  if (moved) line.setAttribute("transform", moved);
  part.after(line);
}

/**
 * A picture with something to click is a group of buttons described by the alt text; otherwise it is an image.
 *
 * @param {Element} host
 */
function describe(host) {
  const alt = host.querySelector(":scope > .alt");
  if (!alt) return;
  const active = host.querySelector("[data-spot][tabindex]") !== null;
  host.setAttribute("role", active ? "group" : "img");
  host.setAttribute("aria-label", active ? t("Choose by clicking") : (alt.textContent ?? ""));
  if (active) host.setAttribute("aria-describedby", alt.id);
  else host.removeAttribute("aria-describedby");
}
