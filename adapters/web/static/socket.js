/**
 * The WebSocket connection: receives pages and sends requests. It reconnects by itself, and sends unanswered requests
 * again with the same id, so that they count once. After the first page, the server sends only the parts that changed.
 *
 * @typedef {import("./dom.js").Part} Part
 * @typedef {{svg: string | null, alt: string, text: string}} Drawing
 * @typedef {{button: string, label: Part[], command: string, spots: string[],
 *   asks: {name: string, description: string} | null, style: "primary" | "secondary" | "danger",
 *   note?: Part[], cards?: string[]}} Choice
 * @typedef {{text: Part[], picture: Drawing | null, choices: Choice[], spots?: string[],
 *   lines?: {value: string, label: string}[], files?: {name: string, text: string}[]}} Reply  for this person only
 * @typedef {{replies: Reply[], done: boolean}} Answer  to a request, and whether it changed something
 * @typedef {{name: string, automatic: boolean, host: boolean, awaited: boolean}} Chair
 * @typedef {{table: string, sequence: number, game: string, title: string, phase: "lobby" | "playing" | "over",
 *   chairs: Chair[], seat: number | null, host: boolean, awaited: boolean, situation: Part[],
 *   until: number | null, now: number, choices: Choice[], drags: Record<string, string>, board: Drawing | null, chart: Drawing | null,
 *   held: {text: Part[], picture: Drawing | null}[], feed: {sequence: number, text: Part[]}[],
 *   beats?: Beat[], options: Record<string, string | number>, cards: import("./cards.js").Card[], advice: string, goal: string,
 *   pin: string, address: string, watch: string}} Page  the whole table as this person sees it
 * @typedef {{here: boolean, since: number | null} | null} Presence  of a seat; null: nobody can know
 * @typedef {{seated: string, carried: boolean, others: {tab: string, name: string}[]}} You
 *   who this page is: the name at the table if seated, whether the seat was carried here, who else plays in this browser
 * @typedef {{seat: number, sides: number, shown: number, sign: string}} Die
 * @typedef {{sequence: number, kind: string, text: Part[], turn: number | null, dice: Die[], motions: string[][],
 *   cards: import("./cards.js").Card[], board?: (number | string)[]}} Beat  an event to play out first; its board says how it differs from the next one
 * @typedef {{page: (page: Page) => void, you: (you: You) => void, presence: (seats: Presence[]) => void,
 *   carried: (text: string) => void, gone: () => void, none: () => void, problem: (text: string) => void,
 *   notes: (replies: Reply[]) => void, completions: (line: string, found: {value: string, label: string}[]) => void,
 *   connected: (connected: boolean) => void}} Listener
 */

import { myName, newId, tabId } from "./identity.js";
import { boardShape, onBoardShape } from "./shape.js";

const FIRST_PAUSE = 500; // milliseconds until the first attempt to reconnect
const MAX_PAUSE = 10_000;
const ANSWER_TIMEOUT = 20_000; // milliseconds; after that the connection is assumed dead
const MAX_PROBLEMS = 3; // after so many problems a request counts as answered
const RETRY_DELAY = 1_500; // milliseconds after a problem: the server was busy and ignored a message

const COMPACT = "DecompressionStream" in globalThis; // otherwise the server sends whole pages as text

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** the messages in their order, because decompressing takes a moment */
  #received = Promise.resolve();
  /** @type {Page | null} */
  #page = null;
  /** @type {Map<string, {message: object, resolve: (answer: Answer) => void, problems: number}>} */
  #unanswered = new Map();
  #pause = FIRST_PAUSE;
  #retry = 0;
  #opened = false; // the current connection, at least for a moment
  /** what the page shows: the table and its last event */
  #table = "";
  #sequence = 0;

  /** @param {string} path @param {boolean} watching @param {Listener} listener */
  constructor(path, watching, listener) {
    this.path = path;
    this.watching = watching;
    this.listener = listener;
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#reconnectNow());
    onBoardShape(() => this.hello());
    this.#open();
  }

  /**
   * Send a request and wait for the server's answer.
   *
   * @param {({type: "say", line: string} | {type: "press", button: string, answer: string}) & {luck?: string}} action
   * @returns {Promise<Answer>}
   */
  act(action) {
    const id = newId();
    return new Promise((resolve) => {
      const message = { ...action, id };
      this.#unanswered.set(id, { message, resolve, problems: 0 });
      this.#send(message);
      setTimeout(() => this.#unanswered.has(id) && this.#reopen(), ANSWER_TIMEOUT);
    });
  }

  /** Ask for completions. @param {string} line */
  complete(line) {
    this.#send({ type: "complete", line });
  }

  /** Tell the server who is at this tab, and what it can show. */
  hello() {
    this.#send({ type: "hello", name: this.watching ? "" : myName(), shape: boardShape(), compact: COMPACT });
  }

  #open() {
    clearTimeout(this.#retry);
    const query = new URLSearchParams({ after: String(this.#sequence) });
    if (this.#table) query.set("table", this.#table);
    if (!this.path.startsWith("/w/") && tabId()) query.set("tab", tabId());
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const watch = this.watching && !this.path.startsWith("/w/") ? "&watch" : "";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}/socket?${query}${watch}`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#opened = true;
      this.#pause = FIRST_PAUSE;
      this.hello();
      for (const { message } of this.#unanswered.values()) this.#send(message);
      this.listener.connected(true);
    });
    socket.addEventListener("message", ({ data }) => {
      const received = this.#received.then(async () => {
        const message = typeof data === "string" ? JSON.parse(data) : await inflated(data);
        if (socket === this.#socket) this.#receive(message);
      });
      this.#received = received.catch(reportError); // and go on with the next one
    });
    socket.addEventListener("close", () => socket === this.#socket && this.#reconnectLater());
  }

  /** @param {any} message */
  #receive(message) {
    switch (message.type) {
      case "page":
        return this.#show(message);
      case "changes":
        return this.#show({ ...this.#page, ...message });
      case "you":
        return this.listener.you(message);
      case "presence":
        return this.listener.presence(message.seats);
      case "carried":
        return this.listener.carried(message.text);
      case "answer":
        return this.#answered(message.id, message);
      case "completions":
        return this.listener.completions(message.line, message.found);
      case "none":
        return this.listener.none();
      case "problem":
        setTimeout(() => this.#sendAgain(), RETRY_DELAY);
        return this.listener.problem(message.text);
      default:
        return undefined; // ignore messages of a newer server
    }
  }

  /** @param {Page} page */
  #show(page) {
    this.#page = page;
    this.#table = page.table;
    this.#sequence = page.sequence;
    this.listener.page(page);
  }

  /**
   * Pass an answer on. Without an id it is a public reply to somebody else's request.
   *
   * @param {string} id
   * @param {Answer} answer
   */
  #answered(id, answer) {
    const waiting = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (waiting) waiting.resolve(answer);
    else if (!id) this.listener.notes(answer.replies);
  }

  /** The server ignored a message, but not which one: send all unanswered requests again, a few times. */
  #sendAgain() {
    for (const [id, waiting] of this.#unanswered) {
      waiting.problems += 1;
      if (waiting.problems > MAX_PROBLEMS) this.#answered(id, { replies: [], done: false });
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

  #reconnectLater() {
    this.listener.connected(false);
    if (!this.#opened) this.#checkWhetherGone();
    this.#opened = false;
    this.#retry = setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE);
  }

  /** The server refuses to connect: if it no longer has the table, there is nothing to wait for. */
  async #checkWhetherGone() {
    const answer = await fetch(this.path, { method: "HEAD" }).catch(() => null);
    if (answer?.status !== 404) return;
    clearTimeout(this.#retry);
    this.listener.gone();
  }

  /** The page is visible again or the network is back: reconnect at once. */
  #reconnectNow() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }
}

/** @param {ArrayBuffer} data */
async function inflated(data) {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}
