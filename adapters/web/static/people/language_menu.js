/** Where somebody chooses their language, by the names that languages have for themselves. */

import { COOKIE_ATTRIBUTES, keepsCookies, withSession } from "../connection/session.js";
import { make, show } from "../dom.js";
import { language, t } from "../language.js";

const COOKIE = "scrum_language"; // as in adapters/web/languages.py
const YEAR = 365 * 24 * 3600; // seconds

/** A field that appears as soon as the languages are known, if there are several. @param {(tag: string) => unknown} choose */
export function languageMenu(choose) {
  const list = /** @type {HTMLSelectElement} */ (make("select", { id: "language" }));
  const field = make("div", { class: "field", hidden: true }, make("label", { for: "language" }, t("Language")), list);
  list.addEventListener("change", () => choose(list.value));
  fill(list).then((several) => show(field, several), () => {});
  return field;
}

/** @param {HTMLSelectElement} list */
async function fill(list) {
  const answer = await fetch("/languages");
  /** @type {{tag: string, name: string}[]} */
  const languages = answer.ok ? await answer.json() : [];
  list.replaceChildren(...languages.map(({ tag, name }) => make("option", { value: tag, lang: tag, selected: tag === language }, name)));
  return languages.length > 1;
}

/** Load the page again in a language; where the browser keeps no cookies, its address says which. @param {string} tag */
export function speak(tag) {
  if (keepsCookies) {
    document.cookie = `${COOKIE}=${tag}; Path=/; Max-Age=${YEAR}; ${COOKIE_ATTRIBUTES}`; // not prose
    return location.reload();
  }
  const query = new URLSearchParams(location.search);
  query.set("language", tag);
  return location.assign(withSession(`${location.pathname}?${query}`));
}
