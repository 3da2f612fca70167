/** The feed: shows the newest entry, can be scrolled back, and announces new entries to screen readers. */

import { byId, make, plain, richText } from "./dom.js";

/** @typedef {import("./connection/socket.js").Page} Page */

const MAX_ENTRIES = 400;

export class Feed {
  #table = "";
  #shown = 0;

  /** @param {HTMLElement} list @param {(entry: Element) => void} [added]  called with each new entry */
  constructor(list, added = () => {}) {
    this.list = list;
    this.added = added;
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
    for (const { sequence, text } of news) {
      const entry = make("li", { class: first ? null : "new", "data-sequence": sequence }, richText(text));
      this.list.append(entry);
      this.added(entry);
    }
    while (this.list.childElementCount > MAX_ENTRIES) this.list.firstElementChild?.remove();
    if (!first) announce(news.map((entry) => plain(entry.text)).join(" "));
  }
}

/** Announce a text to screen readers. @param {string} text */
export function announce(text) {
  byId("announcer").append(make("p", {}, text));
  while (byId("announcer").childElementCount > 5) byId("announcer").firstElementChild?.remove();
}
