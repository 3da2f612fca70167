/** Identifies the person at this tab: the browser's own person, or somebody else at the same computer. */

import { inBrowser, inTab } from "../storage.js";
import { keepsCookies } from "./session.js";

export const NAME_LIMIT = 40;
export const SOMEBODY_ELSE = "#somebody-else"; // at the end of an address that is opened in a new tab

const GUEST_KEY = "guest";
const GUEST_NAME_KEY = "guest name";
const BROUGHT_LUCK = "luck for a workshop"; // not prose

/** The id of somebody else at this computer; empty for the browser's own person, whom the cookie identifies. */
export function tabId() {
  const kept = inTab.get(GUEST_KEY) ?? "";
  return /^guest-[0-9a-f]{16}$/.test(kept) ? kept : "";
}

/** Make this tab somebody else's: a new person's, or one who was here before. @param {string} [tab] @param {string} [name] */
export function becomeSomebodyElse(tab = `guest-${newId().slice(0, 16)}`, name = "") {
  inTab.set(GUEST_KEY, tab);
  inTab.set(GUEST_NAME_KEY, name);
}

/** Give this tab back to the browser's own person. */
export function becomeOneself() {
  inTab.remove(GUEST_KEY);
  inTab.remove(GUEST_NAME_KEY);
}

/** The name of this tab's person; empty until they give one. */
export function myName() {
  return (tabId() ? inTab.get(GUEST_NAME_KEY) : inBrowser.get("name")) ?? "";
}

/** @param {string} name */
export function keepName(name) {
  if (tabId()) inTab.set(GUEST_NAME_KEY, name);
  else inBrowser.set("name", name);
}

/** Whether a person comes to a table in this tab, as opposed to reloading it. @param {string} path */
export function arrivesAt(path) {
  const who = tabId() || "own";
  const key = `been at ${path}`; // not prose
  const isNew = inTab.get(key) !== who;
  inTab.set(key, who);
  return isNew;
}

/** Whoever is here next is greeted. @param {string} path */
export function forgetArrival(path) {
  inTab.remove(`been at ${path}`); // not prose
}

/**
 * What this browser adds to the luck of a table: drawn here, so that the server can't choose it, and kept, so that it
 * can be found in the finished game.
 *
 * @param {string} table
 */
export function luckFor(table) {
  const key = `luck ${table}`;
  const luck = inBrowser.get(key) ?? newId();
  inBrowser.set(key, luck);
  return luck;
}

/** The luck that this browser brings to a workshop: which table it counts at isn't known yet. */
export function bringLuck() {
  const luck = inTab.get(BROUGHT_LUCK) ?? newId();
  inTab.set(BROUGHT_LUCK, luck);
  return luck;
}

/** It counts at this table. @param {string} table */
export function claimLuck(table) {
  const luck = inTab.get(BROUGHT_LUCK);
  if (!luck) return;
  inTab.remove(BROUGHT_LUCK);
  inBrowser.set(`luck ${table}`, luck);
}

/** An id for a request, kept when it has to be sent again. */
export function newId() {
  // crypto.randomUUID is not available over plain HTTP from another machine
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Read what follows the # of the address, once: it must be neither reloaded nor passed on. */
function takeFragment() {
  const { hash, pathname, search } = location;
  if (hash === SOMEBODY_ELSE || hash.startsWith("#seat=")) history.replaceState(history.state, "", pathname + search);
  if (hash === SOMEBODY_ELSE && keepsCookies) becomeSomebodyElse(); // otherwise every tab is somebody else’s
  return hash;
}

/** The secret of a personal link that this page was opened with; empty if it wasn't. */
export const seatSecret = /^#seat=([\w-]{1,100})$/.exec(takeFragment())?.[1] ?? "";
