/**
 * The line to the server: pages come in, actions go out. It reconnects by itself, and an action that was not
 * answered is sent again with the same id, so that it counts once.
 *
 * @typedef {import("./dom.js").Part} Part
 * @typedef {{light: string, dark: string, alt: string, text: string}} Drawing
 * @typedef {{button: string, label: Part[], command: string, spots: string[],
 *   asks: {name: string, description: string} | null, style: "primary" | "secondary" | "danger"}} Choice
 * @typedef {{text: Part[], picture: Drawing | null, choices: Choice[]}} Reply  for this person alone
 * @typedef {{name: string, automatic: boolean, host: boolean, awaited: boolean}} Chair
 * @typedef {{table: string, sequence: number, game: string, title: string, phase: "lobby" | "playing" | "over",
 *   chairs: Chair[], seat: number | null, host: boolean, awaited: boolean, situation: Part[],
 *   until: number | null, now: number, choices: Choice[], board: Drawing | null, chart: Drawing | null,
 *   held: {text: Part[], picture: Drawing | null}[], feed: {sequence: number, text: Part[]}[],
 *   address: string, watch: string}} Page  the whole table as this person sees it
 * @typedef {{page: (page: Page) => void, none: () => void, problem: (text: string) => void,
 *   notes: (replies: Reply[]) => void, completions: (line: string, found: {value: string, label: string}[]) => void,
 *   connected: (connected: boolean) => void}} Listener
 */

import { myName, newId, tabId } from "./identity.js";

const FIRST_PAUSE = 500; // milliseconds until the next attempt
const LONGEST_PAUSE = 10_000;
const PATIENCE = 20_000; // an action unanswered for so long: the line is dead, though nobody told us
const MOST_REFUSALS = 3; // then an action counts as answered: the sentence that came is the answer
const AFTER_REFUSAL = 1_500; // the server had too much to do, and ignored something

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, {message: object, done: (replies: Reply[]) => void, refused: number}>} */
  #unanswered = new Map();
  #pause = FIRST_PAUSE;
  #retry = 0;
  /** what the page has: the table, and its last event */
  #table = "";
  #sequence = 0;

  /** @param {string} path @param {boolean} watching @param {Listener} listener */
  constructor(path, watching, listener) {
    this.path = path;
    this.watching = watching;
    this.listener = listener;
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.hidden || this.#now());
    this.#open();
  }

  /**
   * An action, until the server has answered it.
   *
   * @param {{type: "say", line: string} | {type: "press", button: string, answer: string}} action
   * @returns {Promise<Reply[]>}
   */
  act(action) {
    const id = newId();
    return new Promise((done) => {
      const message = { ...action, id };
      this.#unanswered.set(id, { message, done, refused: 0 });
      this.#send(message);
      setTimeout(() => this.#unanswered.has(id) && this.#reopen(), PATIENCE);
    });
  }

  /** Ask what could be typed next. @param {string} line */
  complete(line) {
    this.#send({ type: "complete", line });
  }

  /** Say who sits here. */
  hello() {
    const name = myName();
    this.#send(name && !this.watching ? { type: "hello", name } : { type: "hello" });
  }

  #open() {
    clearTimeout(this.#retry);
    const query = new URLSearchParams({ after: String(this.#sequence) });
    if (this.#table) query.set("table", this.#table);
    if (!this.path.startsWith("/w/")) query.set("tab", tabId());
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const watch = this.watching && query.has("tab") ? "&watch" : "";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}/socket?${query}${watch}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      this.hello();
      for (const { message } of this.#unanswered.values()) this.#send(message);
      this.listener.connected(true);
    });
    socket.addEventListener("message", ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#later());
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.type) {
      case "page":
        return this.#page(message);
      case "answer":
        return this.#answered(message.id, message.replies);
      case "completions":
        return this.listener.completions(message.line, message.found);
      case "none":
        return this.listener.none();
      case "problem":
        setTimeout(() => this.#again(), AFTER_REFUSAL);
        return this.listener.problem(message.text);
      default:
        return undefined; // a newer server may know more
    }
  }

  /** @param {Page} page */
  #page(page) {
    this.#table = page.table;
    this.#sequence = page.sequence;
    this.listener.page(page);
  }

  /**
   * Without an id it is something that somebody else asked to be shown to all.
   *
   * @param {string} id
   * @param {Reply[]} replies
   */
  #answered(id, replies) {
    const waiting = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (waiting) waiting.done(replies);
    else if (!id) this.listener.notes(replies);
  }

  /** Something was not heard, and nobody says what: whatever waits is sent again, a few times. */
  #again() {
    for (const [id, waiting] of this.#unanswered) {
      waiting.refused += 1;
      if (waiting.refused > MOST_REFUSALS) this.#answered(id, []);
      else this.#send(waiting.message);
    }
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #reopen() {
    const old = this.#socket;
    this.#open();
    old?.close();
  }

  #later() {
    this.listener.connected(false);
    this.#retry = setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /** Somebody looks again, or the network is back: do not wait. */
  #now() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }
}
