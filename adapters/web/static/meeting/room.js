/**
 * The meeting as this page knows it, and what it sends.
 *
 * @typedef {import("./parts/sheets.js").Words} Words
 * @typedef {import("./parts/sheets.js").Sheet} Sheet
 * @typedef {import("../connection/socket.js").Answer} Answer
 * @typedef {import("../connection/socket.js").Act & {form: string, confirmed: string}} Act
 * @typedef {{number: number, text: Words, column: number, hidden?: boolean, by?: number}} Note
 * @typedef {{key: number, notes: number[], name: string, votes: number | null, mine?: number, insights?: Words[]}} Topic
 * @typedef {{title: string, question: string, open: boolean}} Column
 * @typedef {{number: number, what: Words, owner: number | null, owner_name: string, due: string, mark: string}} Action
 * @typedef {{key: string, title: string, good: string, bad: string, mine: number | null, counts: number[], trend: string}} Question
 * @typedef {{title: string, phase: string, question: Words, steps: {key: string, title: string, state: "done" | "now" | "next"}[],
 *   facilitator: number, people: number, face_down: number, done: number, missing: number[], finished: boolean, anonymous: boolean,
 *   check_in: Words, note: Words, answers: {seat: number, text: Words}[], columns: Column[], alike: [number, number][], dots: number,
 *   left: number, agenda: number[], current: number | null, time_is_up: boolean, longer: number, earlier: Action[], actions: Action[],
 *   room_for: number, health: Question[], safety: Question | null, agreement: Words[], thanks: Words[], ratings: string[], rated: number,
 *   my_rating: number | null, poll: number[]}} Meeting
 * @typedef {Omit<import("../connection/socket.js").Page, "acts"> & {acts: Act[], meets: boolean, meeting: Meeting | null, left: number | null, sheet: Sheet | null,
 *   own: {name: string, text: import("./parts/sheets.js").Line}[], meeting_notes: Note[], meeting_topics: Topic[]}} Page
 * @typedef {{name: string, label: string, hint: string, options: [string, string][], most: number, filled: string[], required: boolean, limit: number, kind: "text" | "date" | "time" | "number", text: string}} Field
 * @typedef {{title: string, note: string, fields: Field[]}} Form
 */

import { plain } from "../dom.js";
import { t } from "../language.js";
import { ownName } from "../people/players.js";
import { Kept } from "./kept.js";

const SURE = "!"; // at the end of a button: this person was asked

export class Room {
  /** @type {Page | null} */
  #page = null;
  /** @type {Kept | null} */
  #kept = null;
  /** @type {Map<number, Note>} */
  #notes = new Map();
  /** @type {Map<number, Topic>} by note */
  #topics = new Map();
  /** @type {Promise<unknown> | null} */
  #entering = null;
  /** @type {Map<string, Promise<string>>} by command */
  #days = new Map();

  /**
   * @param {boolean} watching
   * @param {{act: (action: object) => Promise<Answer & {form?: Form | null}>, known: () => Promise<boolean>, told: (answer: Answer) => void}} ways
   */
  constructor(watching, ways) {
    this.watching = watching;
    this.ways = ways;
  }

  /** @param {Page} page */
  hear(page) {
    if (this.#page?.table !== page.table) {
      this.#kept = new Kept(page.table);
      this.#days.clear();
    }
    this.#page = page;
    this.#notes = new Map(page.meeting_notes.map((note) => [note.number, note]));
    this.#topics = new Map(page.meeting_topics.flatMap((topic) => topic.notes.map((number) => [number, topic])));
    this.own(page.own);
  }

  /** Keep the codes of one's own notes, as the server lists them. @param {{name: string, text: import("./parts/sheets.js").Line}[]} things */
  own(things) {
    for (const { name, text } of things) {
      const [kind, code] = name.split(":");
      const [words, title] = text.map((run) => plain(run.text));
      const column = this.page.meeting?.columns.findIndex((each) => ` · ${each.title}` === title) ?? -1;
      if (kind === "note" && code) this.kept.add({ code, column: Math.max(0, column), text: words });
    }
  }

  // --- what there is ------------------------------------------------------------------------------------------------

  /** Whether there is a page yet: what follows needs one. */
  get isKnown() {
    return this.#page !== null;
  }

  get page() {
    if (!this.#page) throw new Error("There is no page yet.");
    return this.#page;
  }

  get meeting() {
    if (!this.page.meeting) throw new Error("The meeting hasn't started.");
    return this.page.meeting;
  }

  get kept() {
    if (!this.#kept) throw new Error("There is no page yet.");
    return this.#kept;
  }

  /** How many notes of others lie face down. */
  get faceDown() {
    return Math.max(0, this.meeting.face_down - this.kept.notes.length);
  }

  /** How many are done; in a discussion, what people wish for. */
  get progress() {
    const { done, people, phase, longer } = this.meeting;
    if (phase !== "discuss") return done >= people && people > 0 ? t("Everybody’s done.") : t("{done} of {people} are done", { done, people });
    if (longer && done) return t("{longer} for more time, {done} for moving on", { longer, done });
    if (longer) return t("{longer} for more time", { longer });
    return done ? t("{done} for moving on", { done }) : "";
  }

  /** How many are done, as a sentence. */
  get progressSentence() {
    const { done, people } = this.meeting;
    return done >= people && people > 0 ? t("Everybody’s done.") : t("{done} of {people} are done.", { done, people });
  }

  get topics() {
    return this.page.meeting_topics;
  }

  get leads() {
    return !this.watching && this.page.seat !== null && this.page.meeting?.facilitator === this.page.seat;
  }

  /** Whether this person could take part. */
  get takesPart() {
    return !this.watching && this.page.phase === "playing";
  }

  /** @param {number} number */
  note(number) {
    return this.#notes.get(number);
  }

  /** The topic that a note belongs to. @param {number} number */
  topicOf(number) {
    return this.#topics.get(number);
  }

  /** @param {number} number */
  textOf(number) {
    return plain(this.note(number)?.text ?? "");
  }

  /** @param {Topic} topic */
  titleOf(topic) {
    return topic.name || this.textOf(topic.key);
  }

  /** @param {number} seat */
  nameOf(seat) {
    const chair = this.page.chairs[seat];
    return chair ? ownName(chair) : "";
  }

  /** The act that is given by this command, or begins with it. @param {string} command */
  act(command) {
    return this.page.acts.find((act) => act.command === command) ?? this.page.acts.find((act) => act.command.startsWith(`${command} `));
  }

  // --- what is sent -------------------------------------------------------------------------------------------------

  /**
   * @param {object} action
   * @param {{quiet?: boolean}} [how]  quiet: whoever asks shows the answer
   * @returns {Promise<Answer & {form?: Form | null}>}
   */
  async send(action, { quiet = false } = {}) {
    if (!(await this.ways.known())) return { replies: [], done: false };
    const answer = await this.ways.act(action);
    if (!quiet) this.ways.told(answer);
    return answer;
  }

  /** @param {string} line @param {{quiet?: boolean}} [how] */
  say(line, how) {
    return this.send({ type: "say", line }, how);
  }

  /** @param {Act} act @param {string} [answer] */
  press(act, answer = "") {
    return this.send({ type: "press", button: act.button, answer });
  }

  /** Press it as somebody who was asked. @param {Act} act */
  pressSurely(act) {
    const button = act.confirmed ?? act.button + SURE;
    return this.send({ type: "press", button, answer: "" });
  }

  /** Submit a form; an answer means that it was accepted. @param {string} command @param {Record<string, string>} fields @param {{quiet?: boolean}} [how] */
  async fill(command, fields, { quiet = false } = {}) {
    const answer = await this.send({ type: "fill", table: this.page.table, command, fields }, { quiet });
    if (!answer.answered) return answer;
    if (quiet) this.ways.told(answer); // the form has no place for it
    return { ...answer, done: true };
  }

  /** Save notes for the board, each line as one. @param {string} text */
  save(text) {
    return this.fill("save", { text }, { quiet: true });
  }

  /** Open a form, which lets people in. @param {string} command @returns {Promise<Form | null>} */
  async open(command) {
    return (await this.send({ type: "open", table: this.page.table, command })).form ?? null;
  }

  /** The day that the server suggests in a form; empty for those who don't take part, whom it would let in. @param {string} command */
  async suggestedDay(command) {
    if (this.watching || this.page.seat === null) return "";
    const asked = this.#days.get(command) ?? this.send({ type: "open", table: this.page.table, command }, { quiet: true }).then(({ form }) => dayIn(form));
    this.#days.set(command, asked);
    const day = await asked;
    if (!day) this.#days.delete(command); // it can't be given now
    return day;
  }

  /** Let this person take part, if they don't yet. @param {string} command  whose form they open */
  async enter(command) {
    if (this.page.seat !== null || !this.takesPart) return;
    this.#entering ??= this.open(command).finally(() => (this.#entering = null)); // the focus may return meanwhile
    await this.#entering;
  }
}

/** @param {Form | null | undefined} form */
function dayIn(form) {
  return form?.fields.find((field) => field.kind === "date")?.text ?? "";
}
