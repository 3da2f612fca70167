/** What happened. The newest is in view, older ones can be scrolled to, and new ones are announced. */

import { byId, make, plain, words } from "./dom.js";

/** @typedef {import("./socket.js").Page} Page */

const KEPT = 400; // entries in the page
const LAST_WORDS = 2; // entries at most that tell how a game ended: the last turn with the verdict, and thanks

export class Feed {
  #table = "";
  #shown = 0;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /** @param {Page} page */
  show(page) {
    const first = page.table !== this.#table;
    if (first) {
      this.list.replaceChildren();
      this.#shown = 0;
      this.#table = page.table;
    }
    const news = page.feed.filter((entry) => entry.sequence > this.#shown && plain(entry.text).trim());
    this.#shown = Math.max(this.#shown, page.sequence);
    if (!news.length) return;
    this.list.append(
      ...news.map(({ sequence, text }) =>
        make("li", { class: first ? null : "new", "data-sequence": sequence }, words(text)),
      ),
    );
    while (this.list.childElementCount > KEPT) this.list.firstElementChild?.remove();
    if (!first) announce(news.map((entry) => plain(entry.text)).join(" "));
  }

  /** What was told last: how the game ended, once it has. */
  get latest() {
    const entries = /** @type {HTMLElement[]} */ ([...this.list.children]).slice(-LAST_WORDS);
    const last = entries.at(-1)?.dataset.sequence;
    return entries.filter((entry) => entry.dataset.sequence === last).map((entry) => entry.cloneNode(true).childNodes);
  }
}

/** Say it to whoever listens to the page. @param {string} text */
export function announce(text) {
  byId("announcer").append(make("p", {}, text));
  while (byId("announcer").childElementCount > 5) byId("announcer").firstElementChild?.remove();
}
