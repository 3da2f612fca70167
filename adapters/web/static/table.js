/** The table's page: what comes from the server is shown, what the person does is sent. The server is the truth. */

import { Choices, whileBusy } from "./choices.js";
import { Clock } from "./clock.js";
import { CommandLine } from "./command.js";
import { ask, confirm } from "./dialog.js";
import { byId, make, plain, show, words } from "./dom.js";
import { Feed, announce } from "./feed.js";
import { NAME_LIMIT, keepName, myName, proposedName } from "./identity.js";
import { Lobby } from "./lobby.js";
import { Notes } from "./notes.js";
import { fitting } from "./picking.js";
import { Picture, asText, figure } from "./picture.js";
import { ownName, showPlayers } from "./players.js";
import { Replay, download } from "./replay.js";
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
let handShown = "";

// --- doing ----------------------------------------------------------------------------------------------------------

/** @param {Choice} choice */
async function press(choice) {
  let answer = "";
  if (choice.style === "danger" && !(await confirm(`${plain(choice.label)}?`, "The game ends with it.", plain(choice.label)))) return;
  if (choice.asks) {
    const { name, description } = choice.asks;
    const given = await ask({ title: plain(choice.label), label: titled(name), hint: description });
    if (given === null) return;
    answer = given;
  }
  if (choice.command === "bot" && lobby.level) return say(`bot ${lobby.level}`);
  await settled({ type: "press", button: choice.button, answer });
}

/** @param {string} line */
async function say(line) {
  await settled({ type: "say", line });
}

/** @param {Parameters<Connection["act"]>[0]} action */
async function settled(action) {
  if (!myName() && !(await chooseName())) return;
  document.body.classList.add("acting");
  try {
    notes.answer(await connection.act(action), action.type === "press");
  } finally {
    document.body.classList.remove("acting");
  }
}

async function chooseName() {
  const name = await ask({
    title: "What shall we call you?",
    label: "Your name",
    hint: "Everybody at the table sees it.",
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

// --- showing --------------------------------------------------------------------------------------------------------

/** @param {Page} news */
function render(news) {
  const before = page;
  page = news;
  const turn = page.awaited && page.phase === "playing";
  document.title = `${turn ? "Your turn: " : ""}${page.title} · Scrum Table`;
  byId("icon").setAttribute("href", turn ? "/static/icon-turn.svg" : "/static/icon.svg"); // seen from another tab, too
  byId("title").textContent = page.title;
  byId("watch").setAttribute("href", page.watch);
  byId("table").dataset.phase = page.phase;
  byId("table").dataset.sequence = String(page.sequence);
  feed.show(page);
  showSituation(page);
  showMe(page);
  showPlayers(byId("players"), page);
  clock.show(page.until, page.now);
  lobby.show(page);
  showBoard(page);
  showChart(page);
  showHand(page);
  showAfterwards(page);
  spots.offer(offered(page));
  notes.offered(page.choices, page.table);
  show(byId("learn"), page.phase === "lobby"); // while the others come; later it would be a second game on the page
  byId("learn").dataset.say = `tutorial ${page.game}`;
  show(byId("leave"), page.seat !== null && page.phase !== "over" && !isAway(page));
  show(byId("end"), page.host && page.phase !== "over");
  if (page.awaited && before && !before.awaited) announce("It is your turn.");
}

/** Whether the automatic player has this person's seat. @param {Page} shown */
function isAway(shown) {
  return shown.seat !== null && shown.chairs[shown.seat].automatic;
}

/** Whoever only looks on has nothing to do, and joining has a button of its own. @param {Page} shown */
function offered(shown) {
  if (watching || (shown.phase !== "over" && ((shown.seat === null && !shown.host) || isAway(shown)))) return [];
  return shown.choices.filter((choice) => choice.command !== "join");
}

/** @param {string[]} picked @param {string} [inWords] */
function showChoices(picked, inWords = "") {
  if (!page) return;
  const left = fitting(offered(page), picked);
  choices.show(left, inWords);
  show(byId("hint"), left.some((choice) => choice.spots.length > picked.length));
  byId("hint").textContent = picked.length
    ? "Click the next place. Escape starts over."
    : "Click what is framed, or use the buttons.";
}

/** @param {Page} shown */
function showBoard(shown) {
  const drawing = shown.phase === "over" ? null : shown.board; // afterwards the steps are shown instead
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

/** Who sits down keeps the name they sat down with: it stands in what everybody sees. @param {Page} shown */
function showMe(shown) {
  const seated = shown.seat === null ? "" : ownName(shown.chairs[shown.seat]);
  byId("me").textContent = seated || myName() || "Choose a name";
  byId("rename").toggleAttribute("disabled", seated !== "");
  byId("rename").title = seated ? `You sit here as ${seated}` : "Change your name";
}

/** @param {Page} shown */
function showSituation(shown) {
  // in the lobby the seats are listed anyway, and at the end the seed of the dice has its own place
  const lines = shown.phase === "lobby" ? [plain(shown.situation).split("\n")[0].replace(/:$/, ".")] : shown.situation;
  byId("situation").replaceChildren(words(shown.phase === "over" ? "The game is over." : lines));
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
  if (key === handShown) return;
  handShown = key;
  byId("hand").replaceChildren(
    ...shown.held.flatMap((look) =>
      look.picture
        ? [figure(look.picture, () => spots.mark()), asText("Your hand as text", plain(look.text))]
        : [make("p", { class: "sentence" }, words(look.text))],
    ),
  );
}

/** @param {Page} shown */
function showAfterwards(shown) {
  const over = shown.phase === "over";
  show(byId("replay"), over);
  show(byId("downloads"), over);
  show(byId("result"), over);
  if (!over) return;
  const proof = make(
    "details",
    {},
    make("summary", {}, "Seed and hash, to check every roll"),
    make("p", { class: "sentence" }, words(shown.situation)),
  );
  const verdict = feed.latest.map((told) => make("p", { class: "sentence verdict" }, ...told));
  byId("result").replaceChildren(...verdict, ...(plain(shown.situation) ? [proof] : []));
  replay.load(shown.table);
}

/** @param {string} word */
function titled(word) {
  return word[0].toUpperCase() + word.slice(1);
}

// --- the parts ------------------------------------------------------------------------------------------------------

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
  none: () => (byId("situation").textContent = "There is no table here yet."),
  problem: (text) => notes.say(text),
  notes: (replies) => notes.add(replies),
  completions: (line, found) => command.offer(line, found),
  connected: (connected) => {
    byId("banner").textContent = connected ? "" : "The connection is lost. Trying again …";
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
  button.addEventListener("click", () => whileBusy(/** @type {HTMLElement} */ (button), () => offerToSay(button)));
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
      const problem = await download(`${path}/${file}`, name);
      if (problem) notes.say(problem);
    }),
  );
}

/** @param {Element} button */
async function offerToSay(button) {
  const line = button.getAttribute("data-say") ?? "";
  if (line === "end" && !(await confirm("End the table?", "The game ends here for everybody.", "End it"))) return;
  await say(line);
}
