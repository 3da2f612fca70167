/** The desks that were opened in this browser. Their addresses are kept here and nowhere else: each is a right. */

import { byId, make, show } from "../dom.js";
import { n, t } from "../language.js";
import { inBrowser } from "../storage.js";

/** @typedef {{address: string, title: string, teams?: number, about?: string}} KnownDesk  `about`: what was kept before `teams` */

const KEY = "desks";
const MAX_DESKS = 10;

/** @returns {KnownDesk[]} newest first */
function known() {
  const kept = inBrowser.getJson(KEY, /** @type {KnownDesk[]} */ ([]));
  return Array.isArray(kept) ? kept.filter((desk) => /^\/desk\/[\w-]+$/.test(desk?.address)) : [];
}

/** @param {KnownDesk} desk */
export function rememberDesk(desk) {
  const others = known().filter((each) => each.address !== desk.address);
  inBrowser.set(KEY, JSON.stringify([desk, ...others].slice(0, MAX_DESKS)));
}

/** @param {string} address */
export function forgetDesk(address) {
  inBrowser.set(KEY, JSON.stringify(known().filter((each) => each.address !== address)));
}

/** List them on the front page. */
export function showDesks() {
  const desks = known();
  show(byId("desks-section"), desks.length > 0);
  byId("desks").replaceChildren(
    ...desks.map((desk) =>
      make(
        "li",
        { class: "own-table" },
        make("a", { href: desk.address }, make("b", {}, String(desk.title)), make("span", { class: "hint" }, desk.teams ? n("{count} team", "{count} teams", desk.teams) : String(desk.about ?? "")), make("span", { class: "state" }, t("Desk"))),
      ),
    ),
  );
}
