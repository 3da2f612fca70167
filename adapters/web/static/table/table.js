/** The table's page: shows what the server sends, and sends what the person does. */

import { Acts, whileBusy } from "../acts.js";
import { Cards, cardElement, handCard } from "../board/cards.js";
import { Dice } from "../board/dice.js";
import { pointAt } from "../board/motion.js";
import { fitting } from "../board/picking.js";
import { Picture, asText, figure } from "../board/picture.js";
import { Playback, playbackButtons } from "../board/playback.js";
import { Replay, download, showFilmProgress } from "../board/replay.js";
import { boardShape } from "../board/shape.js";
import { soundButton } from "../board/sound.js";
import { Spots } from "../board/spots.js";
import { Clock } from "../clock.js";
import { embedded } from "../connection/embedded.js";
import { luckFor } from "../connection/identity.js";
import { Connection } from "../connection/socket.js";
import { ask, confirm } from "../dialog.js";
import { byId, make, makeCommandsPressable, plain, richText, show, wayHome } from "../dom.js";
import { Feed, announce } from "../feed.js";
import { pieces, t } from "../language.js";
import { PersonHere } from "../people/person.js";
import { Players } from "../people/players.js";
import { invite, shareGame } from "../people/share.js";
import { themeButton } from "../theme.js";
import { CommandLine } from "./command.js";
import { Ending } from "./ending.js";
import { Exercise } from "./exercise.js";
import { Guide } from "./guide.js";
import { Lobby } from "./lobby.js";
import { Notes } from "./notes.js";
import { TurnSignals, beginsTurn, isTurn } from "./notify.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("../connection/socket.js").Page} Page @typedef {import("../connection/socket.js").Act} Act */

const path = location.pathname.replace(/\/$/, "");
const watching = path.startsWith("/w/") || new URLSearchParams(location.search).has("watch");
document.body.classList.toggle("watching", watching);
if (!watching) makeCommandsPressable();

const MANY_SPOTS = 6;
const touched = matchMedia("(pointer: coarse)").matches;
const SURE = "!"; // at the end of a button: this person was asked
/** @type {Page | null} */
let page = null;
let shownHand = "";
/** @type {Page | null} what is shown: the page, or while something is played out, a step on the way to it */
let moment = null;

// --- requests -------------------------------------------------------------------------------------------------------

/** @param {Act} act */
async function press(act) {
  let answer = "";
  const label = plain(act.label);
  const stake = plain(act.note ?? []);
  const grave = act.grave && !act.button.endsWith(SURE);
  if (grave && !(await confirm(t("{action}?", { action: label }), stake || t("This can’t be undone."), label, "danger"))) return;
  if (act.asks) {
    await guide.ready; // its cards are shown in the dialog
    const { name, description } = act.asks;
    const before = [cardsOf(act), stake && !act.grave ? make("p", { class: "stake" }, stake) : null];
    const given = await ask({ title: label, label: capitalized(name), hint: description, before });
    if (given === null) return;
    answer = given;
  }
  if (act.command === "bot" && lobby.level) await say(`bot ${lobby.level}`);
  else await send({ type: "press", button: act.button + (grave ? SURE : ""), answer });
}

/** The cards that an act is about, beside each other. @param {Act} act */
function cardsOf(act) {
  const found = (act.cards ?? []).flatMap((title) => cards.named(title) ?? []);
  return found.length ? make("div", { class: "card-row" }, ...found.map((card) => cardElement(card))) : null;
}

/** The answers, which are shown too. @param {string} line */
async function say(line) {
  return (await send({ type: "say", line })).replies;
}

/** @param {Parameters<Connection["act"]>[0]} action */
async function send(action) {
  if (!(await person.isKnown())) return { replies: [], done: false };
  document.body.classList.add("acting");
  if (action.type === "press") guide.moveOn();
  try {
    const luck = page?.phase === "lobby" ? luckFor(page.table) : "";
    const answer = await connection.act({ ...action, luck });
    playback.afterwards(() => showAnswer(answer.replies, action.type === "press")); // after what it led to
    return answer;
  } finally {
    document.body.classList.remove("acting");
  }
}

/** @param {import("../connection/socket.js").Reply[]} replies @param {boolean} pressed */
function showAnswer(replies, pressed) {
  const places = replies.flatMap((reply) => reply.spots ?? []);
  const marked = pointAt(byId("board"), places);
  if (replies.length) sheet.fold(places.length > 0 && marked === places.length); // a hint that is all on the board
  notes.answer(replies, pressed);
  if (marked) byId("board").scrollIntoView({ block: "nearest" });
}

// --- rendering ------------------------------------------------------------------------------------------------------

/** @param {Page} news */
function render(news) {
  if (news.meets) return location.reload(); // this room shows a meeting by now, which has a page of its own
  const before = page;
  if (!news.awaited) keepHeight();
  else byId("now").style.removeProperty("--kept");
  page = news;
  byId("watch").setAttribute("href", page.watch);
  byId("table").dataset.phase = page.phase;
  byId("table").dataset.sequence = String(page.sequence);
  feed.show(page);
  person.show(page);
  showMoment(page);
  turnSignals.show(page);
  exercise.show(page);
  lobby.show(page, watching);
  showBoard(page);
  if (before?.phase === "lobby" && page.phase === "playing") scrollTo({ top: 0 }); // the button to start was below
  showChart(page);
  showHand(page);
  showFinished(page);
  if (before?.phase === "playing" && page.phase === "over") notes.clear(); // they were about the game that is over
  notes.offered(page.acts, page.table);
  show(byId("fair"), page.fair);
  show(byId("learn"), page.phase === "lobby"); // only while waiting for others: during a game it would be a second one
  byId("learn").dataset.say = `tutorial ${page.game}`;
  show(byId("leave"), page.seat !== null && page.phase !== "over" && !isAway(page));
  show(byId("end"), page.host && page.phase !== "over");
  show(byId("connecting"), false);
  show(byId("notify"), page.seat !== null && page.phase !== "over");
  if (page.awaited && !before?.awaited) sheet.fold(isPlayedOnBoard(page));
  guide.show(page);
  ending.show(page, before?.table === page.table && before.phase === "playing");
  if (beginsTurn(before, page)) announce(t("It’s your turn."));
}

/** What belongs to one moment: of the page, or of a step while that is played out. @param {Page} shown */
function showMoment(shown) {
  const focused = document.activeElement;
  const turn = isTurn(shown);
  moment = shown;
  const title = [shown.team, shown.title].filter(Boolean).join(" · ");
  document.title = turn ? t("Your turn: {title} · Scrum Table", { title }) : t("{title} · Scrum Table", { title });
  byId("icon").setAttribute("href", turn ? "/static/icon-turn.svg" : "/static/icon.svg"); // visible from another tab too
  byId("title").textContent = title;
  showSituation(shown);
  cards.link(byId("situation"));
  players.show(shown);
  showFigures(shown);
  clock.show(shown.until);
  cards.decide(shown.phase === "playing" ? shown.cards : []);
  show(byId("advice"), shown.advice !== "");
  byId("advice").dataset.say = shown.advice;
  spots.offer(offered(shown));
  keepFocus(focused);
}

/** If what had the focus is gone, it goes to what can be done next. @param {Element | null} focused */
function keepFocus(focused) {
  if (!focused || focused === document.body || (focused.isConnected && focused.checkVisibility())) return;
  acts.focus();
}

/** While others play there is less to choose, but nothing below it moves. */
function keepHeight() {
  const { style, offsetHeight } = byId("now");
  if (page?.awaited && !style.getPropertyValue("--kept")) style.setProperty("--kept", `${offsetHeight - byId("notes").offsetHeight}px`);
}

/** How far the game is. @param {Page} shown */
function showFigures(shown) {
  show(byId("figures"), shown.figures.length > 0 && shown.phase !== "lobby");
  const pairs = shown.figures.map(([name, figure]) => make("div", {}, make("dt", {}, name), make("dd", {}, figure)));
  byId("figures").replaceChildren(...pairs);
}

/** Whether an automatic player has this person's seat. @param {Page} shown */
function isAway(shown) {
  return shown.seat !== null && shown.chairs[shown.seat].automatic;
}

/**
 * The acts to offer: none to spectators, and not joining, which has its own button. At the end, they are with the verdict.
 *
 * @param {Page} shown
 */
function offered(shown) {
  if (watching || shown.phase === "over" || (shown.seat === null && !shown.host) || isAway(shown)) return [];
  return shown.acts.filter((act) => act.command !== "join");
}

/** Whether there are many acts to click on the board: then the sheet of a phone leaves it free. @param {Page} shown */
function isPlayedOnBoard(shown) {
  return !shown.held.length && offered(shown).filter((act) => act.spots.length).length > MANY_SPOTS;
}

/** @param {string[]} picked @param {string} [description] */
function showActs(picked, description = "") {
  if (!moment) return;
  const left = fitting(offered(moment), picked);
  if (description) acts.showPicked(left, description);
  else acts.show(moment.acts, moment.layout, left);
  show(byId("hint"), left.some((act) => act.spots.length > picked.length));
  const next = touched ? t("Tap the next spot, or start over.") : t("Click the next spot, or press Escape to start over.");
  const first = touched ? t("Tap a framed spot, or use the buttons.") : t("Click a framed spot, or use the buttons.");
  byId("hint").textContent = picked.length ? next : first;
  if (picked.length && boardShape() === "portrait") byId("acts").scrollIntoView({ block: "nearest" }); // in the sheet
}

/** @param {Page} shown */
function showBoard(shown) {
  const drawing = shown.phase === "over" ? null : shown.board; // the replay is shown instead
  show(byId("board-section"), drawing !== null);
  board.show(drawing);
  textOf("board-text", t("Board as text"), drawing);
}

/** @param {string} id @param {string} summary @param {import("../connection/socket.js").Drawing | null} drawing */
function textOf(id, summary, drawing) {
  const open = byId(id).querySelector("details")?.open ?? false;
  const details = drawing?.text ? [asText(summary, drawing.text)] : [];
  for (const each of details) each.toggleAttribute("open", open);
  byId(id).replaceChildren(...details);
}

/** @param {Page} shown */
function showSituation(shown) {
  // the lobby lists the seats elsewhere, and at the end the seed is shown with the result
  const lines = shown.phase === "lobby" ? [plain(shown.situation).split("\n")[0].replace(/\s?:$/, ".")] : shown.situation;
  byId("situation").replaceChildren(richText(shown.phase === "over" ? t("It’s over.") : lines));
  show(byId("turn-badge"), isTurn(shown));
  byId("now").classList.toggle("awaited", isTurn(shown));
}

/** @param {Page} shown */
function showChart(shown) {
  const wanted = shown.chart !== null && shown.phase !== "over"; // at the end it is part of the scene
  show(byId("tabs"), wanted);
  if (!wanted) showTab("board");
  if (watching) show(byId("chart-section"), shown.chart !== null); // beside the board: there is nothing to press
  chart.show(shown.chart);
  textOf("chart-text", t("Chart as text"), shown.chart);
}

/** @param {string} name  "board" or "chart" */
function showTab(name) {
  for (const [each, panel] of [["board", "board-place"], ["chart", "chart-section"]]) {
    const chosen = each === name;
    byId(`${each}-tab`).setAttribute("aria-selected", String(chosen));
    byId(`${each}-tab`).setAttribute("tabindex", chosen ? "0" : "-1");
    if (!watching) show(byId(panel), chosen);
  }
  spots.mark(); // the frames of what couldn’t be seen
}

/** @param {Page} shown */
function showHand(shown) {
  show(byId("hand-section"), shown.held.length > 0);
  const key = JSON.stringify(shown.held);
  if (key === shownHand) return;
  shownHand = key;
  byId("hand").replaceChildren(
    ...shown.held.flatMap((look) => {
      if (look.cards.length) return [make("div", { class: "hand-cards" }, ...look.cards.map(handCard))];
      if (look.picture) return [figure(look.picture, () => spots.mark()), asText(t("Your hand as text"), plain(look.text))];
      return [make("p", { class: "sentence" }, richText(look.text))];
    }),
  );
  spots.mark();
}

/** @param {Page} shown */
function showFinished(shown) {
  const over = shown.phase === "over";
  show(byId("replay"), over);
  show(byId("downloads"), over);
  show(byId("result"), over);
  if (!over) return;
  const proof = make("p", {}, ...pieces(t("<a>Recompute it in this browser</a>: every die and every card."), { a: (/** @type {string} */ words) => make("a", { href: `/verify?game=${path}` }, words) }));
  byId("result").replaceChildren(...(shown.fair && !embedded ? [proof] : []));
  replay.load(shown.table);
}

/** @param {string} word */
function capitalized(word) {
  return word[0].toUpperCase() + word.slice(1);
}

// --- parts of the page ----------------------------------------------------------------------------------------------

const cards = new Cards(!watching);
const feed = new Feed(byId("feed"), (entry) => cards.link(entry));
const clock = new Clock(byId("clock"));
const exercise = new Exercise(clock.time, say);
const chart = new Picture(byId("chart"));
const notes = new Notes(byId("notes"), { press, say, added: (note) => cards.link(note) });
const guide = new Guide(path, {
  cards: (known) => {
    cards.learn(known);
    for (const id of ["feed", "situation", "notes"]) cards.link(byId(id));
  },
  linked: (element) => cards.link(element),
});
const ending = new Ending(path, {
  press,
  share: () => page && shareGame(page),
  film: () => byId("film").click(),
  cards: (element) => cards.link(element),
});
const spots = new Spots([byId("board"), byId("hand"), byId("players")], {
  chosen: press,
  picking: showActs,
});
const board = new Picture(byId("board"), () => spots.mark());
const acts = new Acts(byId("acts"), press, () => spots.startOver());
const lobby = new Lobby(say);
const sheet = new Sheet();
const players = new Players(byId("players"), byId("waiting"), watching, say, (sentence) => notes.say(sentence), () => spots.mark());
const turnSignals = new TurnSignals(byId("notify"));
const person = new PersonHere(path, { say, hello: () => connection.hello(), note: (...note) => notes.say(...note) });
const replay = new Replay(path);
const playback = new Playback({
  board,
  hand: byId("hand"),
  dice: new Dice(byId("dice")),
  caption: byId("caption"),
  feed,
  render,
  moment: showMoment,
  parts: byId("table"),
  deal: (drawn, unit) => cards.deal(drawn, unit),
  playing: (begins) => {
    if (begins) keepHeight();
    document.body.classList.toggle("playing", begins);
    byId("skip").classList.toggle("idle", !begins);
    byId("skip").toggleAttribute("disabled", !begins);
  },
});
playbackButtons(playback, { skip: byId("skip"), speed: byId("speed") });
soundButton(byId("sound"));
const connection = new Connection(path, watching, {
  page: (news) => {
    clock.synchronise(news.now);
    exercise.hear(news);
    playback.show(news);
  },
  you: (you) => person.recognise(you),
  presence: (seats) => players.showPresence(seats),
  carried: (sentence) => person.carried(sentence),
  gone: () => {
    if (embedded) byId("banner").textContent = t("This table is gone. Open it again in the chat.");
    else byId("banner").replaceChildren(t("This table is gone."), " ", ...wayHome());
    show(byId("banner"), true);
  },
  none: () => (byId("connecting").textContent = t("There’s no table here yet.")),
  problem: (text) => notes.say(text),
  notes: (replies) => notes.add(replies),
  completions: (line, found) => command.offer(line, found),
  connected: (connected) => {
    byId("banner").textContent = connected ? "" : t("Connection lost. Reconnecting …");
    show(byId("banner"), !connected);
  },
});
const command = new CommandLine(/** @type {HTMLFormElement} */ (byId("command")), {
  say,
  complete: (line) => connection.complete(line),
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const line = target?.closest("[data-command-line]")?.getAttribute("data-command-line");
  if (line) return follow(line);
  const card = target?.closest("[data-card]");
  if (card && !target?.closest("[data-spot].active")) cards.open(card.getAttribute("data-card") ?? "");
});

/** Do what a sentence names: open the rules, press the button for it, or carry the command out. @param {string} line */
function follow(line) {
  const [word, ...rest] = line.trim().split(/\s+/);
  if (word === "rules") return guide.open(rest[0]);
  const act = page && offered(page).find((each) => each.command === line);
  return act ? press(act) : say(line);
}

if (watching) document.querySelector(".player-column")?.append(byId("chart-section"));
byId("tabs").addEventListener("click", (event) => {
  const tab = /** @type {Element} */ (event.target).closest("[role=tab]");
  if (tab) showTab(tab.id.replace("-tab", ""));
});
byId("tabs").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  showTab(byId("board-tab").getAttribute("aria-selected") === "true" ? "chart" : "board");
  /** @type {HTMLElement | null} */ (byId("tabs").querySelector("[aria-selected=true]"))?.focus();
});

themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
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
  if (line === "rules") return guide.open();
  if (line === "end" && !(await confirm(t("End the table?"), t("This ends it for everybody."), t("End it")))) return;
  await say(line === "end" ? "end sure" : line);
}
