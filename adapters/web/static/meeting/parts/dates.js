/** Dates, and the actions that have them, as people read them. */

import { bold, plain } from "../../dom.js";
import { language, pieces, t } from "../../language.js";

/** What became of an earlier action. @type {Record<string, string>} */
export const MARKS = { done: t("done"), keep: t("kept"), drop: t("dropped") };

/** `Fri 20 Nov`; empty without a date, and words that aren't a date stay. @param {string} due */
export function dueOn(due) {
  const date = new Date(`${due}T12:00:00`);
  if (!due || Number.isNaN(date.getTime())) return due;
  const day = date.toLocaleDateString(language === "en" ? "en-GB" : language, { weekday: "short", day: "numeric", month: "short" });
  return language === "en" ? day.replace(",", "") : day;
}

/**
 * Who does what until when.
 *
 * @param {import("../room.js").Action} action
 * @param {(...words: string[]) => Node | string} [quiet]  how the day looks
 * @returns {(Node | string)[]}
 */
export function actionLine(action, quiet = (...words) => words.join("")) {
  const holes = { b: bold, quiet, owner: action.owner_name, what: plain(action.what), day: dueOn(action.due) };
  if (!action.owner_name) return action.due ? pieces(t("{what}<quiet>, by {day}</quiet>"), holes) : [holes.what];
  return pieces(action.due ? t("<b>{owner}: </b>{what}<quiet>, by {day}</quiet>") : t("<b>{owner}: </b>{what}"), holes);
}
