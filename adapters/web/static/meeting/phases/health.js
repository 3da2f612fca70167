/** The topics of a health check: five answers each, without a name, and how many gave which once all are shown. */

import { make } from "../../dom.js";
import { t } from "../../language.js";
import { actionButton } from "../parts/fields.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../room.js").Question} Question @typedef {import("../parts/keyed.js").Item} Item */

const SCALE = [1, 2, 3, 4, 5];
const TRENDS = /** @type {Record<string, string>} */ ({ up: t("↑ better than last time"), same: t("→ as last time"), down: t("↓ worse than last time") });

/** @param {Room} room @returns {Item[]} */
export function healthTopics(room) {
  return room.meeting.health.map((question) => ({ key: `health:${question.key}`, sign: [question, room.takesPart], draw: () => one(room, question) }));
}

/** @param {Room} room @param {Question} question */
function one(room, question) {
  const ends = make("p", { class: "ends" }, make("span", {}, question.bad), make("span", {}, question.good));
  return make("li", { class: "note health" }, make("p", { class: "words" }, make("b", {}, question.title)), ends, question.counts.length ? shown(question) : asked(room, question));
}

/** @param {Room} room @param {Question} question */
function asked(room, question) {
  if (!room.takesPart) return make("p", { class: "hint" }, t("Answers stay face down."));
  const answer = (/** @type {number} */ value) =>
    actionButton(String(value), async () => (await room.enter("rate"), room.fill("rate", { [question.key]: String(value) })), {
      class: "small", "aria-pressed": String(question.mine === value), "aria-label": t("{question}: {value} of 5", { question: question.title, value }), "data-focus": `health:${question.key}:${value}`,
    });
  return make("div", { class: "scale", role: "group", "aria-label": question.title }, ...SCALE.map(answer));
}

/** @param {Question} question */
function shown(question) {
  const counts = question.counts.map((count, at) => `${at + 1}: ${count}`).join(" · ");
  return make("p", { class: "hint" }, counts, TRENDS[question.trend] ? ` · ${TRENDS[question.trend]}` : "");
}
