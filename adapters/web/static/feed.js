/** The feed: shows the newest entry, can be scrolled back, and announces new entries to screen readers. */

import { byId, make, plain, richText } from "./dom.js";

/** @typedef {import("./socket.js").Page} Page */

const MAX_ENTRIES = 400;
const FINAL_ENTRIES = 2; // at most, about the end of a game: the last turn with the result, and thanks

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
        make("li", { class: first ? null : "new", "data-sequence": sequence }, richText(text)),
      ),
    );
    while (this.list.childElementCount > MAX_ENTRIES) this.list.firstElementChild?.remove();
    if (!first) announce(news.map((entry) => plain(entry.text)).join(" "));
  }

  /** The last entries: how the game ended, once it is over. */
  get latest() {
    const entries = /** @type {HTMLElement[]} */ ([...this.list.children]).slice(-FINAL_ENTRIES);
    const last = entries.at(-1)?.dataset.sequence;
    return entries.filter((entry) => entry.dataset.sequence === last).map((entry) => entry.cloneNode(true).childNodes);
  }
}

/** Announce a text to screen readers. @param {string} text */
export function announce(text) {
  byId("announcer").append(make("p", {}, text));
  while (byId("announcer").childElementCount > 5) byId("announcer").firstElementChild?.remove();
}
