/** The person's tables that aren't over, with whose turn it is. */

import { request } from "../connection/session.js";
import { byId, make, show } from "../dom.js";
import { commas, t } from "../language.js";

/**
 * @typedef {{address: string, title: string, phase: "lobby" | "playing", awaited: boolean, waiting: string[],
 *   players: string[]}} OwnTable
 */

const MAX_NAMES = 3;

async function refresh() {
  const answer = await request("/mine");
  const tables = /** @type {OwnTable[]} */ (answer?.ok ? await answer.json() : []);
  show(byId("mine-section"), tables.length > 0);
  byId("mine").replaceChildren(...tables.map(entry));
}

/** @param {OwnTable} table */
function entry(table) {
  const others = table.players.length ? t("with {names}", { names: names(table.players) }) : t("only you so far");
  return make(
    "li",
    { class: table.awaited ? "own-table awaited" : "own-table" },
    make(
      "a",
      { href: table.address },
      make("b", {}, table.title),
      make("span", { class: "hint" }, others),
      make("span", { class: table.awaited ? "badge" : "state" }, state(table)),
    ),
  );
}

/** @param {OwnTable} table */
function state(table) {
  if (table.phase === "lobby") return t("Not started");
  if (table.awaited) return t("Your turn");
  return table.waiting.length ? t("Waiting for {names}", { names: names(table.waiting) }) : t("Playing");
}

/** @param {string[]} list */
function names(list) {
  const more = list.length - MAX_NAMES;
  return more > 0 ? t("{names} and {count} more", { names: commas(list.slice(0, MAX_NAMES)), count: more }) : commas(list);
}

/** Show them, now and whenever the page is visible again. */
export function showOwnTables() {
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  return refresh();
}
