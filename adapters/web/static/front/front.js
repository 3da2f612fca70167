/** The front page: play with one click, open a table for a team, or join one. */

import { whileBusy } from "../acts.js";
import { keepName, myName } from "../connection/identity.js";
import { FORGETFUL, keepsCookies, withSession } from "../connection/session.js";
import { byId, make, richText, show } from "../dom.js";
import { n, t } from "../language.js";
import { chooseOne, chosenOptions, gameList, optionField } from "../options.js";
import { inBrowser } from "../storage.js";
import { isDark, onTheme, themeButton } from "../theme.js";
import { showDesks } from "./desks.js";
import { showOwnTables } from "./mine.js";
import { open } from "./opening.js";
import { WorkshopForm } from "./workshop_form.js";

/** @typedef {import("../options.js").Game} Game */

const COVERS = new Set(["sprint", "scrumkin", "rugby", "retro"]); // games with a cover picture
const RETRO = "retro"; // the meeting that sentences of its own are about

const name = /** @type {HTMLInputElement} */ (byId("name"));
const picker = /** @type {HTMLSelectElement} */ (byId("game"));
const level = /** @type {HTMLSelectElement} */ (byId("level"));
const bots = /** @type {HTMLInputElement} */ (byId("bots"));

/** @param {string} address @param {object} body @param {Element} button  the pressed button */
async function go(address, body, button) {
  show(byId("problem"), false);
  const problem = await open(address, body, name.value);
  if (problem) showProblem(problem, button);
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
  const draw = () => picture.setAttribute("src", `/static/covers/${game.key}${isDark() ? "-dark" : ""}.png`);
  onTheme(draw);
  draw();
  return picture;
}

/** @param {Game} game */
function card(game) {
  return make(
    "li",
    { class: "panel game", "data-game": game.key },
    COVERS.has(game.key) ? cover(game) : null,
    make("h3", {}, game.title),
    make("p", { id: `about-${game.key}` }, `${game.summary}.`),
    make("p", { class: "hint" }, seatsOf(game), ...(game.meets ? [" · ", rehearsal(game)] : [])),
    make("div", { class: "game-buttons" }, ...(game.meets ? meetingButtons(game) : gameButtons(game))),
  );
}

/** How many can take part. @param {Game} game */
function seatsOf({ meets, seats: [least, most] }) {
  if (meets) return least === most ? n("{count} person", "{count} people", least) : t("{least} to {most} people", { least, most });
  return least === most ? n("{count} player", "{count} players", least) : t("{least} to {most} players", { least, most });
}

/** @param {Game} game */
function gameButtons(game) {
  const play = opener(t("Play now"), t("Play now: {game} against the bots", { game: game.title }), "/play", game);
  play.classList.add("primary");
  play.setAttribute("aria-describedby", `about-${game.key}`);
  return [play, opener(t("With your team"), t("With your team: open a table of {game}", { game: game.title }), "/tables", game)];
}

/** A meeting is for a team. @param {Game} game */
function meetingButtons(game) {
  const described = game.key === RETRO ? t("With your team: open a retrospective") : t("With your team: open a {game}", { game: game.title.toLowerCase() });
  const team = opener(t("With your team"), described, "/tables", game);
  team.classList.add("primary");
  const gallery = game.gallery ? make("a", { class: "button", href: `/gallery/${game.key}` }, chooseOne(game.gallery)) : null;
  return [team, gallery];
}

/** Alone, one can rehearse it. @param {Game} game */
function rehearsal(game) {
  const described =
    game.key === RETRO
      ? t("Rehearse it: a retrospective with automatic participants")
      : t("Rehearse it: a {game} with automatic participants", { game: game.title.toLowerCase() });
  const button = opener(t("Rehearse it"), described, "/play", game);
  button.classList.add("rehearse");
  return button;
}

/** @param {string} label @param {string} described @param {string} address @param {Game} game */
function opener(label, described, address, game) {
  const button = make("button", { type: "button", "aria-label": described }, label);
  button.addEventListener("click", () => whileBusy(button, () => go(address, { game: game.key }, button)));
  return button;
}

/** @param {Game} game */
function choose(game) {
  byId("game-summary").textContent = `${game.summary}.`;
  byId("options").replaceChildren(...game.options.map((option) => optionField(option)));
  bots.max = String(game.seats[1] - 1);
  byId("bots-hint").textContent = t("Up to {count}; more can be added at the table.", { count: game.seats[1] - 1 });
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
if (!keepsCookies) byId("name-hint").textContent = FORGETFUL;
else if (!inBrowser.lasts) byId("name-hint").textContent = t("Everybody at the table will see it. Your browser doesn’t let this page remember it.");
name.value ||= myName(); // unless the person was faster than this script
byId("games").replaceChildren(...games.map(card));
picker.replaceChildren(...games.map((game) => make("option", { value: game.key }, game.title)));
const chosen = () => games.find((game) => game.key === picker.value) ?? games[0];
picker.addEventListener("change", () => choose(chosen()));
if (games.length) choose(chosen());
else showProblem(t("I can’t load the games right now. Please reload this page in a moment."));
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
  if (workshop) location.assign(withSession(workshop));
  else if (token) location.assign(withSession(`/t/${token}`));
  else if (/^\w{10}$/.test(link)) whileBusy(button, () => go("/join", { code: link }, button));
  else showProblem(t("That isn’t a link to a table (with /t/ and a long code) or to a workshop (with /workshop/), nor a code of ten letters."), button);
});
