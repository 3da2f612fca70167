/** Identifies the person at this tab. Two tabs are two people, so that a team can share a computer. */

export const NAME_LIMIT = 40;

/** The id of this tab; together with the browser's cookie it identifies a person. */
export function tabId() {
  const kept = sessionStorage.getItem("tab");
  if (kept && /^[a-z0-9]{8,32}$/.test(kept)) return kept;
  const fresh = crypto.getRandomValues(new Uint32Array(4)).reduce((id, number) => id + number.toString(36), "");
  sessionStorage.setItem("tab", fresh.slice(0, 32).padStart(8, "0"));
  return sessionStorage.getItem("tab") ?? "";
}

/** The name of this tab's person; empty until they give one. */
export function myName() {
  return sessionStorage.getItem("name") ?? "";
}

/** The name last used in this browser, as a suggestion. */
export function proposedName() {
  return myName() || (localStorage.getItem("name") ?? "");
}

/** @param {string} name @param {boolean} [proposed]  whether to suggest it in the next tab */
export function keepName(name, proposed = true) {
  sessionStorage.setItem("name", name);
  if (proposed) localStorage.setItem("name", name);
}

/**
 * What this browser adds to the luck of a table: drawn here, so that the server can't choose it, and kept, so that it
 * can be found in the finished game.
 *
 * @param {string} table
 */
export function luckFor(table) {
  const key = `luck ${table}`;
  const luck = localStorage.getItem(key) ?? newId();
  localStorage.setItem(key, luck);
  return luck;
}

/** An id for a request, kept when it has to be sent again. */
export function newId() {
  // crypto.randomUUID is not available over plain HTTP from another machine
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
