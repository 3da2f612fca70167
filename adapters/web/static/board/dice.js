/** The dice beside the board: they roll, and stay visible until the next roll. */

import { make } from "../dom.js";
import { commas, t } from "../language.js";
import { finished } from "./motion.js";

/** @typedef {import("../connection/socket.js").Die} Die */

const SVG = "http://www.w3.org/2000/svg";
const FACES = 70; // milliseconds that a face is shown while a die rolls
/** the corners, middles and centre of a face, by number of pips */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die as a picture. @param {Die} die @param {number} shown  the side to show */
function face(die, shown) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const sign = shown === die.shown ? die.sign : "";
  svg.append(box(sign ? "sign" : ""));
  if (sign) svg.append(words(sign, 5.6));
  else if (die.sides > 6) svg.append(words(String(shown), 11));
  else svg.append(...(PIPS[shown] ?? []).map(pip));
  return svg;
}

/** @param {string} kind */
function box(kind) {
  const rect = document.createElementNS(SVG, "rect");
  const shape = { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5, class: `die-face ${kind}` };
  for (const [name, value] of Object.entries(shape)) rect.setAttribute(name, String(value));
  return rect;
}

/** @param {number} place  0 to 8: the upper left to the lower right */
function pip(place) {
  const dot = document.createElementNS(SVG, "circle");
  const shape = { cx: 6.5 + 5.5 * (place % 3), cy: 6.5 + 5.5 * Math.floor(place / 3), r: 2, class: "die-pip" };
  for (const [name, value] of Object.entries(shape)) dot.setAttribute(name, String(value));
  return dot;
}

/** @param {string} text @param {number} size */
function words(text, size) {
  const element = document.createElementNS(SVG, "text");
  const shape = { x: 12, y: 12 + size * 0.35, "font-size": size, "text-anchor": "middle", class: "die-words" };
  for (const [name, value] of Object.entries(shape)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

export class Dice {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
  }

  clear() {
    this.host.replaceChildren();
    this.#name([], "");
  }

  /** @param {Die[]} dice @param {string} who */
  show(dice, who) {
    this.host.replaceChildren(...dice.map((die) => make("span", { class: "die" }, face(die, die.shown))));
    this.#name(dice, who);
  }

  /** @param {Die[]} dice @param {string} who @param {number} milliseconds */
  async roll(dice, who, milliseconds) {
    this.show(dice, who);
    await Promise.all([...this.host.children].map((die, at) => tumble(die, dice[at], milliseconds, at)));
  }

  /** @param {Die[]} dice @param {string} who */
  #name(dice, who) {
    const rolled = commas(dice.map((die) => die.sign || String(die.shown)));
    this.host.setAttribute("aria-label", dice.length ? t("{who} rolled {faces}", { who, faces: rolled }) : t("No dice rolled yet"));
  }
}

/** @param {Element} element @param {Die} die @param {number} milliseconds @param {number} at */
async function tumble(element, die, milliseconds, at) {
  const rolling = element.animate(
    { rotate: ["-1.5turn", "0turn"], translate: [`${-30 - 10 * at}px -14px`, "-8px 4px", "3px -3px", "0px 0px"] },
    { duration: milliseconds, easing: "cubic-bezier(0.2, 0.6, 0.3, 1)" },
  );
  const changing = setInterval(() => {
    element.replaceChildren(face(die, 1 + Math.floor(Math.random() * die.sides)));
  }, FACES);
  await finished(rolling);
  clearInterval(changing);
  element.replaceChildren(face(die, die.shown));
}
