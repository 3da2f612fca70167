/**
 * What this browser keeps of a meeting: the codes of one's own notes, until they are shown, and drafts. The server
 * stores nowhere who wrote a note, so nothing else could bring them back after a reload.
 *
 * @typedef {{code: string, column: number, text: string}} OwnNote
 */

import { tabId } from "../connection/identity.js";
import { inBrowser } from "../storage.js";

export class Kept {
  /** @type {{notes: OwnNote[], drafts: Record<string, string>}} */
  #data;

  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.key = `meeting ${table} ${tabId()}`;
    this.#data = { notes: [], drafts: {}, ...inBrowser.getJson(this.key, {}) };
  }

  get notes() {
    return this.#data.notes;
  }

  /** @param {OwnNote} note */
  add(note) {
    const known = this.notes.findIndex((other) => other.code === note.code);
    if (known >= 0 && this.notes[known].text === note.text) return;
    this.#data.notes = known < 0 ? [...this.notes, note] : this.notes.with(known, note);
    this.#store();
  }

  /** @param {string} code */
  remove(code) {
    this.#data.notes = this.notes.filter((note) => note.code !== code);
    this.#store();
  }

  /** Notes are shown: from now on they are everybody's. */
  forgetNotes() {
    if (!this.notes.length) return;
    this.#data.notes = [];
    this.#store();
  }

  /** @param {string} field */
  draft(field) {
    return this.#data.drafts[field] ?? "";
  }

  /** @param {string} field @param {string} text */
  keepDraft(field, text) {
    if (this.draft(field) === text) return;
    if (text) this.#data.drafts[field] = text;
    else delete this.#data.drafts[field];
    this.#store();
  }

  /** The drafts of notes, by column. */
  get draftNotes() {
    return Object.entries(this.#data.drafts).filter(([field, text]) => field.startsWith("note:") && text.trim());
  }

  #store() {
    const { notes, drafts } = this.#data;
    if (notes.length || Object.keys(drafts).length) inBrowser.set(this.key, JSON.stringify(this.#data));
    else inBrowser.remove(this.key);
  }
}
