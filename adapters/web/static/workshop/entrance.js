/** The way into a workshop: a name, a press, and the person is at their team's table. */

import { whileBusy } from "../acts.js";
import { arrivesAt, bringLuck, keepName, myName, tabId } from "../connection/identity.js";
import { request, withSession } from "../connection/session.js";
import { byId, make, show } from "../dom.js";
import { commas, n, t } from "../language.js";
import { themeButton } from "../theme.js";
import { post } from "./orders.js";

/**
 * @typedef {{title: string, trainer: string, game: string, summary: string, phase: "open" | "started",
 *   chooses: boolean, attendance: boolean, teams: {name: string, people: string[], free: number}[], free: number,
 *   fingerprint: string, address: string}} Door
 */

const path = location.pathname.replace(/\/$/, "");
const AGAIN = 5_000; // milliseconds after which the free seats are asked for again
const name = /** @type {HTMLInputElement} */ (byId("name"));
let shownTeams = "";
let over = false;

/** @returns {Promise<Door | null>} */
async function door() {
  const tab = tabId() ? `?tab=${tabId()}` : "";
  const answer = await request(`${path}/door.json${tab}`);
  if (answer?.status === 404) sayGoodbye();
  return answer?.ok ? answer.json() : null;
}

async function refresh() {
  const found = await door();
  if (found) render(found);
  if (over) return;
  setTimeout(() => (document.hidden ? document.addEventListener("visibilitychange", refresh, { once: true }) : refresh()), AGAIN);
}

/** @param {Door} found */
function render(found) {
  if (found.address) return go(found.address);
  document.title = t("{title} · Scrum Table", { title: found.title || found.game });
  byId("title").textContent = found.title || found.game;
  byId("trainer").textContent = [found.title ? found.game : "", found.trainer ? t("with {trainer}", { trainer: found.trainer }) : ""].filter(Boolean).join(" · ");
  byId("about").textContent = `${found.summary}.`;
  const news = newsOf(found);
  byId("news").textContent = news;
  show(byId("news"), news !== "");
  show(byId("attendance"), found.attendance);
  byId("sit").textContent = found.free ? t("Take a seat") : t("Come in and watch");
  show(byId("fingerprint"), found.fingerprint !== "");
  byId("fingerprint").textContent = t("All teams get the same dice. Fingerprint of their seed: {fingerprint}", { fingerprint: found.fingerprint });
  showTeams(found);
  show(byId("entrance"), true);
  return undefined;
}

/** The link leads nowhere any more. */
function sayGoodbye() {
  over = true;
  byId("news").textContent = t("This workshop is over. Thank you for coming!");
  show(byId("news"), true);
  show(byId("come-in"), false);
}

/** @param {Door} found */
function newsOf(found) {
  if (!found.free) return t("Every seat is taken right now. You can come in and watch a team; if a seat becomes free, it’s yours to take.");
  return found.phase === "started" ? t("The games are running. There’s still a seat for you.") : "";
}

/** @param {Door} found */
function showTeams(found) {
  const key = JSON.stringify(found.teams);
  show(byId("teams"), found.chooses && found.free > 0);
  if (key === shownTeams) return;
  shownTeams = key;
  const chosen = team();
  byId("doors").replaceChildren(...found.teams.map((each, at) => teamDoor(each, at, at === chosen)));
}

/** @param {Door["teams"][number]} each @param {number} at @param {boolean} chosen */
function teamDoor(each, at, chosen) {
  const free = each.free === 0 ? t("full") : n("{count} seat", "{count} seats", each.free);
  return make(
    "label",
    { class: "door" },
    make("input", { type: "radio", name: "team", value: at, required: true, disabled: each.free === 0, checked: chosen && each.free > 0 }),
    make("b", {}, each.name),
    make("span", { class: "hint" }, commas(each.people) || t("Nobody yet")),
    make("span", { class: "free" }, free),
  );
}

function team() {
  const picked = byId("doors").querySelector("input:checked");
  return picked ? Number(/** @type {HTMLInputElement} */ (picked).value) : null;
}

async function comeIn() {
  show(byId("problem"), false);
  keepName(name.value.trim());
  const placed = await post(`${path}/place`, { name: name.value.trim(), tab: tabId(), team: team(), luck: bringLuck() });
  if (placed.address) return go(placed.address);
  byId("problem").textContent = placed.problem;
  show(byId("problem"), true);
  const found = await door();
  if (found) render(found);
  return undefined;
}

/** @param {string} address */
function go(address) {
  arrivesAt(address); // no “welcome back”
  location.replace(withSession(address));
}

themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
name.value ||= myName();
byId("come-in").addEventListener("submit", (event) => {
  event.preventDefault();
  whileBusy(byId("sit"), async () => {
    await comeIn();
  });
});
refresh();
