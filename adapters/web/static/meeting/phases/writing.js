/** Writing: a field heads each column, one's own notes are below it, those of others lie face down. */

import { whileBusy } from "../../acts.js";
import { bold, make } from "../../dom.js";
import { n, pieces, t } from "../../language.js";
import { COLOURS } from "../parts/colours.js";
import { refuse } from "../parts/forms.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../kept.js").OwnNote} OwnNote @typedef {import("../parts/keyed.js").Item} Item */

/** @param {string} text */
function linesOf(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

export class Writing {
  #edited = ""; // the code of the note that is being edited
  #unsaved = false; // whether to keep a draft was answered

  /** @param {Room} room @param {() => void} changed */
  constructor(room, changed) {
    this.room = room;
    this.changed = changed;
  }

  // --- fields -------------------------------------------------------------------------------------------------------

  /** @param {number} at  the column */
  field(at) {
    const { title } = this.room.meeting.columns[at];
    const name = `note:${at}`;
    const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: 1, "aria-label": t("Add to {column}", { column: title }), placeholder: t("Add a note"), enterkeyhint: "send", "data-focus": name }));
    const button = make("button", { class: "primary add" }, t("Add"));
    const refusal = make("p", { class: "refusal", role: "alert", hidden: true });
    const grow = () => {
      area.style.height = "auto";
      area.style.height = `${area.scrollHeight + 2}px`;
      const count = linesOf(area.value).length;
      button.textContent = count > 1 ? n("Add {count} note", "Add {count} notes", count) : t("Add");
    };
    area.value = this.room.kept.draft(name);
    area.addEventListener("input", () => (grow(), this.room.kept.keepDraft(name, area.value)));
    area.addEventListener("focus", () => this.room.enter("note"));
    const form = make("form", { class: "add-note" }, area, make("div", { class: "row" }, make("p", { class: "hint" }, t("One idea a line")), button), refusal);
    const submit = () => whileBusy(form, () => this.#add(at, area, refusal, grow));
    area.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      submit();
    });
    form.addEventListener("submit", (event) => (event.preventDefault(), submit()));
    requestAnimationFrame(grow);
    return form;
  }

  /** @param {number} at @param {HTMLTextAreaElement} area @param {HTMLElement} refusal @param {() => void} grow */
  async #add(at, area, refusal, grow) {
    const text = area.value;
    const lines = linesOf(text);
    if (!lines.length) return;
    await this.room.enter("note");
    const answer = await this.room.fill("note", { [String(at + 1)]: lines.join("\n") }, { quiet: true });
    refuse(refusal, answer.done ? [] : answer.replies);
    if (!answer.done) return;
    for (const reply of answer.replies) this.room.own(reply.sheet?.things ?? []);
    area.value = area.value.startsWith(text) ? area.value.slice(text.length).trimStart() : area.value; // typed meanwhile
    this.room.kept.keepDraft(`note:${at}`, area.value);
    grow();
    this.changed();
  }

  // --- own notes ----------------------------------------------------------------------------------------------------

  /** @param {number} at @returns {Item[]} */
  own(at) {
    return this.room.kept.notes.filter((note) => note.column === at).reverse().map((note) => this.#item(note, "own"));
  }

  /** On a phone, all of them below the field. @returns {Item} */
  ownOnPhone() {
    const { notes } = this.room.kept;
    const heading = () => pieces(n("<b>Your {count} note</b> · only you see these", "<b>Your {count} notes</b> · only you see these", notes.length), { b: bold });
    const draw = () => make("section", { class: "own-on-phone", "aria-label": t("Your notes") }, notes.length ? make("p", {}, ...heading()) : null, make("ul", {}, ...[...notes].reverse().map((note) => this.#item(note, "phone").draw())), make("p", { class: "hint" }, this.#soFar()));
    return { key: "own", sign: [notes, this.#edited, this.#soFar()], draw };
  }

  #soFar() {
    const { face_down: count, people, anonymous } = this.room.meeting;
    const written = n("{count} note from {people} people so far, face down.", "{count} notes from {people} people so far, face down.", count, { people });
    return anonymous ? `${written} ${t("Notes have no names, for anybody.")}` : written;
  }

  /** @param {OwnNote} note @param {string} place @returns {Item} */
  #item(note, place) {
    const editing = this.#edited === note.code;
    return { key: `${place}:${note.code}`, sign: [note, editing], draw: () => (editing ? this.#editor(note, place) : this.#note(note, place)) };
  }

  /** @param {OwnNote} note @param {string} place */
  #note(note, place) {
    const edit = make("button", { type: "button", class: "link", "data-focus": `edit:${place}:${note.code}`, "aria-label": t("Edit “{text}”", { text: note.text }), onclick: () => this.#edit(note.code) }, t("Edit"));
    const remove = make("button", { type: "button", class: "link", "aria-label": t("Remove “{text}”", { text: note.text }) }, t("Remove"));
    remove.addEventListener("click", () => whileBusy(remove, () => this.#remove(note)));
    return make("li", { class: `note own colour-${note.column % COLOURS}` }, make("p", { class: "words" }, note.text), edit, remove);
  }

  /** @param {OwnNote} note @param {string} place */
  #editor(note, place) {
    const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: 2, "aria-label": t("What the note should say"), "data-focus": `editing:${place}:${note.code}` }, note.text));
    const refusal = make("p", { class: "refusal", role: "alert", hidden: true });
    const form = make("form", {}, area, make("div", { class: "row" }, make("button", { class: "small primary" }, t("Save")), make("button", { type: "button", class: "small", onclick: () => this.#edit("") }, t("Cancel"))), refusal);
    const save = () => whileBusy(form, () => this.#change(note, linesOf(area.value).join(" "), refusal));
    form.addEventListener("submit", (event) => (event.preventDefault(), save()));
    area.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#edit("");
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) event.preventDefault(), save();
    });
    requestAnimationFrame(() => area.offsetParent && area.focus());
    return make("li", { class: `note own editing colour-${note.column % COLOURS}` }, form);
  }

  /** @param {string} code */
  #edit(code) {
    this.#edited = code;
    this.changed();
  }

  /** @param {OwnNote} note @param {string} text @param {HTMLElement} refusal */
  async #change(note, text, refusal) {
    if (text && text !== note.text) {
      const answer = await this.room.say(`change ${note.code} ${text}`, { quiet: true });
      if (!answer.done) return refuse(refusal, answer.replies);
      this.room.kept.add({ ...note, text });
    }
    this.#edit("");
    return undefined;
  }

  /** @param {OwnNote} note */
  async #remove(note) {
    const answer = await this.room.say(`withdraw ${note.code}`, { quiet: true });
    this.room.kept.remove(note.code);
    if (!answer.done) this.room.ways.told(answer); // it was gone already
    this.changed();
  }

  // --- drafts -------------------------------------------------------------------------------------------------------

  /** Drafts that were not sent in time. @returns {Item | null} */
  leftDraft() {
    const drafts = this.room.watching || this.#unsaved ? [] : this.room.kept.draftNotes;
    if (!drafts.length) return null;
    const text = drafts.flatMap(([, draft]) => linesOf(draft));
    return { key: "draft", sign: text, draw: () => this.#draft(drafts.map(([field]) => field), text) };
  }

  /** @param {string[]} fields @param {string[]} lines */
  #draft(fields, lines) {
    const save = make("button", { type: "button", class: "small" }, t("Save it"));
    save.addEventListener("click", () => whileBusy(save, async () => {
      const answer = await this.room.save(lines.join("\n"));
      if (answer.done) this.#drop(fields);
      else this.room.ways.told(answer);
    }));
    const drop = make("button", { type: "button", class: "small", onclick: () => this.#drop(fields) }, t("Throw it away"));
    const later = make("button", { type: "button", class: "small", onclick: () => ((this.#unsaved = true), this.changed()) }, t("Later"));
    return make("section", { class: "draft", "aria-label": t("Your draft") }, make("p", {}, t("Your draft is kept here. Save it for next time?")), make("p", { class: "words" }, lines.join(" · ")), make("div", { class: "row" }, save, drop, later));
  }

  /** @param {string[]} fields */
  #drop(fields) {
    for (const field of fields) this.room.kept.keepDraft(field, "");
    this.changed();
  }
}
