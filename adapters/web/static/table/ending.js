/** The end of a game as a scene: the verdict, what stood out, and what to do next. */

import { actButton } from "../acts.js";
import { canMove } from "../board/motion.js";
import { figure } from "../board/picture.js";
import { play } from "../board/sound.js";
import { embedded } from "../connection/embedded.js";
import { request } from "../connection/session.js";
import { byId, make, richText, show } from "../dom.js";
import { t } from "../language.js";

/** @typedef {import("../connection/socket.js").Page} Page @typedef {import("../dom.js").Part} Part */

const CONFETTI = 36;
const FALLING = 2_600; // milliseconds

export class Ending {
  #shown = "";

  /**
   * @param {string} path  of the table
   * @param {{press: (act: import("../connection/socket.js").Act) => Promise<void>, share: () => void, film: () => void, cards: (element: Element) => void}} actions
   */
  constructor(path, actions) {
    this.path = path;
    this.actions = actions;
  }

  /** @param {Page} page @param {boolean} live  whether it ended just now, before this person's eyes */
  async show(page, live) {
    if (page.phase !== "over") {
      this.#shown = "";
      show(byId("ending"), false);
      return;
    }
    if (this.#shown === page.table) return;
    this.#shown = page.table;
    const answer = await request(`${this.path}/ending.json`);
    if (!answer?.ok || this.#shown !== page.table) return;
    /** @type {{verdict: Part[], winners: number[] | null, highlights: Part[][]}} */
    const { verdict, winners, highlights } = await answer.json();
    const won = winners !== null && (page.seat === null ? winners.length > 0 : winners.includes(page.seat));
    byId("ending").classList.toggle("won", won);
    byId("ending").replaceChildren(
      make("h2", { class: "verdict", id: "ending-title" }, richText(verdict)),
      page.chart ? figure(page.chart) : "",
      highlights.length ? make("ul", { class: "highlights" }, ...highlights.map(highlight)) : "",
      this.#buttons(page),
    );
    this.actions.cards(byId("ending"));
    show(byId("ending"), true);
    if (!live) return;
    play(won ? "won" : "over");
    if (won && canMove()) confetti(byId("ending"));
  }

  /** @param {Page} page */
  #buttons(page) {
    const offered = page.layout.now.flatMap((control) => control.acts.map((at) => page.acts[at]));
    return make(
      "div",
      { class: "row control" },
      ...offered.map((act) => actButton(act, this.actions.press)),
      make("button", { type: "button", onclick: this.actions.film }, t("Film")),
      embedded ? "" : make("button", { type: "button", onclick: this.actions.share }, t("Share")),
    );
  }
}

/** @param {Part[]} sentence @param {number} at */
function highlight(sentence, at) {
  const line = make("li", {}, richText(sentence));
  if (canMove()) line.animate({ opacity: [0, 1], translate: ["0 0.5rem", "0 0"] }, { duration: 400, delay: 250 * at, fill: "backwards" });
  return line;
}

/** @param {Element} host */
function confetti(host) {
  for (let at = 0; at < CONFETTI; at += 1) {
    const paper = make("i", { class: `confetti colour-${at % 7}`, "aria-hidden": "true" });
    paper.style.left = `${(100 * at) / CONFETTI}%`;
    host.append(paper);
    const fall = { translate: ["0 -2rem", `${(Math.random() - 0.5) * 8}rem 22rem`], rotate: ["0turn", `${2 + Math.random() * 3}turn`], opacity: [1, 1, 0] };
    paper.animate(fall, { duration: FALLING * (0.6 + 0.6 * Math.random()), delay: 300 * Math.random(), easing: "ease-in", fill: "both" }).finished.then(() => paper.remove(), () => {});
  }
}
