/**
 * Cards as things: large where people decide about one, turned over when one is drawn, and opened wherever it is named.
 *
 * @typedef {{title: string, text: string, kind: string, sort?: string, note: import("../dom.js").Part[], decides: boolean}} Card
 *   `sort`: what it gets its colour by, if it has one
 */

import { display } from "../dialog.js";
import { byId, make, richText, show } from "../dom.js";
import { p, t } from "../language.js";
import { canMove, finished } from "./motion.js";
import { play } from "./sound.js";

const SHOWN = 1_200; // milliseconds at normal speed that a card is shown when it is drawn
const TURNING = 450;
export const DEALT = TURNING + SHOWN;
// how sentences name a card, in the quotation marks of their language
const OPEN = /“([^”]+)”|„([^“”]+)[“”]|«\s?([^»]+?)\s?»|「([^」]+)」/;
const NAMED = /(“[^”]+”|„[^“”]+[“”]|«[^»]+»|「[^」]+」)/;

/** Quotation marks in a title are single ones in a sentence. @param {string} title */
function asNamed(title) {
  return title.replace(/[“‘„‚«‹]/g, "‘").replace(/[”’»›]/g, "’").trim().toLowerCase();
}

/** @param {Card} card @param {string} [kind] */
export function cardElement(card, kind = "") {
  return make(
    "article",
    { class: `card ${kind}`, "data-kind": card.sort ?? "" },
    make("p", { class: "card-kind" }, card.kind),
    make("h3", {}, card.title),
    make("p", { class: "card-text" }, card.text),
    card.note.length ? make("p", { class: "card-note" }, richText(card.note)) : null,
  );
}

/** A card in this person's hand, which can be picked. @param {import("../connection/socket.js").HandCard} card */
export function handCard({ name, text, worth, good, effects, spot }) {
  const tone = good === null ? "even" : good ? "good" : "bad";
  return make(
    "div",
    { class: `card hand-card ${tone}`, "data-spot": spot, "data-piece": spot },
    make("h4", {}, name, " ", make("span", { class: "worth" }, worth)),
    make("p", { class: "card-text" }, text),
    make("dl", { class: "effects" }, ...effects.map(([who, words], at) => make("div", {}, make("dt", {}, at ? who : p("player", "you")), make("dd", {}, words)))),
  );
}

export class Cards {
  /** @type {Map<string, Card>} by title as sentences name it */
  #known = new Map();
  #decided = "";

  /** @param {boolean} linked  whether the names of cards open them */
  constructor(linked) {
    this.linked = linked;
  }

  /** @param {Card[]} cards */
  learn(cards) {
    for (const card of cards) this.#known.set(asNamed(card.title), card);
  }

  /** @param {string} title @returns {Card | undefined} */
  named(title) {
    return this.#known.get(asNamed(title));
  }

  /** @param {string} title */
  open(title) {
    const card = this.named(title);
    if (card) display("", [cardElement(card, "large")]);
    return card !== undefined;
  }

  /**
   * Turn the names of cards in an element into buttons that open them.
   *
   * @param {Element} element
   */
  link(element) {
    if (!this.linked || !this.#known.size) return;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (OPEN.test(node.textContent ?? "") && !node.parentElement?.closest("button, .card")) found.push(node);
    }
    for (const node of found) /** @type {ChildNode} */ (node).replaceWith(...this.#linked(node.textContent ?? ""));
  }

  /** @param {string} text @returns {(Node | string)[]} */
  #linked(text) {
    return text.split(NAMED).map((part) => {
      const title = OPEN.exec(part)?.slice(1).find(Boolean);
      if (!title || !this.named(title)) return part;
      return make("button", { type: "button", class: "card-name", onclick: () => this.open(title) }, part);
    });
  }

  /** Show the cards that people decide about now, in the middle of the board. @param {Card[]} cards */
  decide(cards) {
    const deciding = cards.filter((card) => card.decides);
    const key = deciding.map((card) => card.title).join("\n");
    show(byId("spotlight"), deciding.length > 0);
    if (key === this.#decided) return;
    this.#decided = key;
    byId("spotlight").classList.remove("small");
    byId("spotlight").replaceChildren(
      ...deciding.map((card) => cardElement(card, "large")),
      make("button", { type: "button", class: "quiet dismiss", "aria-label": t("Make the card smaller, or larger again"), onclick: () => byId("spotlight").classList.toggle("small") }, "⤡"),
    );
    if (deciding.length && canMove()) for (const card of byId("spotlight").querySelectorAll(".card")) turnOver(card, TURNING);
  }

  /** Deal cards into the middle of the board and turn them over. @param {Card[]} cards @param {number} unit  milliseconds at this speed for one at normal speed */
  async deal(cards, unit) {
    const drawn = cards.filter((card) => !card.decides);
    if (!drawn.length || !unit) return;
    const stage = byId("dealt");
    stage.replaceChildren(...drawn.map((card) => cardElement(card, "large")));
    show(stage, true);
    play("card");
    await Promise.all([...stage.children].map((card) => turnOver(card, TURNING * unit)));
    await finished(stage.animate({ opacity: [1, 1, 0] }, { duration: SHOWN * unit }));
    show(stage, false);
    stage.replaceChildren();
  }
}

/** @param {Element} card @param {number} milliseconds */
function turnOver(card, milliseconds) {
  const turn = { scale: ["0 1", "1 1"], translate: ["0 -40%", "0 0"], opacity: [0.3, 1] };
  return finished(card.animate(turn, { duration: milliseconds, easing: "ease-out" }));
}
