/**
 * A gallery: what a host can choose as cards, by purpose or by a word, and a choice of their own.
 *
 * @typedef {{title: string, hint: string, examples: string[]}} Part  a column of the board
 * @typedef {{value: string, title: string, when: string, purposes: string[], parts: Part[], asks: string[]}} Card
 * @typedef {{option: string, own: string, cards: Card[]}} Choices  `own`: the option for a choice of one's own
 * @typedef {{option: string, value: string, title: string, titles: string[]}} Choice  `titles`: of its columns
 */

import { make, show } from "../dom.js";
import { IN_LANGUAGE, commas, n, p, t } from "../language.js";

const COLOURS = 6; // that columns take turns with
const [LEAST, MOST] = [2, 6]; // columns of one's own
const COLUMN_LIMIT = 40; // characters

/** @param {string} game @returns {Promise<Choices>} */
export async function choicesOf(game) {
  const answer = await fetch(`/gallery/${game}/cards.json`, { headers: IN_LANGUAGE });
  if (!answer.ok) throw new Error(`There is no gallery of ${game}.`);
  return answer.json();
}

/** Columns as the board will have them. @param {{title: string, hint?: string}[]} parts @param {(part: any) => Node | null} [below] */
export function columns(parts, below = () => null) {
  const column = (/** @type {{title: string, hint?: string}} */ part, /** @type {number} */ at) =>
    make("li", { class: `part colour-${at % COLOURS}` }, make("b", {}, part.title), part.hint ? make("span", {}, part.hint) : null, below(part));
  return make("ul", { class: "parts" }, ...parts.map(column));
}

export class Gallery {
  #purpose = "";

  /** @param {Choices} choices @param {(choice: Choice) => unknown} use @param {string} [own]  the choice of one's own so far */
  constructor(choices, use, own = "") {
    this.choices = choices;
    this.use = use;
    this.cards = choices.cards.map((card) => ({ element: this.#card(card), card, words: wordsOf(card) }));
    this.search = /** @type {HTMLInputElement} */ (make("input", { id: "gallery-search", type: "search", autocomplete: "off", placeholder: t("A word, such as conflict or energy") }));
    this.search.addEventListener("input", () => this.#filter());
    this.search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault()); // it has filtered already
    this.found = make("p", { class: "hint", role: "status" });
    this.purposes = make("div", { class: "purposes", role: "group", "aria-label": p("of a format", "Purpose") });
    this.element = make(
      "div",
      { class: "gallery" },
      make("div", { class: "finding" }, make("div", { class: "field" }, make("label", { for: "gallery-search" }, t("Search")), this.search), this.purposes, this.found),
      make("ul", { class: "cards" }, ...this.cards.map(({ element }) => element), choices.own ? this.#own(own) : null),
    );
    this.#filter();
  }

  #filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {string} */ text) => words.every((word) => text.includes(word));
    let found = 0;
    for (const { element, card, words: text } of this.cards) {
      const shown = fits(text) && (!this.#purpose || card.purposes.includes(this.#purpose));
      show(element, shown);
      found += Number(shown);
    }
    this.found.textContent = counted(this.choices.option, found);
    this.#showPurposes();
  }

  #showPurposes() {
    const all = [...new Set(this.choices.cards.flatMap((card) => card.purposes))];
    const focused = this.purposes.contains(document.activeElement);
    const button = (/** @type {string} */ purpose) => {
      const pressed = purpose === this.#purpose;
      const count = purpose ? this.choices.cards.filter((card) => card.purposes.includes(purpose)).length : this.choices.cards.length;
      const choose = () => {
        this.#purpose = pressed ? "" : purpose;
        this.#filter();
      };
      return make("button", { type: "button", class: "purpose", "aria-pressed": String(pressed), onclick: choose }, `${purpose ? capitalized(purpose) : t("All")} `, make("span", { class: "count" }, String(count)));
    };
    this.purposes.replaceChildren(...["", ...all].map(button));
    if (focused) /** @type {HTMLElement | null} */ (this.purposes.querySelector("[aria-pressed=true]"))?.focus();
  }

  /** @param {Card} card */
  #card(card) {
    const title = make("h2", {}, card.title);
    const host = make("div", { class: "columns-of" }, columns(card.parts));
    const chosen = { option: this.choices.option, value: card.value, title: card.title, titles: card.parts.map((part) => part.title) };
    const use = make("button", { type: "button", "aria-label": t("Use it: {title}", { title: card.title }), onclick: () => this.use(chosen) }, t("Use it"));
    const examples = make("button", { type: "button", class: "quiet", "aria-expanded": "false", "aria-label": t("Example notes: {title}", { title: card.title }) }, t("Example notes"));
    examples.addEventListener("click", () => {
      const open = examples.getAttribute("aria-expanded") !== "true";
      examples.setAttribute("aria-expanded", String(open));
      host.replaceChildren(columns(card.parts, open ? notesOf : undefined));
      element.classList.toggle("open", open);
      element.scrollIntoView({ block: "nearest" });
    });
    const element = make(
      "li",
      { class: "panel choice", "data-choice": card.value },
      title,
      card.when ? make("p", { class: "when" }, card.when) : null,
      host,
      card.asks.length ? make("p", { class: "hint" }, t("Everybody rates, without names: {questions}.", { questions: commas(card.asks) })) : null,
      make("div", { class: "row" }, use, examples, make("span", { class: "hint" }, commas(card.purposes))),
    );
    return element;
  }

  // --- a choice of one's own ----------------------------------------------------------------------------------------

  /** @param {string} before */
  #own(before) {
    const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: "own-columns", rows: 4, "aria-describedby": "own-hint", placeholder: t("Keep\nDrop\nTry") }));
    const shown = make("div", { class: "columns-of" });
    const refusal = make("p", { class: "refusal", role: "alert", hidden: true });
    const draw = () => shown.replaceChildren(columns(titlesIn(area.value).map((title) => ({ title }))));
    area.value = before.replaceAll("_", " ").replaceAll(",", "\n");
    draw();
    area.addEventListener("input", () => (draw(), show(refusal, false)));
    const use = make("button", { type: "button" }, t("Use them"));
    use.addEventListener("click", () => {
      const titles = titlesIn(area.value);
      refusal.textContent = refused(titles);
      show(refusal, Boolean(refusal.textContent));
      if (refusal.textContent) return void area.focus();
      this.use({ option: this.choices.own, value: asValue(titles), title: t("Your own columns"), titles });
    });
    return make(
      "li",
      { class: "panel choice own-choice" },
      make("h2", {}, t("Your own columns")),
      make("label", { for: "own-columns" }, t("Columns, one a line")),
      area,
      make("p", { id: "own-hint", class: "hint" }, t("{least} to {most}, of up to {limit} characters each.", { least: LEAST, most: MOST, limit: COLUMN_LIMIT })),
      shown,
      refusal,
      make("div", { class: "row" }, use),
    );
  }
}

/** How many were found. @param {string} option @param {number} found */
function counted(option, found) {
  if (option !== "format") return found ? n("{count} choice", "{count} choices", found) : t("No choice has all of that.");
  return found ? n("{count} format", "{count} formats", found) : t("No format has all of that.");
}

/** Everything that a card can be found by. @param {Card} card */
function wordsOf(card) {
  return [card.title, card.when, ...card.purposes, ...card.parts.flatMap((part) => [part.title, part.hint]), ...card.asks].join(" ").toLowerCase();
}

/** @param {Part} part */
function notesOf(part) {
  return part.examples.length ? make("ul", { class: "examples" }, ...part.examples.map((note) => make("li", {}, note))) : null;
}

/** @param {string} typed */
function titlesIn(typed) {
  return typed.split(/[\n,]/).map((title) => title.trim().replace(/\s+/g, " ")).filter(Boolean);
}

/** Options can’t contain spaces. @param {string[]} titles */
function asValue(titles) {
  return titles.map((title) => title.replaceAll(" ", "_")).join(",");
}

/** @param {string[]} titles */
function refused(titles) {
  const long = titles.find((title) => title.length > COLUMN_LIMIT);
  if (long) return t("“{title}” has {count} characters; columns have up to {limit}.", { title: long, count: long.length, limit: COLUMN_LIMIT });
  const fits = titles.length >= LEAST && titles.length <= MOST;
  return fits ? "" : n("That’s {count} column: a board has {least} to {most}.", "That’s {count} columns: a board has {least} to {most}.", titles.length, { least: LEAST, most: MOST });
}

/** @param {string} text */
function capitalized(text) {
  return text[0].toUpperCase() + text.slice(1);
}
