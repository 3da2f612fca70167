/** Guidance: the goal, the rules with a search, and the tips of the tutorial, from the table's guide. */

import { request } from "../connection/session.js";
import { display } from "../dialog.js";
import { bold, byId, make, plain, richText, show } from "../dom.js";
import { language, pieces, t } from "../language.js";
import { inBrowser } from "../storage.js";

/**
 * @typedef {{goal: string, rules: {key: string, title: string, text: string}[],
 *   lessons: {after: string, text: string}[], cards: import("../board/cards.js").Card[]}} GuideData
 * @typedef {import("../connection/socket.js").Page} Page
 */

const LATER = 700; // milliseconds after the first page
const TIPS = "tips"; // in this browser's storage: "on" or "off", and which ones were read

export class Guide {
  /** @type {GuideData} */
  #data = { goal: "", rules: [], lessons: [], cards: [] };
  #loaded = "";
  #about = ""; // the situation that the tip is about, and the one that the page shows
  #situation = "";
  /** Settles when the cards of the table are known, or can't be had. */
  ready = Promise.resolve();

  /** @param {string} path @param {{cards: (cards: import("../board/cards.js").Card[]) => void, linked: (element: Element) => void}} listener */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
  }

  /** Load the guide of this table: again when its game starts, because then its cards are known. @param {Page} page */
  #keepUp(page) {
    const key = `${page.table} ${page.phase === "lobby"}`;
    if (key === this.#loaded) return;
    const first = !this.#loaded;
    this.#loaded = key;
    this.ready = this.#load(page, key, first);
  }

  /** @param {Page} page @param {string} key @param {boolean} first */
  async #load(page, key, first) {
    if (first) await new Promise((resolve) => setTimeout(resolve, LATER)); // the board comes first
    const answer = await request(`${this.path}/guide.json?${encodeURIComponent(key)}&language=${language}`);
    if (!answer?.ok) return;
    this.#data = await answer.json();
    this.listener.cards(this.#data.cards);
    if (page.phase === "playing" && page.seat !== null) this.#tell(page.game, "");
  }

  /** Show what fits the page: the goal while there is one, and tips. @param {Page} page */
  show(page) {
    this.#keepUp(page);
    this.#goal(page);
    this.#situation = plain(page.situation);
    const plays = page.phase === "playing" && page.seat !== null && !page.chairs[page.seat].automatic;
    if (!plays || this.#about !== this.#situation) this.#tip(""); // what it was about is over
    if (plays) this.#follow(page);
  }

  /** @param {Page} page */
  #goal(page) {
    const shown = page.goal !== "" && page.phase !== "over";
    show(byId("goal"), shown);
    byId("goal").replaceChildren(...(shown ? pieces(t("<b>Goal: </b>{goal}"), { b: bold, goal: page.goal }) : []));
  }

  // --- tips ---------------------------------------------------------------------------------------------------------

  get tips() {
    return inBrowser.get(TIPS) !== "off";
  }

  set tips(on) {
    inBrowser.set(TIPS, on ? "on" : "off");
    if (on) for (const key of inBrowser.keys) if (key.startsWith(`${TIPS}-`)) inBrowser.remove(key);
  }

  /** Tell what the tutorial says about these kinds of events, once in each browser. @param {Page} page */
  #follow(page) {
    (page.steps ?? []).some((step) => this.#tell(page.game, step.kind)); // one at a time; the others come up again
  }

  /** Whether there was something to tell. @param {string} game @param {string} kind */
  #tell(game, kind) {
    const key = `${TIPS}-${game}`;
    const told = new Set((inBrowser.get(key) ?? "").split(" "));
    const lesson = this.#data.lessons.find((each) => each.after === kind);
    if (!this.tips || !lesson || told.has(kind || "start")) return false;
    inBrowser.set(key, [...told, kind || "start"].join(" "));
    this.#tip(lesson.text);
    return true;
  }

  /** This person goes on: what the tip was about is over. */
  moveOn() {
    this.#tip("");
  }

  /** @param {string} text  empty: no tip */
  #tip(text) {
    this.#about = this.#situation;
    const dismiss = make("button", { type: "button", onclick: () => this.#tip("") }, t("Got it"));
    const off = make("button", { type: "button", class: "quiet" }, t("No more tips"));
    off.addEventListener("click", () => {
      this.tips = false;
      this.#tip("");
    });
    const shown = [make("p", { class: "sentence" }, richText(text)), make("div", { class: "row" }, dismiss, off)];
    byId("tip").replaceChildren(...(text ? shown : []));
    this.listener.linked(byId("tip"));
  }

  // --- rules --------------------------------------------------------------------------------------------------------

  /** Open the rules, at a topic if one is named. @param {string} [topic] */
  async open(topic = "") {
    const search = /** @type {HTMLInputElement} */ (
      make("input", { type: "search", placeholder: t("Search the rules and cards"), "aria-label": t("Search the rules and cards") })
    );
    const found = make("div", { class: "rules", tabindex: "-1" });
    const list = () => {
      const wanted = search.value.trim().toLowerCase();
      const fits = (/** @type {string} */ text) => !wanted || text.toLowerCase().includes(wanted);
      const rules = this.#data.rules.filter(({ title, text }) => fits(`${title} ${text}`));
      const cards = wanted ? this.#data.cards.filter(({ title, text }) => fits(`${title} ${text}`)) : [];
      found.replaceChildren(
        ...rules.map((rule) => this.#rule(rule, wanted !== "" || rule.key === topic)),
        ...cards.map((card) => make("p", { class: "rule" }, ...pieces(t("<b>{title}</b> ({kind}): {text}"), { ...card, b: bold }))),
        ...(rules.length || cards.length ? [] : [make("p", {}, t("Nothing found."))]),
      );
    };
    search.addEventListener("input", list);
    list();
    const shown = display(t("Rules"), [make("p", { class: "hint" }, this.#data.goal), search, found]);
    document.getElementById(`rule-${topic}`)?.scrollIntoView({ block: "start" });
    await shown;
  }

  /** @param {{key: string, title: string, text: string}} rule @param {boolean} open */
  #rule(rule, open) {
    return make(
      "details",
      { class: "rule", id: `rule-${rule.key}`, open },
      make("summary", {}, rule.title),
      make("p", { class: "sentence" }, richText(rule.text)),
    );
  }
}
