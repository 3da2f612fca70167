/** Discuss: the topics on the left, the one that is talked about large in the middle, forms on the right. */

import { make, plain } from "../../dom.js";
import { n, t } from "../../language.js";
import { COLOURS } from "../parts/colours.js";
import { actionButton, pageForm, textField } from "../parts/fields.js";
import { actionForm, actionList } from "./agreeing.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../room.js").Topic} Topic @typedef {import("../parts/keyed.js").Item} Item */

/** @param {Room} room @returns {Item[]} */
export function discussion(room) {
  const { meeting } = room;
  const topic = meeting.current === null ? undefined : room.topicOf(meeting.current);
  const forms = room.takesPart
    ? [{ key: "forms", sign: [meeting.current, room.page.chairs.length], draw: () => outcomeForms(room), update: (/** @type {HTMLElement} */ element) => decided(room, element) }]
    : [{ key: "forms", sign: meeting.actions, draw: () => make("aside", { class: "outcomes" }, make("h3", {}, t("Actions")), actionList(room, meeting.actions)) }];
  return [
    { key: "queue", sign: [meeting.agenda, meeting.current, room.leads, meeting.agenda.map((key) => votesOf(room, key))], draw: () => queue(room) },
    { key: "topic", sign: [topic, topic?.notes.map((number) => room.note(number))], draw: () => talk(room, topic), update: (element) => timeIsUp(room, element) },
    ...forms,
  ];
}

/** @param {Room} room @param {number} key */
function votesOf(room, key) {
  const topic = room.topicOf(key);
  return topic ? [room.titleOf(topic), topic.votes] : [];
}

/** @param {Room} room */
function queue(room) {
  const { agenda, current } = room.meeting;
  const now = current === null ? -1 : agenda.indexOf(current);
  const item = (/** @type {number} */ key, /** @type {number} */ at) => {
    const [title, votes] = votesOf(room, key);
    const words = [make("span", { class: "title" }, String(title ?? "")), make("span", { class: "votes" }, n("{count} dot", "{count} dots", Number(votes ?? 0)))];
    const choose = { class: "quiet", "data-focus": `topic:${key}`, "aria-label": t("Talk about “{title}”", { title }) };
    const button = actionButton("", () => room.say(`topic ${key}`), choose);
    button.replaceChildren(...words);
    return make("li", { class: at < now ? "talked" : at === now ? "now" : "later", "aria-current": at === now ? "true" : null }, room.leads && at !== now ? button : make("div", {}, ...words));
  };
  const skip = room.leads ? room.page.acts.find((act) => act.command === "next phase") : undefined;
  return make("nav", { class: "queue", "aria-label": t("Topics") }, make("h3", {}, t("Topics")), make("ol", {}, ...agenda.map(item)), skip ? actionButton(plain(skip.label), () => room.pressSurely(skip), { class: "small" }) : null);
}

/** @param {Room} room @param {Topic | undefined} topic */
function talk(room, topic) {
  if (!topic) return make("section", { class: "topic" }, make("h3", {}, t("No topic yet")));
  const note = (/** @type {number} */ number) => make("li", { class: `note colour-${(room.note(number)?.column ?? 0) % COLOURS}` }, make("p", { class: "words" }, room.textOf(number)));
  const notes = topic.notes.length > 1 || topic.name ? make("ul", { class: "its-notes" }, ...topic.notes.map(note)) : null;
  const insights = topic.insights ?? [];
  return make(
    "section",
    { class: "topic", tabindex: "0", "aria-label": t("The topic") },
    make("h3", { class: "large" }, room.titleOf(topic)),
    make("div", { class: "time-up", role: "status" }),
    notes,
    insights.length ? make("h4", {}, t("Insights")) : null,
    insights.length ? make("ul", { class: "insights" }, ...insights.map((text) => make("li", {}, plain(text)))) : null,
  );
}

/** @param {Room} room @param {HTMLElement} element */
function timeIsUp(room, element) {
  const host = element.querySelector(".time-up");
  const wanted = room.meeting.time_is_up;
  if (!host || (host.childElementCount > 0) === wanted) return;
  const [longer, done] = [room.act("longer"), room.act("done")];
  const buttons = [longer ? actionButton(t("More time"), () => room.press(longer)) : null, done ? actionButton(t("Move on"), () => room.press(done)) : null];
  host.replaceChildren(...(wanted ? [make("p", {}, make("b", {}, t("Time’s up.")), buttons.some(Boolean) ? ` ${t("More time or move on?")}` : ""), ...buttons.filter((button) => button !== null)] : []));
}

/** @param {Room} room */
function outcomeForms(room) {
  const insight = textField(room, { id: "insight-text", label: t("What do you understand now?"), rows: 1, placeholder: t("In a sentence") });
  const submit = () => room.say(`insight ${insight.value()}`, { quiet: true });
  return make(
    "aside",
    { class: "outcomes", "aria-label": t("What comes out of it") },
    pageForm(room, { name: "insight", title: t("Write an insight"), button: t("Add"), plainly: true, command: "insight", fields: [insight.element], submit }),
    actionForm(room),
    make("div", { class: "decided" }),
  );
}

/** @param {Room} room @param {HTMLElement} element */
function decided(room, element) {
  const { actions } = room.meeting;
  const host = /** @type {HTMLElement} */ (element.querySelector(".decided"));
  const sign = JSON.stringify(actions);
  if (host.dataset.sign === sign) return;
  host.dataset.sign = sign;
  host.replaceChildren(...(actions.length ? [make("h3", {}, n("{count} action", "{count} actions", actions.length)), actionList(room, actions, { edits: true })] : []));
}
