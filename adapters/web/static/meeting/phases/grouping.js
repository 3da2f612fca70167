/** Putting notes together: by keys, by a menu on each note, and by what was dragged. */

import { ask, confirm } from "../../dialog.js";
import { plain } from "../../dom.js";
import { announce } from "../../feed.js";
import { n, t } from "../../language.js";
import { Popup } from "../parts/popup.js";

/** @typedef {import("../room.js").Room} Room */

const REASONS = [["person", t("It’s about a person")], ["tone", t("Its tone hurts")], ["private", t("It’s private or confidential")]];

export class Grouping {
  #current = 0; // the note that Tab reaches

  /** @param {HTMLElement} host @param {Room} room @param {() => void} keys */
  constructor(host, room, keys) {
    this.host = host;
    this.room = room;
    this.keys = keys;
    this.popup = new Popup();
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#remember(event.target));
    host.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest(".open-menu") : null;
      const note = button?.closest("[data-note]");
      if (button && note) this.menu(Number(note.getAttribute("data-note")), button);
    });
    document.addEventListener("keydown", (event) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      if (event.key === "?" && !typing) this.keys();
    });
  }

  // --- focus --------------------------------------------------------------------------------------------------------

  /** One note is in the order of Tab; arrows go to the others. */
  settle() {
    const notes = this.#notes;
    if (!notes.length) return;
    const here = notes.find((note) => Number(note.getAttribute("data-note")) === this.#current) ?? notes[0];
    for (const note of notes) {
      const wanted = note === here ? "0" : "-1";
      if (note.getAttribute("tabindex") !== wanted) note.setAttribute("tabindex", wanted);
    }
  }

  get #notes() {
    return /** @type {HTMLElement[]} */ ([...this.host.querySelectorAll("[data-note][tabindex]")]);
  }

  /** @param {EventTarget | null} target */
  #remember(target) {
    const note = target instanceof Element ? target.closest("[data-note][tabindex]") : null;
    if (!note) return;
    this.#current = Number(note.getAttribute("data-note"));
    this.settle();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const note = event.target instanceof HTMLElement && event.target.matches("[data-note]") ? event.target : null;
    if (!note || event.ctrlKey || event.metaKey || event.altKey) return;
    const number = Number(note.getAttribute("data-note"));
    /** @type {Record<string, () => unknown>} */
    const keys = {
      g: () => this.choose(number, note), u: () => this.takeOut(number), f2: () => this.rename(number),
      enter: () => this.menu(number, note), contextmenu: () => this.menu(number, note),
      arrowdown: () => this.#go(note, 0, 1), arrowup: () => this.#go(note, 0, -1), arrowright: () => this.#go(note, 1, 0), arrowleft: () => this.#go(note, -1, 0),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {HTMLElement} note @param {number} aside @param {number} down */
  #go(note, aside, down) {
    const columns = [...this.host.querySelectorAll(".column")].map((column) => /** @type {HTMLElement[]} */ ([...column.querySelectorAll("[data-note][tabindex]")]));
    const at = columns.findIndex((notes) => notes.includes(note));
    const place = columns[at].indexOf(note);
    const others = columns[at + aside] ?? [];
    const next = aside ? others[Math.min(place, others.length - 1)] : columns[at][place + down];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  /** Focus the note, wherever it is now. @param {number} number */
  #focus(number) {
    /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-note="${number}"]`))?.focus();
  }

  // --- acts ---------------------------------------------------------------------------------------------------------

  /** @param {number} from @param {number} to */
  async put(from, to) {
    await this.room.enter("group");
    const answer = await this.room.say(`group ${from} with ${to}`);
    if (answer.done) announce(t("“{note}” is with “{other}” now.", { note: this.room.textOf(from), other: this.room.textOf(to) }));
  }

  /** @param {number} number */
  async takeOut(number) {
    if ((this.room.topicOf(number)?.notes.length ?? 1) < 2) return announce(t("This note is in no group."));
    await this.room.enter("group");
    const answer = await this.room.say(`group ${number}`);
    if (answer.done) announce(t("“{note}” is by itself again.", { note: this.room.textOf(number) }));
    return this.#focus(number);
  }

  /** @param {number} number */
  async rename(number) {
    const topic = this.room.topicOf(number);
    if (!topic) return;
    const name = await ask({ title: t("Rename"), label: t("What is it about, in a few words?"), value: this.room.titleOf(topic).slice(0, 40), limit: 40, button: t("Rename") });
    if (name === null) return;
    await this.room.enter("group");
    const answer = await this.room.say(`title ${topic.key} ${name}`);
    if (answer.done) announce(t("It is called “{name}” now.", { name }));
    this.#focus(number);
  }

  /** @param {number} number */
  hide(number) {
    const choose = async (/** @type {string} */ reason) => {
      const sentence = t("“{note}” Its text is erased for everybody, and can’t be brought back.", { note: this.room.textOf(number) });
      if (await confirm(t("Hide this note?"), sentence, t("Hide it"), "danger")) await this.room.say(`hide ${number} ${reason}`);
    };
    const note = this.host.querySelector(`[data-note="${number}"]`);
    if (note) this.popup.open(note, t("Why hide it?"), REASONS.map(([key, label]) => ({ label, act: () => choose(key) })));
  }

  /** What can be done with a note. @param {number} number @param {Element} anchor */
  menu(number, anchor) {
    const topic = this.room.topicOf(number);
    const grouped = (topic?.notes.length ?? 1) > 1;
    this.popup.open(anchor, "", [
      { label: t("Put with…"), key: "G", act: () => this.choose(number, anchor) },
      ...(grouped ? [{ label: t("Take out"), key: "U", act: () => this.takeOut(number) }] : []),
      { label: t("Rename"), key: "F2", act: () => this.rename(number) },
      ...(this.room.leads ? [{ label: t("Hide…"), act: () => this.hide(number) }] : []),
    ]);
  }

  /** The list of what a note could be put with. @param {number} number @param {Element} anchor */
  choose(number, anchor) {
    const own = this.room.topicOf(number);
    if (!own) return;
    const alike = this.room.meeting.alike.filter((pair) => pair.includes(own.key)).map((pair) => pair.find((key) => key !== own.key));
    const others = this.room.topics.filter((topic) => topic !== own);
    const rank = (/** @type {import("../room.js").Topic} */ topic) => (alike.includes(topic.key) ? 0 : topic.notes.length > 1 ? 1 : 2);
    const sorted = [...others].sort((one, other) => rank(one) - rank(other));
    const entries = sorted.map((topic) => ({
      label: topic.notes.length > 1 ? n("{title} ({count} note)", "{title} ({count} notes)", topic.notes.length, { title: this.room.titleOf(topic) }) : this.room.titleOf(topic),
      words: topic.notes.map((each) => plain(this.room.note(each)?.text ?? "")).join(" "),
      act: async () => {
        await this.put(number, topic.key);
        this.#focus(number);
      },
    }));
    this.popup.openSearch(anchor, t("Put it with…"), entries);
  }
}
