/** Dates as people read them. */

/** `Fri 20 Nov`, after some words; empty without a date, and words that aren't a date stay. @param {string} due @param {string} [before] */
export function dueOn(due, before = "") {
  if (!due) return "";
  const date = new Date(`${due}T12:00:00`);
  return before + (Number.isNaN(date.getTime()) ? due : date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" }).replace(",", ""));
}
