/** The table's page: shows what the server sends, and sends what the person does. */

import { Choices, whileBusy } from "./choices.js";
import { Clock } from "./clock.js";
import { CommandLine } from "./command.js";
import { ask, confirm } from "./dialog.js";
import { byId, make, plain, richText, show } from "./dom.js";
import { Feed, announce } from "./feed.js";
import { NAME_LIMIT, keepName, luckFor, myName, proposedName } from "./identity.js";
import { Lobby } from "./lobby.js";
import { Notes } from "./notes.js";
import { fitting } from "./picking.js";
import { Picture, asText, figure } from "./picture.js";
import { ownName, showPlayers } from "./players.js";
import { Replay, download, showFilmProgress } from "./replay.js";
import { invite } from "./share.js";
import { Connection } from "./socket.js";
import { Spots } from "./spots.js";
import { themeButton } from "./theme.js";

/** @typedef {import("./socket.js").Page} Page @typedef {import("./socket.js").Choice} Choice */

const path = location.pathname.replace(/\/$/, "");
const watching = path.startsWith("/w/") || new URLSearchParams(location.search).has("watch");
document.body.classList.toggle("watching", watching);

/** @type {Page | null} */
let page = null;
let shownHand = "";

// --- requests -------------------------------------------------------------------------------------------------------

/** @param {Choice} choice */
async function press(choice) {
  let answer = "";
  if (choice.style === "danger" && !(await confirm(`${plain(choice.label)}?`, "This ends the game.", plain(choice.label)))) return;
  if (choice.asks) {
    const { name, description } = choice.asks;
    const given = await ask({ title: plain(choice.label), label: capitalized(name), hint: description });
    if (given === null) return;
    answer = given;
  }
  if (choice.command === "bot" && lobby.level) return say(`bot ${lobby.level}`);
  await send({ type: "press", button: choice.button, answer });
}

/** @param {string} line */
async function say(line) {
  await send({ type: "say", line });
}

/** @param {Parameters<Connection["act"]>[0]} action */
async function send(action) {
  if (!myName() && !(await chooseName())) return;
  document.body.classList.add("acting");
  try {
    const luck = page?.phase === "lobby" ? luckFor(page.table) : "";
    notes.answer(await connection.act({ ...action, luck }), action.type === "press");
  } finally {
    document.body.classList.remove("acting");
  }
}

async function chooseName() {
  const name = await ask({
    title: "What should we call you?",
    label: "Your name",
    hint: "Everybody at the table will see it.",
    value: proposedName(),
    limit: NAME_LIMIT,
    button: "That’s me",
  });
  if (name === null) return false;
  keepName(name);
  byId("me").textContent = name;
  connection.hello();
  return true;
}

async function join() {
  await say("join");
}

// --- rendering ------------------------------------------------------------------------------------------------------

/** @param {Page} news */
function render(news) {
  const before = page;
  page = news;
  const turn = page.awaited && page.phase === "playing";
  document.title = `${turn ? "Your turn: " : ""}${page.title} · Scrum Table`;
  byId("icon").setAttribute("href", turn ? "/static/icon-turn.svg" : "/static/icon.svg"); // visible from another tab too
  byId("title").textContent = page.title;
  byId("watch").setAttribute("href", page.watch);
  byId("table").dataset.phase = page.phase;
  byId("table").dataset.sequence = String(page.sequence);
  feed.show(page);
  showPin(page.pin);
  showSituation(page);
  showMe(page);
  showPlayers(byId("players"), page);
  clock.show(page.until, page.now);
  lobby.show(page);
  showBoard(page);
  showChart(page);
  showHand(page);
  showFinished(page);
  spots.offer(offered(page));
  notes.offered(page.choices, page.table);
  show(byId("learn"), page.phase === "lobby"); // only while waiting for others: during a game it would be a second one
  byId("learn").dataset.say = `tutorial ${page.game}`;
  show(byId("leave"), page.seat !== null && page.phase !== "over" && !isAway(page));
  show(byId("end"), page.host && page.phase !== "over");
  if (page.awaited && before && !before.awaited) announce("It’s your turn.");
}

/** @param {string} pin */
function showPin(pin) {
  show(byId("pin"), Boolean(pin));
  byId("pin").textContent = pin ? `Pin ${pin}` : "";
}

/** Whether an automatic player has this person's seat. @param {Page} shown */
function isAway(shown) {
  return shown.seat !== null && shown.chairs[shown.seat].automatic;
}

/** The choices to offer: none to spectators, and not joining, which has its own button. @param {Page} shown */
function offered(shown) {
  if (watching || (shown.phase !== "over" && ((shown.seat === null && !shown.host) || isAway(shown)))) return [];
  return shown.choices.filter((choice) => choice.command !== "join");
}

/** @param {string[]} picked @param {string} [description] */
function showChoices(picked, description = "") {
  if (!page) return;
  const left = fitting(offered(page), picked);
  choices.show(left, description);
  show(byId("hint"), left.some((choice) => choice.spots.length > picked.length));
  byId("hint").textContent = picked.length
    ? "Click the next spot, or press Escape to start over."
    : "Click a framed spot, or use the buttons.";
}

/** @param {Page} shown */
function showBoard(shown) {
  const drawing = shown.phase === "over" ? null : shown.board; // the replay is shown instead
  show(byId("board-section"), drawing !== null);
  board.show(drawing);
  textOf("board-text", "Board as text", drawing);
}

/** @param {string} id @param {string} summary @param {import("./socket.js").Drawing | null} drawing */
function textOf(id, summary, drawing) {
  const open = byId(id).querySelector("details")?.open ?? false;
  const details = drawing?.text ? [asText(summary, drawing.text)] : [];
  for (const each of details) each.toggleAttribute("open", open);
  byId(id).replaceChildren(...details);
}

/** Show this person's name. Seated players can't change it, because it is already in the feed. @param {Page} shown */
function showMe(shown) {
  const seated = shown.seat === null ? "" : ownName(shown.chairs[shown.seat]);
  byId("me").textContent = seated || myName() || "Choose a name";
  byId("rename").toggleAttribute("disabled", seated !== "");
  byId("rename").title = seated ? `You’re seated as ${seated}` : "Change your name";
}

/** @param {Page} shown */
function showSituation(shown) {
  // the lobby lists the seats elsewhere, and at the end the seed is shown with the result
  const lines = shown.phase === "lobby" ? [plain(shown.situation).split("\n")[0].replace(/:$/, ".")] : shown.situation;
  byId("situation").replaceChildren(richText(shown.phase === "over" ? "The game is over." : lines));
  show(byId("turn-badge"), shown.awaited && shown.phase === "playing");
  byId("now").classList.toggle("awaited", shown.awaited && shown.phase === "playing");
}

/** @param {Page} shown */
function showChart(shown) {
  show(byId("chart-section"), shown.chart !== null);
  chart.show(shown.chart);
  textOf("chart-text", "Chart as text", shown.chart);
}

/** @param {Page} shown */
function showHand(shown) {
  show(byId("hand-section"), shown.held.length > 0);
  const key = JSON.stringify(shown.held);
  if (key === shownHand) return;
  shownHand = key;
  byId("hand").replaceChildren(
    ...shown.held.flatMap((look) =>
      look.picture
        ? [figure(look.picture, () => spots.mark()), asText("Your hand as text", plain(look.text))]
        : [make("p", { class: "sentence" }, richText(look.text))],
    ),
  );
}

/** @param {Page} shown */
function showFinished(shown) {
  const over = shown.phase === "over";
  show(byId("replay"), over);
  show(byId("downloads"), over);
  show(byId("result"), over);
  if (!over) return;
  const proof = make(
    "details",
    {},
    make("summary", {}, "Seed and hash, to check every roll"),
    make("p", { class: "sentence" }, richText(shown.situation)),
    make("p", {}, make("a", { href: `/verify?game=${path}` }, "Recompute it in this browser")),
  );
  const verdict = feed.latest.map((nodes) => make("p", { class: "sentence verdict" }, ...nodes));
  byId("result").replaceChildren(...verdict, ...(plain(shown.situation) ? [proof] : []));
  replay.load(shown.table);
}

/** @param {string} word */
function capitalized(word) {
  return word[0].toUpperCase() + word.slice(1);
}

// --- parts of the page ----------------------------------------------------------------------------------------------

const feed = new Feed(byId("feed"));
const clock = new Clock(byId("clock"));
const chart = new Picture(byId("chart"));
const notes = new Notes(byId("notes"), press);
const spots = new Spots([byId("board"), byId("hand")], press, showChoices);
const board = new Picture(byId("board"), () => spots.mark());
const choices = new Choices(byId("choices"), press, () => spots.startOver());
const lobby = new Lobby(join);
const replay = new Replay(path);
const connection = new Connection(path, watching, {
  page: render,
  none: () => (byId("situation").textContent = "There’s no table here yet."),
  problem: (text) => notes.say(text),
  notes: (replies) => notes.add(replies),
  completions: (line, found) => command.offer(line, found),
  connected: (connected) => {
    byId("banner").textContent = connected ? "" : "Connection lost. Reconnecting …";
    show(byId("banner"), !connected);
  },
});
const command = new CommandLine(/** @type {HTMLFormElement} */ (byId("command")), {
  say,
  complete: (line) => connection.complete(line),
});

themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
byId("me").textContent = myName() || "Choose a name";
byId("rename").addEventListener("click", chooseName);
byId("invite").addEventListener("click", () => page && invite(page));
for (const button of document.querySelectorAll("[data-say]")) {
  button.addEventListener("click", () => whileBusy(/** @type {HTMLElement} */ (button), () => sayAfterConfirming(button)));
}
for (const [id, file, name] of [
  ["summary", "export.md", "summary.md"],
  ["table-file", "export.csv", "summary.csv"],
  ["export", "export.json", "game.json"],
  ["film", "film.gif", "game.gif"],
]) {
  const button = byId(id);
  button.addEventListener("click", () =>
    whileBusy(button, async () => {
      const stop = id === "film" ? showFilmProgress(path, button) : () => {};
      const problem = await download(`${path}/${file}`, name);
      stop();
      if (problem) notes.say(problem);
    }),
  );
}

/** @param {Element} button */
async function sayAfterConfirming(button) {
  const line = button.getAttribute("data-say") ?? "";
  if (line === "end" && !(await confirm("End the table?", "This ends the game for everybody.", "End it"))) return;
  await say(line);
}
