/** The board: a column of notes each, which scrolls by itself; on a phone, a tab each. */

import { make, plain } from "../../dom.js";
import { n, t } from "../../language.js";
import { COLOURS } from "../parts/colours.js";
import { keyed } from "../parts/keyed.js";
import { Dragging } from "./dragging.js";
import { Grouping } from "./grouping.js";
import { healthTopics } from "./health.js";
import { dotsOn } from "./voting.js";
import { Writing } from "./writing.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../room.js").Topic} Topic @typedef {import("../parts/keyed.js").Item} Item */



export class Board {
  #tab = 0; // the column that a phone shows

  /** @param {HTMLElement} host @param {Room} room @param {{keys: () => void, freed: () => void}} ways */
  constructor(host, room, { keys, freed }) {
    this.host = host;
    this.room = room;
    this.writing = new Writing(room, () => this.show());
    this.grouping = new Grouping(host, room, keys);
    this.dragging = new Dragging(host, {
      movable: () => this.#phase === "group" && room.takesPart,
      dropped: (from, to) => this.grouping.put(from, to),
      freed,
    });
  }

  get holds() {
    return this.dragging.holds;
  }

  get #phase() {
    return this.room.page.meeting?.phase ?? "";
  }

  show() {
    const { columns } = this.room.meeting;
    this.#tab = Math.min(this.#tab, columns.length - 1);
    const titles = columns.map((column) => column.title);
    /** @type {Item[]} */
    const parts = [
      { key: "tabs", sign: titles, draw: () => this.#tabs(titles), update: (element) => this.#markTabs(element) },
      { key: "columns", sign: titles.length, draw: () => make("div", { class: "columns" }), update: (element) => this.#columns(element) },
    ];
    if (this.#phase === "reflect" && !this.room.watching) parts.push(this.writing.ownOnPhone());
    const draft = this.#phase === "reflect" ? null : this.writing.leftDraft();
    keyed(this.host, draft ? [draft, ...parts] : parts);
    this.grouping.settle();
  }

  // --- tabs ---------------------------------------------------------------------------------------------------------

  /** @param {string[]} titles */
  #tabs(titles) {
    const tab = (/** @type {string} */ title, /** @type {number} */ at) =>
      make(
        "button",
        { type: "button", role: "tab", id: `tab-${at}`, "aria-controls": `column-${at}`, class: `tab colour-${at % COLOURS}`, "data-focus": `tab:${at}`, onclick: () => this.#choose(at) },
        make("span", {}, title), " ", make("span", { class: "count" }),
      );
    const list = make("div", { class: "tabs", role: "tablist", "aria-label": t("Columns") }, ...titles.map(tab));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      this.#choose((this.#tab + step + titles.length) % titles.length);
      /** @type {HTMLElement} */ (list.children[this.#tab]).focus();
    });
    return list;
  }

  /** @param {number} at */
  #choose(at) {
    this.#tab = at;
    this.show();
  }

  /** @param {HTMLElement} list */
  #markTabs(list) {
    [...list.children].forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === this.#tab));
      tab.setAttribute("tabindex", at === this.#tab ? "0" : "-1");
      const count = /** @type {HTMLElement} */ (tab.querySelector(".count"));
      count.textContent = String(this.#count(at) || "");
    });
  }

  /** @param {number} at */
  #count(at) {
    if (this.#phase === "reflect") return this.room.kept.notes.filter((note) => note.column === at).length;
    return this.room.page.meeting_notes.filter((note) => note.column === at).length;
  }

  // --- columns ------------------------------------------------------------------------------------------------------

  /** @param {HTMLElement} host */
  #columns(host) {
    host.style.setProperty("--columns", String(this.room.meeting.columns.length));
    keyed(host, this.room.meeting.columns.map((column, at) => ({
      key: String(at),
      sign: [column.title, column.question, column.open, this.#phase, this.room.takesPart],
      draw: () => this.#column(at),
      update: (element) => this.#fill(element, at),
    })));
  }

  /** @param {number} at */
  #column(at) {
    const { title, question, open } = this.room.meeting.columns[at];
    const writes = this.#phase === "reflect" && open && this.room.takesPart;
    return make(
      "section",
      { class: `column colour-${at % COLOURS}`, id: `column-${at}`, "aria-labelledby": `heading-${at}` },
      make("header", {}, make("h3", { id: `heading-${at}` }, title), make("span", { class: "count" }), make("p", { class: "question" }, question)),
      writes ? this.writing.field(at) : null,
      make("ul", { class: "notes", tabindex: "0", "aria-labelledby": `heading-${at}`, "data-focus": `column:${at}` }),
    );
  }

  /** @param {HTMLElement} element @param {number} at */
  #fill(element, at) {
    element.classList.toggle("chosen", at === this.#tab);
    const list = /** @type {HTMLElement} */ (element.querySelector(".notes"));
    const count = /** @type {HTMLElement} */ (element.querySelector(".count"));
    count.textContent = String(this.#count(at) || "");
    const shown = this.#topics(at);
    const health = this.room.meeting.health.length > 0 && at === this.room.meeting.columns.length - 1 ? healthTopics(this.room) : [];
    keyed(list, this.#phase === "reflect" ? [...this.writing.own(at), ...health, ...shown] : [...shown, ...health]);
    list.toggleAttribute("data-empty", list.childElementCount === 0);
  }

  /** Groups first, then single notes. @param {number} at @returns {Item[]} */
  #topics(at) {
    const { room } = this;
    const here = room.topics.filter((topic) => room.note(topic.key)?.column === at);
    const sorted = [...here.filter((topic) => topic.notes.length > 1), ...here.filter((topic) => topic.notes.length === 1)];
    const hidden = room.page.meeting_notes.filter((note) => note.column === at && note.hidden && !room.topicOf(note.number));
    return [
      ...sorted.map((topic) => ({
        key: `topic:${topic.key}`,
        sign: [topic, topic.notes.map((number) => room.note(number)), this.#phase, room.takesPart, room.leads],
        draw: () => this.#topic(topic),
        update: (/** @type {HTMLElement} */ element) => this.#phase === "vote" && dotsOn(room, element, topic),
      })),
      ...hidden.map((note) => ({ key: `hidden:${note.number}`, sign: note, draw: () => make("li", { class: "note hidden-note" }, make("p", {}, plain(note.text))) })),
    ];
  }

  /** @param {Topic} topic */
  #topic(topic) {
    const { room } = this;
    if (topic.notes.length === 1) return this.#note(topic.key, topic);
    const title = make("header", {}, make("h4", {}, room.titleOf(topic)), make("span", { class: "hint" }, n("{count} note", "{count} notes", topic.notes.length)), ...this.#onGroup(topic));
    const notes = make("ul", {}, ...topic.notes.map((number) => this.#note(number)));
    return make("li", { class: "group", "data-group": topic.key }, title, notes, this.#phase === "vote" ? make("div", { class: "dots" }) : null);
  }

  /** @param {Topic} topic */
  #onGroup(topic) {
    if (this.#phase !== "group" || !this.room.takesPart) return [];
    const rename = () => this.grouping.rename(topic.key);
    return [make("button", { type: "button", class: "rename", tabindex: "-1", "aria-label": t("Rename {title}", { title: this.room.titleOf(topic) }), onclick: rename }, t("Rename"))];
  }

  /** @param {number} number @param {Topic} [topic]  if it is one by itself */
  #note(number, topic) {
    const note = this.room.note(number);
    const acts = this.#phase === "group" && this.room.takesPart;
    const by = note?.by === undefined ? null : make("span", { class: "by" }, this.room.nameOf(note.by));
    const keys = acts ? { tabindex: "-1", "data-focus": `note:${number}`, "aria-keyshortcuts": "G U F2" } : {};
    const open = make("button", { type: "button", class: "open-menu", tabindex: "-1", "aria-haspopup": "menu", "aria-label": t("What to do with “{text}”", { text: this.room.textOf(number) }) }, "⋯");
    return make(
      "li",
      { class: "note", "data-note": number, ...keys },
      make("p", { class: "words" }, plain(note?.text ?? ""), by ? " " : null, by),
      acts ? open : null,
      topic && this.#phase === "vote" ? make("div", { class: "dots" }) : null,
    );
  }
}
