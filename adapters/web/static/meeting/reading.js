/** Finished phases, for reading. */

import { make, plain } from "../dom.js";
import { commas, n, t } from "../language.js";
import { MARKS, actionLine } from "./parts/dates.js";

/** @typedef {import("./room.js").Room} Room */

/** What a finished phase has left. @param {Room} room @param {string} phase @returns {HTMLElement[]} */
export function reading(room, phase) {
  const { meeting } = room;
  switch (phase) {
    case "stage":
      return [make("p", {}, plain(meeting.check_in)), list(meeting.answers.map(({ seat, text }) => [`${room.nameOf(seat)}: ${plain(text)}`]))];
    case "review":
      return [list(meeting.earlier.map((action) => [`${plain(action.what)} (${commas([action.owner_name, MARKS[action.mark] ?? ""].filter(Boolean))})`]))];
    case "reflect":
      return meeting.columns.flatMap((column, at) => [
        make("h3", {}, column.title),
        list(room.page.meeting_notes.filter((note) => note.column === at).map((note) => [plain(note.text)])),
      ]);
    case "group":
    case "vote":
    case "discuss":
      return [list(byVotes(room).map((topic) => [withVotes(topic, room.titleOf(topic)), ...(phase === "discuss" ? (topic.insights ?? []).map((text) => `. ${plain(text)}`) : [])]))];
    case "actions":
      return [list(meeting.actions.map((action) => actionLine(action)))];
    default:
      return [make("p", {}, t("Nothing was written down here."))];
  }
}

/** @param {Room} room */
function byVotes(room) {
  return [...room.topics].sort((one, other) => (other.votes ?? 0) - (one.votes ?? 0));
}

/** @param {import("./room.js").Topic} topic @param {string} title */
function withVotes({ votes }, title) {
  return votes === null ? title : n("{title} ({count} dot)", "{title} ({count} dots)", votes, { title });
}

/** @param {(Node | string)[][]} lines */
function list(lines) {
  return lines.length ? make("ul", { class: "bullets" }, ...lines.map((words) => make("li", {}, ...words))) : make("p", { class: "hint" }, t("Nothing."));
}
