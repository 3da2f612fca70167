/** The front page: play with one click, open a table for a team, or join one. */

import { whileBusy } from "./acts.js";
import { showDesks } from "./desks.js";
import { byId, make, richText, show } from "./dom.js";
import { arrivesAt, keepName, myName, tabId } from "./identity.js";
import { showOwnTables } from "./mine.js";
import { chosenOptions, gameList, optionField } from "./options.js";
import { isDark, onTheme, themeButton } from "./theme.js";
import { WorkshopForm } from "./workshop_form.js";

/** @typedef {import("./options.js").Game} Game */

const COVERS = new Set(["sprint", "scrumkin", "rugby", "retro"]); // games with a cover picture
const DEFAULT_NAME = "Guest"; // so that one click is enough

const name = /** @type {HTMLInputElement} */ (byId("name"));
const picker = /** @type {HTMLSelectElement} */ (byId("game"));
const level = /** @type {HTMLSelectElement} */ (byId("level"));
const bots = /** @type {HTMLInputElement} */ (byId("bots"));

/** @param {string} address @param {object} body @param {Element} button  the pressed button */
async function go(address, body, button) {
  const who = name.value.trim();
  if (who) keepName(who);
  show(byId("problem"), false);
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, name: who || DEFAULT_NAME, tab: tabId() }),
  }).catch(() => null);
  const result = await answer?.json().catch(() => ({}));
  if (answer?.ok) {
    arrivesAt(result.address); // no “welcome back” at a table that was just opened
    location.assign(result.address);
  } else showProblem(result?.problem ?? "I can’t reach the server right now. Please try again in a moment.", button);
}

/** Show a problem near the pressed button. @param {string} sentence @param {Element} [button] */
function showProblem(sentence, button) {
  (button?.closest(".game-buttons") ?? button)?.before(byId("problem"));
  byId("problem").replaceChildren(richText(sentence));
  show(byId("problem"), true);
  byId("problem").scrollIntoView({ block: "nearest" });
}

/** A picture of the board, made by tests/adapters/web/browser/screenshots.py. @param {Game} game */
function cover(game) {
  const picture = make("img", { class: "cover", alt: "", width: 576, height: 330 });
  const draw = () => picture.setAttribute("src", `/static/cover-${game.key}${isDark() ? "-dark" : ""}.png`);
  onTheme(draw);
  draw();
  return picture;
}

/** @param {Game} game */
function card(game) {
  const [least, most] = game.seats;
  const players = least === most ? `${least} players` : `${least} to ${most} players`;
  const label = `Play now: ${game.title} against the bots`;
  const described = { "aria-label": label, "aria-describedby": `about-${game.key}` };
  const play = make("button", { type: "button", class: "primary", ...described }, "Play now");
  play.addEventListener("click", () => whileBusy(play, () => go("/play", { game: game.key }, play)));
  const forTeam = { type: "button", "aria-label": `With your team: open a table of ${game.title}` };
  const team = make("button", forTeam, "With your team");
  team.addEventListener("click", () => whileBusy(team, () => go("/tables", { game: game.key }, team)));
  return make(
    "li",
    { class: "panel game", "data-game": game.key },
    COVERS.has(game.key) ? cover(game) : null,
    make("h3", {}, game.title),
    make("p", { id: `about-${game.key}` }, `${game.summary}.`),
    make("p", { class: "hint" }, players),
    make("div", { class: "game-buttons" }, play, team),
  );
}

/** @param {Game} game */
function choose(game) {
  byId("game-summary").textContent = `${game.summary}.`;
  byId("options").replaceChildren(...game.options.map((option) => optionField(option)));
  bots.max = String(game.seats[1] - 1);
  byId("bots-hint").textContent = `Up to ${game.seats[1] - 1}; more can be added at the table.`;
  level.replaceChildren(...game.levels.map((each) => make("option", {}, each)));
  show(byId("level-field"), game.levels.length > 0);
}

/** @param {Game} game @param {HTMLFormElement} form */
function tableForm(game, form) {
  const options = chosenOptions(game, form);
  return { game: game.key, options, bots: Number(bots.value), level: level.value, start: false };
}

showDesks();
showOwnTables();
const games = await gameList();
themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
name.value ||= myName(); // unless the person was faster than this script
byId("games").replaceChildren(...games.map(card));
picker.replaceChildren(...games.map((game) => make("option", { value: game.key }, game.title)));
const chosen = () => games.find((game) => game.key === picker.value) ?? games[0];
picker.addEventListener("change", () => choose(chosen()));
if (games.length) choose(chosen());
else showProblem("I can’t load the games right now. Please reload this page in a moment.");
new WorkshopForm(games, () => name.value.trim(), showProblem);

byId("open").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLElement} */ (form.querySelector("[type=submit]"));
  whileBusy(button, () => go("/tables", tableForm(chosen(), form), button));
});
byId("join").addEventListener("submit", (event) => {
  event.preventDefault();
  const link = /** @type {HTMLInputElement} */ (byId("link")).value.trim();
  const token = /(?:^|\/t\/)([A-Za-z0-9_-]{16,})(?:$|[/?#])/.exec(link)?.[1];
  const workshop = /\/workshop\/[A-Za-z0-9_-]+/.exec(link)?.[0];
  const button = /** @type {HTMLElement} */ (byId("join").querySelector("[type=submit]"));
  if (name.value.trim()) keepName(name.value.trim());
  if (workshop) location.assign(workshop);
  else if (token) location.assign(`/t/${token}`);
  else if (/^\w{10}$/.test(link)) whileBusy(button, () => go("/join", { code: link }, button));
  else showProblem("That isn’t a link to a table (with /t/ and a long code) or to a workshop (with /workshop/), nor a code of ten letters.", button);
});
