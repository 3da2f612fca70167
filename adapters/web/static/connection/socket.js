/**
 * The connection of a table's page: receives pages and sends requests. It sends unanswered requests again with the same
 * id, so that they count once. After the first page, the server sends only the parts that changed.
 *
 * @typedef {import("../dom.js").Part} Part
 * @typedef {{svg: string | null, alt: string, text: string}} Drawing
 * @typedef {{button: string, label: Part[], command: string, spots: string[],
 *   asks: {name: string, description: string} | null, role: "main" | "usual" | "thing" | "lead" | "rare", thing: string, grave: boolean,
 *   note?: Part[], cards?: string[]}} Act
 * @typedef {{acts: number[], title: string, folded: boolean}} Control  a button, or a group with this heading; positions of acts
 * @typedef {{now: Control[], lead: Control[], more: Control[]}} Layout  here, in the bar of those who lead, behind More…
 * @typedef {{value: string, label: string, note: string}} Line  that could be typed
 * @typedef {{heading?: string, text: Part[], picture: Drawing | null, acts: Act[], spots?: string[],
 *   lines?: Line[], menu?: {title: string, lines: Line[]} | null, files?: {name: string, text: string}[],
 *   sheet?: import("../meeting/parts/sheets.js").Sheet | null}} Reply  for this person only
 * @typedef {{replies: Reply[], done: boolean, answered?: boolean}} Answer  to a request, and whether it changed something at the table, or was only answered
 * @typedef {{name: string, own?: string, automatic: boolean, host: boolean, awaited: boolean}} Chair  `own`: the name without what says that an automatic player has the seat
 * @typedef {{title: string, kind: string, sort?: string, spot: string}} Holding  a card in front of somebody; `sort`: its kind in English
 * @typedef {{name: string, text: string, worth: string, good: boolean | null, effects: [string, string][], spot: string}} HandCard  what it would do to each player
 * @typedef {{text: Part[], picture: Drawing | null, cards: HandCard[]}} Held
 * @typedef {{table: string, sequence: number, game: string, title: string, phase: "lobby" | "playing" | "over",
 *   chairs: Chair[], seat: number | null, host: boolean, awaited: boolean, joins: boolean, situation: Part[],
 *   fair: boolean, figures: [string, string][], holdings: Holding[][], until: number | null, now: number, acts: Act[], layout: Layout, meets: boolean, board: Drawing | null, chart: Drawing | null,
 *   held: Held[], feed: {sequence: number, text: Part[]}[],
 *   steps?: Step[], options: Record<string, string | number>, cards: import("../board/cards.js").Card[], advice: string, goal: string,
 *   team: string, paused: boolean, exercise: number | null, elsewhere: string, address: string, watch: string}} Page  the whole table as this person sees it
 * @typedef {{here: boolean, since: number | null} | null} Presence  of a seat; null: nobody can know
 * @typedef {{phase: string, notes: (number | null)[], part: number}} Glance  where the facilitator of a meeting looks:
 *   the first note in each column that they see (0: the column isn't scrolled, null: not known), or how far they scrolled
 * @typedef {{seated: string, carried: boolean, others: {tab: string, name: string}[], given?: string, language?: string}} You
 *   who this page is: the name at the table if seated, whether the seat was carried here, who else plays in this browser, the name that a chat gives
 * @typedef {{seat: number, sides: number, shown: number, sign: string}} Die
 * @typedef {{sequence: number, kind: string, text: Part[], turn: number | null, dice: Die[], motions: string[][],
 *   cards: import("../board/cards.js").Card[], board?: (number | string)[], figures?: [string, string][], holdings?: Holding[][]}} Step  an event to play out first; its board says how it differs from the next one
 * @typedef {{page: (page: Page) => void, you: (you: You) => void, presence: (seats: Presence[]) => void,
 *   carried: (text: string) => void, gone: () => void, none: () => void, problem: (text: string) => void,
 *   notes: (replies: Reply[]) => void, completions: (line: string, found: {value: string, label: string}[]) => void,
 *   connected: (connected: boolean) => void, glance?: (glance: Glance) => void}} Listener
 */

import { boardShape, onBoardShape } from "../board/shape.js";
import { language } from "../language.js";
import { myName, newId, tabId } from "./identity.js";
import { COMPACT, LiveSocket } from "./live.js";

const ANSWER_TIMEOUT = 20_000; // milliseconds; after that the connection is assumed dead
const MAX_PROBLEMS = 3; // after so many problems a request counts as answered
const RETRY_DELAY = 1_500; // milliseconds after a problem: the server was busy and ignored a message

export class Connection {
  /** @type {Page | null} */
  #page = null;
  /** @type {Map<string, {message: object, resolve: (answer: Answer) => void, problems: number}>} */
  #unanswered = new Map();
  /** what the page shows: the table and its last event */
  #table = "";
  #sequence = 0;

  /** @param {string} path @param {boolean} watching @param {Listener} listener */
  constructor(path, watching, listener) {
    this.path = path;
    this.watching = watching;
    this.listener = listener;
    onBoardShape(() => this.hello());
    this.socket = new LiveSocket(path, () => this.#address(), {
      opened: () => this.#greet(),
      message: (message) => this.#receive(message),
      connected: (connected) => listener.connected(connected),
      gone: () => listener.gone(),
    });
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
      this.socket.send(message);
      setTimeout(() => this.#unanswered.has(id) && this.socket.reopen(), ANSWER_TIMEOUT);
    });
  }

  /** Ask for completions. @param {string} line */
  complete(line) {
    this.socket.send({ type: "complete", line });
  }

  /** Tell big screens where to look. @param {Glance} glance */
  look(glance) {
    this.socket.send({ type: "look", ...glance });
  }

  /** Tell the server who is at this tab, and what it can show. */
  hello() {
    this.socket.send({ type: "hello", name: this.watching ? "" : myName(), shape: boardShape(), compact: COMPACT });
  }

  /** With what the page shows already. */
  #address() {
    const query = new URLSearchParams({ after: String(this.#sequence), language });
    if (this.#table) query.set("table", this.#table);
    if (!this.path.startsWith("/w/") && tabId()) query.set("tab", tabId());
    const watch = this.watching && !this.path.startsWith("/w/") ? "&watch" : "";
    return `${this.path}/socket?${query}${watch}`;
  }

  #greet() {
    this.hello();
    for (const { message } of this.#unanswered.values()) this.socket.send(message);
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
      case "glance":
        return this.listener.glance?.(message);
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
      else this.socket.send(waiting.message);
    }
  }
}
