/** What the big screen shows in each phase: only what everybody may see. */

import { make, plain } from "../dom.js";
import { commas, n, p, t } from "../language.js";
import { COLOURS } from "../meeting/parts/colours.js";
import { MARKS, actionLine } from "../meeting/parts/dates.js";
import { sheetElement } from "../meeting/parts/sheets.js";

/**
 * @typedef {import("../meeting/room.js").Room} Room @typedef {import("../meeting/room.js").Topic} Topic @typedef {import("../meeting/room.js").Action} Action
 * @typedef {import("../meeting/parts/keyed.js").Item} Item
 * @typedef {{layout: string, question: string, progress: string, items: Item[]}} View
 */

const FEW = 18; // notes that leave room for larger letters
const MANY = 36;

/** @param {Room} room @param {string} phase @returns {View} */
export function view(room, phase) {
  switch (phase) {
    case "lobby":
      return lobby(room);
    case "over":
      return over(room);
    case "reflect":
      return reflect(room);
    case "group":
    case "vote":
      return board(room, phase);
    case "discuss":
      return discuss(room);
    default:
      return round(room, phase);
  }
}

/** @param {string} key @param {unknown} sign @param {() => HTMLElement} draw @returns {Item} */
function item(key, sign, draw) {
  return { key, sign, draw };
}

// --- before and after -----------------------------------------------------------------------------------------------

/** @param {Room} room @returns {View} */
function lobby({ page }) {
  const { sheet } = page;
  const words = sheet ? { ...sheet, progress: [] } : null; // who is here stands beside it
  return {
    layout: "text",
    question: sheet ? plain(sheet.title) : page.title,
    progress: "",
    items: [item("sheet", [words, plain(page.situation)], () => (words ? sheetElement(words, { title: false }) : make("p", {}, plain(page.situation).split("\n")[0])))],
  };
}

/** @param {Room} room @returns {View} */
function over({ page }) {
  const { sheet: summary } = page;
  const where = page.address.startsWith("/t/") ? t("The meeting is over. Open the same link to copy or save this.") : t("The meeting is over.");
  const items = summary ? [item("summary", summary, () => sheetElement(summary, { title: false }))] : [];
  return { layout: "text", question: summary ? plain(summary.title) : page.title, progress: where, items };
}

// --- the board ------------------------------------------------------------------------------------------------------

/** @param {Room} room @returns {View} */
function reflect(room) {
  const { meeting } = room;
  const down = meeting.face_down;
  const notes = down ? n("{count} note so far, all face down.", "{count} notes so far, all face down.", down) : "";
  const names = meeting.anonymous ? t("Notes have no names.") : t("Notes show who wrote them.");
  const open = meeting.columns.filter((column) => column.open);
  return {
    layout: "board asks",
    question: plain(meeting.question),
    progress: [notes, room.progressSentence, names].filter(Boolean).join(" "),
    items: [
      item("columns", open, () => columnsOf(open.map((column, at) => columnOf(column, at, [])))),
      ...(meeting.health.length ? [item("health", meeting.health, () => make("p", { class: "rated" }, t("Rate each from 1 to 5: {questions}.", { questions: commas(meeting.health.map((each) => each.title)) })))] : []),
    ],
  };
}

/** @param {Room} room @param {string} phase @returns {View} */
function board(room, phase) {
  const { meeting } = room;
  const { columns } = meeting;
  const written = room.page.meeting_notes.length;
  const dots = phase === "vote" ? n("Everybody has {count} dot.", "Everybody has {count} dots.", meeting.dots) : topicsFrom(room.topics.length, written);
  const size = written > MANY ? "many" : written > FEW ? "" : "few";
  return {
    layout: `board ${size}`,
    question: plain(meeting.question),
    progress: `${dots} ${room.progressSentence}`,
    items: [{
      ...item("columns", columns, () => columnsOf(columns.map((column, at) => columnOf(column, at)))),
      update: (host) => columns.forEach((_, at) => fill(room, /** @type {HTMLElement} */ (host.children[at]), at)),
    }],
  };
}

/** @param {number} topics @param {number} notes */
function topicsFrom(topics, notes) {
  if (topics === 1) return n("1 topic from {count} note.", "1 topic from {count} notes.", notes);
  return n("{topics} topics from {count} note.", "{topics} topics from {count} notes.", notes, { topics });
}

/** @param {HTMLElement[]} columns */
function columnsOf(columns) {
  const host = make("div", { class: "columns" }, ...columns);
  host.style.setProperty("--columns", String(columns.length));
  return host;
}

/** @param {{title: string, question: string}} column @param {number} at @param {HTMLElement[]} [notes] */
function columnOf({ title, question }, at, notes) {
  return make(
    "section",
    { class: `column colour-${at % COLOURS}`, "aria-labelledby": `heading-${at}` },
    make("header", {}, make("h2", { id: `heading-${at}` }, title), make("p", { class: "question" }, question)),
    notes ? null : make("ul", { class: "notes", tabindex: "0", "aria-labelledby": `heading-${at}` }),
  );
}

/** @param {Room} room @param {HTMLElement} column @param {number} at */
function fill(room, column, at) {
  const list = /** @type {HTMLElement} */ (column.querySelector(".notes"));
  const here = room.topics.filter((topic) => room.note(topic.key)?.column === at);
  const topics = [...here.filter((topic) => topic.notes.length > 1), ...here.filter((topic) => topic.notes.length === 1)];
  const hidden = room.page.meeting_notes.filter((note) => note.column === at && note.hidden && !room.topicOf(note.number));
  const last = at === room.meeting.columns.length - 1 ? room.meeting.health : [];
  const sign = JSON.stringify([topics, topics.map((topic) => topic.notes.map((number) => room.note(number))), hidden, last]);
  if (list.dataset.sign === sign) return;
  list.dataset.sign = sign;
  list.replaceChildren(
    ...topics.map((topic) => topicOf(room, topic)),
    ...hidden.map((note) => make("li", { class: "note hidden-note" }, plain(note.text))),
    ...last.map((each) => make("li", { class: "note" }, make("b", {}, each.title), each.counts.length ? ` ${each.counts.map((many, value) => `${value + 1}: ${many}`).join(", ")}` : "")),
  );
}

/** @param {Room} room @param {Topic} topic */
function topicOf(room, topic) {
  if (topic.notes.length === 1) return noteOf(room, topic.key);
  const head = make("h3", {}, room.titleOf(topic));
  return make("li", { class: "group" }, head, make("ul", {}, ...topic.notes.map((number) => noteOf(room, number))));
}

/** @param {Room} room @param {number} number @param {string} [style] */
function noteOf(room, number, style = "") {
  const note = room.note(number);
  const by = note?.by === undefined ? null : make("span", { class: "by" }, ` ${room.nameOf(note.by)}`);
  return make("li", { class: `note ${style}`, "data-note": number }, room.textOf(number), by);
}

// --- discuss --------------------------------------------------------------------------------------------------------

/** @param {Room} room @returns {View} */
function discuss(room) {
  const { agenda, current, actions, time_is_up: up } = room.meeting;
  const topic = current === null ? undefined : room.topicOf(current);
  const at = current === null ? 0 : agenda.indexOf(current) + 1;
  const next = agenda.slice(at).flatMap((key) => room.topicOf(key) ?? []);
  return {
    layout: "talk",
    question: at ? t("Topic {number} of {count}", { number: at, count: agenda.length }) : t("Discuss"),
    progress: [up ? t("Time’s up.") : "", room.progress].filter(Boolean).join(" "),
    items: [
      item("topic", [topic, topic?.notes.map((number) => room.note(number))], () => talk(room, topic)),
      item("beside", [actions, next.map((each) => [room.titleOf(each), each.votes])], () => beside(actions, next.map((each) => n("{title} ({count} dot)", "{title} ({count} dots)", each.votes ?? 0, { title: room.titleOf(each) })))),
    ],
  };
}

/** @param {Room} room @param {Topic | undefined} topic */
function talk(room, topic) {
  if (!topic) return make("section", { class: "topic" });
  const notes = topic.notes.length > 1 || topic.name ? topic.notes : [];
  const insights = topic.insights ?? [];
  const colour = (/** @type {number} */ number) => `colour-${(room.note(number)?.column ?? 0) % COLOURS}`;
  return make(
    "section",
    { class: "topic", tabindex: "0", "aria-label": t("The topic") },
    make("h2", { class: "large" }, room.titleOf(topic)),
    topic.votes === null ? null : make("p", { class: "votes" }, n("{count} dot", "{count} dots", topic.votes)),
    notes.length ? make("ul", { class: "its-notes" }, ...notes.map((number) => noteOf(room, number, colour(number)))) : null,
    insights.length ? make("h3", {}, t("What we understood")) : null,
    insights.length ? make("ul", { class: "bullets" }, ...insights.map((text) => make("li", {}, plain(text)))) : null,
  );
}

/** @param {Action[]} actions @param {string[]} next */
function beside(actions, next) {
  return make(
    "section",
    { class: "beside", "aria-label": t("Actions and next topics") },
    actions.length ? make("h3", {}, t("Actions")) : null,
    actions.length ? listOf(actions) : null,
    next.length ? make("h3", {}, p("topics", "Next")) : null,
    next.length ? make("ol", { class: "next" }, ...next.map((title) => make("li", {}, title))) : null,
  );
}

/** @param {Action[]} actions */
function listOf(actions) {
  const line = (/** @type {Action} */ action) => make("li", {}, ...actionLine(action), action.mark ? ` (${MARKS[action.mark] ?? action.mark})` : "");
  return make("ol", { class: "numbers" }, ...actions.map(line));
}

// --- rounds ---------------------------------------------------------------------------------------------------------

/** @param {Room} room @param {string} phase @returns {View} */
function round(room, phase) {
  const { meeting } = room;
  const lines = (/** @type {string} */ key, /** @type {string} */ title, /** @type {(string | [string, string])[]} */ texts) =>
    texts.length ? [item(key, texts, () => make("section", {}, title ? make("h2", {}, title) : null, make("ul", {}, ...texts.map((text) => (typeof text === "string" ? make("li", {}, text) : make("li", {}, make("b", {}, text[0]), text[1]))))))] : [];
  const items = {
    stage: () => [
      ...lines("answers", "", meeting.answers.map(({ seat, text }) => [`${room.nameOf(seat)}: `, plain(text)])),
      ...lines("agreement", t("Working agreement"), meeting.agreement.map(plain)),
    ],
    review: () => [item("earlier", meeting.earlier, () => listOf(meeting.earlier))],
    actions: () => [item("actions", meeting.actions, () => (meeting.actions.length ? listOf(meeting.actions) : make("p", {}, t("No action yet."))))],
    close: () => lines("thanks", t("Thanks"), meeting.thanks.map(plain)),
  }[phase];
  const rated = t("{rated} of {people} have answered. Only totals are shown.", { rated: meeting.rated, people: meeting.people });
  return { layout: "text", question: plain(meeting.question), progress: phase === "close" ? rated : room.progress, items: items?.() ?? [] };
}
