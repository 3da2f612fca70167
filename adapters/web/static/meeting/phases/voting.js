/** Dots on topics: plus and minus, sent as the whole set. */

import { make } from "../../dom.js";
import { n, t } from "../../language.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../room.js").Topic} Topic */

/** What this person has placed but the server hasn't confirmed, by table @type {Map<number, number> | null} */
let placed = null;
let sending = 0;

/** @param {Room} room */
function known(room) {
  return placed ?? new Map(room.topics.flatMap((topic) => (topic.mine ? [[topic.key, topic.mine]] : [])));
}

/** @param {Room} room */
function dotsLeft(room) {
  return room.meeting.dots - [...known(room).values()].reduce((sum, dots) => sum + dots, 0);
}

/** Draw a topic's dots. @param {Room} room @param {HTMLElement} element @param {Topic} topic */
export function dotsOn(room, element, topic) {
  const host = /** @type {HTMLElement | null} */ (element.querySelector(":scope > .dots"));
  if (!host) return;
  const mine = known(room).get(topic.key) ?? 0;
  if (!host.childElementCount) host.append(...parts(room, topic));
  const [less, dots, more] = /** @type {HTMLElement[]} */ ([...host.children]);
  dots.textContent = "●".repeat(mine);
  dots.setAttribute("aria-label", n("{count} dot of yours", "{count} dots of yours", mine));
  less.toggleAttribute("disabled", mine === 0 || !room.takesPart);
  more.toggleAttribute("disabled", !room.takesPart || (room.page.seat !== null && dotsLeft(room) <= 0));
}

/** @param {Room} room @param {Topic} topic */
function parts(room, topic) {
  const title = room.titleOf(topic);
  const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) =>
    make("button", { type: "button", class: "dot-button", "data-focus": `dot:${topic.key}:${sign}`, "aria-label": label, onclick: () => place(room, topic.key, by) }, sign);
  return [button("−", t("Take a dot from “{topic}”", { topic: title }), -1), make("span", { class: "mine", role: "img" }), button("+", t("Put a dot on “{topic}”", { topic: title }), 1)];
}

/** @param {Room} room @param {number} key @param {number} by */
async function place(room, key, by) {
  await room.enter("vote");
  const now = new Map(known(room));
  const dots = Math.max(0, (now.get(key) ?? 0) + by);
  if (dots > (now.get(key) ?? 0) && dotsLeft(room) <= 0) return;
  if (dots) now.set(key, dots);
  else now.delete(key);
  placed = now;
  redraw(room);
  sending += 1;
  const set = [...now].flatMap(([topic, count]) => Array.from({ length: count }, () => String(topic)));
  const fields = Array.from({ length: room.meeting.dots }, (_, at) => [String(at + 1), set[at] ?? "0"]);
  await room.fill("vote", Object.fromEntries(fields)).finally(() => (sending -= 1));
  if (!sending) placed = null; // the page has it, or it was refused
  redraw(room);
}

/** @param {Room} room */
function redraw(room) {
  for (const topic of room.topics) {
    const element = document.querySelector(`[data-key="topic:${topic.key}"]`);
    if (element) dotsOn(room, /** @type {HTMLElement} */ (element), topic);
  }
}
