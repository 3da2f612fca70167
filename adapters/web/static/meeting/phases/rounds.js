/** The rounds around the board: check in, last actions, actions, close. */

import { make, plain } from "../../dom.js";
import { commas, n, p, t } from "../../language.js";
import { MARKS, dueOn } from "../parts/dates.js";
import { actionButton, dateField, pageForm, selectField, textField } from "../parts/fields.js";
import { actionForm, actionList } from "./agreeing.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../room.js").Action} Action @typedef {import("../room.js").Question} Question @typedef {import("../parts/keyed.js").Item} Item */

// --- check in -------------------------------------------------------------------------------------------------------

/** @param {Room} room @returns {Item[]} */
export function checkIn(room) {
  const { meeting } = room;
  const answered = meeting.answers.some((answer) => answer.seat === room.page.seat);
  const items = [];
  if (plain(meeting.note)) items.push({ key: "note", sign: meeting.note, draw: () => make("p", { class: "hint" }, plain(meeting.note)) });
  if (room.takesPart && !answered) items.push({ key: "answer", sign: 0, draw: () => answerForm(room) });
  if (room.takesPart && meeting.safety && !meeting.safety.counts.length) items.push({ key: "safety", sign: meeting.safety, draw: () => safetyForm(room, /** @type {Question} */ (meeting.safety)) });
  if (meeting.safety?.counts.length) items.push({ key: "poll", sign: meeting.safety, draw: () => poll(/** @type {Question} */ (meeting.safety)) });
  items.push({ key: "answers", sign: meeting.answers, draw: () => answers(room) });
  if (meeting.agreement.length) items.push({ key: "agreement", sign: meeting.agreement, draw: () => agreement(room) });
  return items;
}

/** @param {Room} room */
function answerForm(room) {
  const text = textField(room, { id: "check-in", label: t("Your answer"), limit: 100, rows: 1, placeholder: t("A word or two") });
  const submit = () => room.say(`say ${text.value()}`, { quiet: true });
  const form = pageForm(room, { name: "answer", title: "", button: t("Answer"), command: "say", fields: [text.element], submit });
  form.querySelector(".row.end")?.prepend(actionButton(t("Pass"), async () => (await room.enter("say"), room.say("pass")), { "data-focus": "pass" }));
  return form;
}

/** @param {Room} room */
function answers(room) {
  const list = room.meeting.answers.map(({ seat, text }) => make("li", {}, make("b", {}, `${room.nameOf(seat)}: `), plain(text)));
  return make("section", { class: "answers" }, make("h3", { class: "visually-hidden" }, t("Answers")), make("ul", {}, ...list));
}

/** @param {Room} room @param {Question} safety */
function safetyForm(room, safety) {
  const choice = (/** @type {number} */ value) => actionButton(String(value), async () => (await room.enter("safety"), room.say(`safety ${value}`)), { "aria-pressed": String(safety.mine === value), "data-focus": `safety:${value}` });
  const ends = [safety.bad, safety.good].filter(Boolean).join(" … ");
  return make("section", { class: "panel scale", "aria-label": safety.title }, make("h3", {}, safety.title), make("p", { class: "hint" }, `${t("Without your name.")} ${ends}`), make("div", { class: "row" }, ...[1, 2, 3, 4, 5].map(choice)));
}

/** @param {Question} question */
function poll(question) {
  return make("section", { class: "panel" }, make("h3", {}, question.title), make("ol", { class: "counts" }, ...question.counts.map((count, at) => make("li", {}, `${at + 1}: ${count}`))));
}

/** @param {Room} room */
function agreement(room) {
  return make("section", { class: "panel" }, make("h3", {}, t("Working agreement")), make("ol", { class: "numbers" }, ...room.meeting.agreement.map((line) => make("li", {}, plain(line)))));
}

// --- last actions ---------------------------------------------------------------------------------------------------

/** @param {Room} room @returns {Item[]} */
export function lastActions(room) {
  const { earlier } = room.meeting;
  return [{ key: "list", sign: 0, draw: () => make("ol", { class: "earlier" }), update: (host) => draw(room, host, earlier) }];
}

/** @param {Room} room @param {HTMLElement} host @param {Action[]} earlier */
function draw(room, host, earlier) {
  const sign = JSON.stringify([earlier, room.takesPart]);
  if (host.dataset.sign === sign) return;
  host.dataset.sign = sign;
  host.replaceChildren(...earlier.map((action) => one(room, action)));
}

/** @param {Room} room @param {Action} action */
function one(room, action) {
  const name = plain(action.what);
  const about = commas([action.owner_name, action.due ? t("due {day}", { day: dueOn(action.due) }) : ""].filter(Boolean));
  const mark = async (/** @type {string} */ line) => (await room.enter("keep"), room.say(line));
  const day = dateField(`keep-${action.number}`, t("Keep “{action}” until", { action: name }), room.suggestedDay("keep"));
  day.element.querySelector("label")?.classList.add("visually-hidden");
  const button = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => Promise<unknown>} */ act) =>
    actionButton(label, act, { "aria-pressed": String(action.mark === key), "aria-label": `${label}: ${name}`, "data-focus": `mark:${action.number}:${key}` });
  const acts = room.takesPart
    ? make(
        "div",
        { class: "row" },
        button(p("an action", "Done"), "done", () => mark(`say ${action.number} done`)),
        make("span", { class: "row keep" }, button(t("Keep until"), "keep", async () => (await room.enter("keep"), room.fill("keep", { number: String(action.number), due: day.value() }))), day.element),
        button(p("an action", "Drop"), "drop", () => mark(`say ${action.number} drop`)),
      )
    : action.mark ? make("p", { class: "hint" }, MARKS[action.mark] ?? action.mark) : null;
  return make("li", { class: action.mark ? "marked" : null }, make("p", { class: "words" }, `${name}${about ? ` (${about})` : ""}`), acts);
}

// --- actions --------------------------------------------------------------------------------------------------------

/** @param {Room} room @returns {Item[]} */
export function actions(room) {
  const { actions: agreed, room_for: left } = room.meeting;
  const words = left ? n("There’s room for one more.", "There’s room for {count} more.", left) : t("That’s as many as you wanted.");
  const items = [{ key: "agreed", sign: [agreed, left, room.leads, room.page.chairs.length], draw: () => make("section", { class: "panel" }, make("h3", {}, agreed.length ? t("What we’ll do") : t("No action yet")), actionList(room, agreed, { edits: true }), make("p", { class: "hint" }, words)) }];
  if (room.takesPart && left) items.push({ key: "form", sign: [0, 0, false, room.page.chairs.length], draw: () => make("section", { class: "panel" }, actionForm(room)) });
  return items;
}

// --- close ----------------------------------------------------------------------------------------------------------

/** @param {Room} room @returns {Item[]} */
export function closing(room) {
  const { meeting } = room;
  const items = [];
  if (room.takesPart) items.push({ key: "rating", sign: [meeting.my_rating], draw: () => rating(room) });
  if (room.takesPart) items.push({ key: "thank", sign: [room.page.chairs.length], draw: () => make("section", { class: "panel" }, thanking(room)) });
  items.push({ key: "rated", sign: [meeting.rated, meeting.people], draw: () => make("p", { class: "hint" }, t("{rated} of {people} have answered. Only totals are shown.", { rated: meeting.rated, people: meeting.people })) });
  if (meeting.thanks.length) items.push({ key: "thanks", sign: meeting.thanks, draw: () => make("section", { class: "panel" }, make("h3", {}, t("Thanks")), make("ul", { class: "bullets" }, ...meeting.thanks.map((line) => make("li", {}, plain(line))))) });
  return items;
}

/** @param {Room} room */
function rating(room) {
  const { my_rating: mine, ratings } = room.meeting;
  const choice = (/** @type {string} */ words, /** @type {number} */ value) =>
    actionButton(`${value}: ${words}`, async () => (await room.enter("say"), room.say(`say ${value}`)), { "aria-pressed": String(mine === value), "data-focus": `rate:${value}` });
  return make("section", { class: "panel rating" }, make("h3", {}, t("Rate it")), make("div", { class: "choices" }, ...ratings.map(choice)));
}

/** @param {Room} room */
function thanking(room) {
  const people = /** @type {[string, string][]} */ (room.page.chairs.flatMap((_, seat) => (seat === room.page.seat ? [] : [[String(seat), room.nameOf(seat)]])));
  const whom = selectField("thank-whom", t("Whom do you want to thank?"), people);
  const text = textField(room, { id: "thank-text", label: t("What for?") });
  const submit = () => room.fill("thanks", { to: whom.value(), thanks: text.value() }, { quiet: true });
  return pageForm(room, { name: "thanks", title: t("Thank somebody"), button: t("Thank them"), command: "thanks", fields: [whom.element, text.element], submit });
}
