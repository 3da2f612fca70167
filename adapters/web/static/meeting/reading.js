/** Finished phases, for reading. */

import { make, plain } from "../dom.js";
import { dueOn } from "./dates.js";

/** @typedef {import("./room.js").Room} Room */

/** What a finished phase has left, by the title of its step. @param {Room} room @param {string} title @returns {HTMLElement[]} */
export function reading(room, title) {
  const { meeting } = room;
  switch (title) {
    case "Check in":
      return [make("p", {}, plain(meeting.check_in)), list(meeting.answers.map(({ seat, text }) => [`${room.nameOf(seat)}: ${plain(text)}`]))];
    case "Last actions":
      return [list(meeting.earlier.map((action) => [`${plain(action.what)} (${[action.owner_name, action.mark].filter(Boolean).join(", ")})`]))];
    case "Write":
      return meeting.columns.flatMap((column, at) => [
        make("h3", {}, column.title),
        list(room.page.meeting_notes.filter((note) => note.column === at).map((note) => [plain(note.text)])),
      ]);
    case "Group":
    case "Vote":
    case "Discuss":
      return [list(byVotes(room).map((topic) => [room.titleOf(topic), votes(topic), ...(title === "Discuss" ? (topic.insights ?? []).map((text) => `. ${plain(text)}`) : [])]))];
    case "Actions":
      return [list(meeting.actions.map((action) => [`${action.owner_name}: ${plain(action.what)}${dueOn(action.due, ", by ")}`]))];
    default:
      return [make("p", {}, "Nothing was written down here.")];
  }
}

/** @param {Room} room */
function byVotes(room) {
  return [...room.topics].sort((one, other) => (other.votes ?? 0) - (one.votes ?? 0));
}

/** @param {import("./room.js").Topic} topic */
function votes({ votes: count }) {
  return count === null ? "" : count === 1 ? " (1 dot)" : ` (${count} dots)`;
}

/** @param {string[][]} lines */
function list(lines) {
  return lines.length ? make("ul", { class: "bullets" }, ...lines.map((words) => make("li", {}, ...words))) : make("p", { class: "hint" }, "Nothing.");
}
