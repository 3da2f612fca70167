/**
 * The wall: a card for each team. Those that need the trainer come first, but no card moves while somebody points at the
 * wall or has the focus in it.
 */

import { Picture } from "../board/picture.js";
import { minutesAndSeconds } from "../clock.js";
import { byId, make, show } from "../dom.js";
import { commas, n, t } from "../language.js";
import { inBrowser } from "../storage.js";

/** @typedef {import("./desk.js").Workshop} Workshop @typedef {import("./desk.js").Team} Team @typedef {import("./desk.js").Card} Card */

const CALM = 4_000; // milliseconds without a movement on the wall before cards change places
const MOVE = 300; // milliseconds that a card takes to its new place
const RATIO = 1.6; // of a board's width and height
const MIN_WIDTH = 130; // pixels of a card
const MIN_BOARD = 100; // pixels of a board
const EDGES = 30; // pixels beside a board
const MARGIN = 16; // pixels below the wall
const MANY = 16; // teams; with more of them, cards that fit one screen leave words out
const SIZE_KEY = "size of cards"; // not prose
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Wall {
  /** @type {Team[]} */
  #teams = [];
  /** @type {number[]} */
  #order = [];
  /** @type {TeamCard[]} */
  #cards = [];
  #touched = -CALM;
  #fitted = ""; // how many cards there were, and in which phase, when the columns were chosen

  /**
   * @param {HTMLElement} host
   * @param {import("../clock.js").ServerTime} time
   * @param {(team: number) => void} open
   */
  constructor(host, time, open) {
    this.host = host;
    this.time = time;
    this.open = open;
    for (const kind of ["pointermove", "pointerdown", "keydown"]) host.addEventListener(kind, () => (this.#touched = performance.now()));
    size().value = inBrowser.get(SIZE_KEY) ?? "fit";
    size().addEventListener("change", () => {
      inBrowser.set(SIZE_KEY, size().value);
      this.#fit();
    });
    byId("filter").addEventListener("change", () => this.#sift());
    byId("search").addEventListener("input", () => this.#sift());
    addEventListener("resize", () => this.#fit());
    setInterval(() => this.#tick(), 1_000);
  }

  /** @param {Team[]} teams @param {number[]} order @param {Workshop} workshop */
  show(teams, order, workshop) {
    this.#teams = teams;
    this.#order = order;
    for (let at = this.#cards.length; at < teams.length; at += 1) {
      const card = new TeamCard(at, this.time, () => this.open(at));
      this.#cards.push(card);
      this.host.append(card.element);
    }
    teams.forEach((team, at) => this.#cards[at].show(team, workshop));
    this.#showAttention();
    this.#sift();
    if (this.#calm) this.#arrange();
  }

  #showAttention() {
    const needing = this.#teams.filter(({ card }) => needsTrainer(card)).length;
    byId("attention").textContent = needing ? n("{count} team needs you", "{count} teams need you", needing) : "";
  }

  get #calm() {
    return performance.now() - this.#touched >= CALM && !this.host.matches(":focus-within");
  }

  #tick() {
    for (const card of this.#cards) card.tick();
    if (this.#calm) this.#arrange();
  }

  /** Put the cards into their order; each one that changes places is seen to move there. */
  #arrange() {
    const wanted = this.#order.map((at) => this.#cards[at]?.element).filter(Boolean);
    if (wanted.every((element, at) => this.host.children[at] === element)) return;
    const before = new Map(wanted.map((element) => [element, element.getBoundingClientRect()]));
    this.host.replaceChildren(...wanted);
    if (still.matches) return;
    for (const element of wanted) {
      const [was, is] = [/** @type {DOMRect} */ (before.get(element)), element.getBoundingClientRect()];
      if (was.x === is.x && was.y === is.y) continue;
      element.animate([{ transform: `translate(${was.x - is.x}px, ${was.y - is.y}px)` }, { transform: "none" }], { duration: MOVE, easing: "ease-out" });
    }
  }

  /** Hide the teams that nobody is looking for. */
  #sift() {
    const filter = /** @type {HTMLSelectElement} */ (byId("filter")).value;
    const words = /** @type {HTMLInputElement} */ (byId("search")).value.trim().toLowerCase();
    let shown = 0;
    this.#teams.forEach(({ card }, at) => {
      const fits = fitsFilter(card, filter) && fitsWords(card, words);
      show(this.#cards[at].element, fits);
      shown += Number(fits);
    });
    show(byId("nobody"), this.#teams.length > 0 && shown === 0);
    const fitted = `${shown} ${byId("desk").dataset.phase}`;
    if (fitted !== this.#fitted) this.#fit();
    this.#fitted = fitted;
  }

  /** Choose the number of columns so that all cards are on the screen, with boards as large as they can be. */
  #fit() {
    this.host.dataset.size = size().value;
    const count = this.#cards.filter((card) => !card.element.hidden).length;
    this.host.classList.toggle("dense", size().value === "fit" && count > MANY);
    if (size().value !== "fit" || !count) return;
    const { width, top } = this.host.getBoundingClientRect();
    const height = Math.max(innerHeight - (top + scrollY) - MARGIN, innerHeight / 2);
    const best = layout(count, width, height, this.#words());
    this.host.style.setProperty("--columns", String(best.columns));
    this.host.style.setProperty("--board-height", `${Math.floor(best.board / RATIO)}px`);
  }

  /** The height of a card without its board, with the gap below it. */
  #words() {
    const card = /** @type {HTMLElement} */ (this.host.querySelector(".team-card:not([hidden])"));
    const parts = [".card-head", ".card-foot"].map((part) => /** @type {HTMLElement} */ (card.querySelector(part)).offsetHeight);
    const style = getComputedStyle(card);
    const around = ["paddingTop", "paddingBottom", "rowGap", "rowGap"].map((name) => Number.parseFloat(style[/** @type {any} */ (name)]));
    return [...parts, ...around, 2, Number.parseFloat(getComputedStyle(this.host).rowGap)].reduce((sum, each) => sum + each);
  }
}

/**
 * The number of columns with the largest boards, and how wide those are; of equals, the one with fewer columns.
 *
 * @param {number} count @param {number} width @param {number} height @param {number} words  pixels of a card without its board
 */
function layout(count, width, height, words) {
  let best = { columns: 1, board: 0 };
  for (let columns = 1; columns <= Math.min(count, Math.max(1, Math.floor(width / MIN_WIDTH))); columns += 1) {
    const row = height / Math.ceil(count / columns) - words;
    const board = Math.max(MIN_BOARD, Math.min(width / columns - EDGES, row * RATIO));
    if (board > best.board + 1) best = { columns, board };
  }
  return best;
}

function size() {
  return /** @type {HTMLSelectElement} */ (byId("size"));
}

/** @param {Card} card */
function needsTrainer(card) {
  return card.stuck || card.question !== "";
}

/** @param {Card} card @param {string} filter */
function fitsFilter(card, filter) {
  return filter === "all" || (filter === "attention" ? needsTrainer(card) : card.phase === filter);
}

/** @param {Card} card @param {string} words */
function fitsWords(card, words) {
  return [card.name, ...card.chairs.map((chair) => chair.name)].some((name) => name.toLowerCase().includes(words));
}

class TeamCard {
  /** @type {Team | null} */
  #team = null;
  #card = "";
  /** @type {import("../connection/socket.js").Drawing | null} */
  #board = null;

  /** @param {number} number @param {import("../clock.js").ServerTime} time @param {() => void} open */
  constructor(number, time, open) {
    this.time = time;
    this.name = make("button", { type: "button", class: "card-name", onclick: open });
    this.badge = make("span", { class: "badge", hidden: true });
    this.picture = make("div", { class: "picture card-board", role: "img", hidden: true });
    this.board = new Picture(this.picture);
    this.people = make("ul", { class: "card-people", hidden: true });
    this.glance = make("p", { class: "card-glance" });
    this.turn = make("p", { class: "card-turn" });
    this.waited = make("span", { class: "card-waited" });
    const head = make("div", { class: "card-head" }, make("h3", {}, this.name), this.badge);
    const foot = make("div", { class: "card-foot" }, this.glance, this.turn, this.waited);
    this.element = make("li", { class: "team-card", "data-team": number }, head, make("div", { class: "card-middle" }, this.picture, this.people), foot);
  }

  /** @param {Team} team @param {Workshop} workshop */
  show(team, workshop) {
    const key = JSON.stringify([team.card, workshop.size, workshop.paused]);
    const board = team.card.phase === "lobby" ? null : team.board;
    if (key !== this.#card) this.#write(team.card, workshop);
    if (board !== this.#board) this.board.show(board); // thirty boards: only those that were sent again
    show(this.picture, board !== null);
    this.#card = key;
    this.#board = board;
    this.#team = team;
    this.tick();
  }

  /** @param {Card} card @param {Workshop} workshop */
  #write(card, workshop) {
    this.name.textContent = card.name;
    const [badge, urgent] = standing(card, workshop);
    this.badge.textContent = badge;
    show(this.badge, badge !== "");
    this.badge.classList.toggle("faint", !urgent);
    this.element.classList.toggle("urgent", urgent);
    this.element.classList.toggle("over", card.phase === "over");
    this.glance.replaceChildren(...card.glance.map(([what, much]) => make("span", {}, make("span", { class: "what" }, what), " ", make("b", {}, much))));
    const awaited = card.chairs.filter((chair) => chair.awaited && card.phase === "playing");
    this.turn.textContent = card.question ? t("“{question}”", { question: card.question }) : commas(awaited.map((chair) => chair.name));
    this.turn.classList.toggle("awaited", awaited.length > 0 && !card.question);
    show(this.people, card.phase === "lobby");
    const people = card.chairs.map((chair) => make("li", { class: chair.automatic ? "automatic" : null }, chair.name));
    this.people.replaceChildren(...(people.length ? people : [make("li", { class: "nobody" }, t("Nobody yet"))]));
  }

  tick() {
    const card = this.#team?.card;
    if (!card) return;
    const waited = card.since === null ? 0 : Math.max(0, this.time.now - card.since);
    const left = card.until === null ? 0 : Math.max(0, card.until - this.time.now);
    const text = left >= 4 ? t("{time} left", { time: minutesAndSeconds(left) }) : waited >= 10 ? t("waits {time}", { time: minutesAndSeconds(waited) }) : "";
    if (this.waited.textContent !== text) this.waited.textContent = text;
  }
}

/** What to say about a team in a word, and whether it needs the trainer. @param {Card} card @param {Workshop} workshop @returns {[string, boolean]} */
function standing(card, workshop) {
  if (card.question) return [t("Question"), true];
  if (card.stuck) return [t("Stuck"), true];
  if (card.phase === "over") return [t("Finished"), false];
  if (card.phase === "lobby") return [t("{number} of {count}", { number: card.chairs.length, count: workshop.size }), false];
  return [workshop.paused ? t("Paused") : "", false];
}
