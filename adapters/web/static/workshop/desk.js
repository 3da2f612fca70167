/** The desk: shows all teams of a workshop, and sends what the trainer orders. */

import { whileBusy } from "../acts.js";
import { Clock, ServerTime } from "../clock.js";
import { COMPACT, LiveSocket } from "../connection/live.js";
import { ask, confirm, display } from "../dialog.js";
import { byId, make, richText, show, wayHome } from "../dom.js";
import { announce } from "../feed.js";
import { forgetDesk, rememberDesk } from "../front/desks.js";
import { language, n, t } from "../language.js";
import { linkField, shared } from "../people/share.js";
import { themeButton } from "../theme.js";
import { Invitation } from "./invitation.js";
import { Orders, post } from "./orders.js";
import { TeamView } from "./team_view.js";
import { Wall } from "./wall.js";

/**
 * @typedef {import("../dom.js").Part} Part
 * @typedef {import("../connection/socket.js").Drawing} Drawing
 * @typedef {{name: string, automatic: boolean, awaited: boolean, here: boolean | null}} Chair
 * @typedef {{name: string, watch: string, table: string, title: string, phase: "lobby" | "playing" | "over", chairs: Chair[],
 *   situation: Part[], until: number | null, glance: [string, string][], since: number | null, stuck: boolean,
 *   question: string, asker: string, hints: {key: string, text: string}[]}} Card
 * @typedef {{title: string, trainer: string, game: string, gameTitle: string, phase: "open" | "started" | "ended",
 *   round: number, paused: boolean, until: number | null, chooses: boolean, attendance: boolean, sameDice: boolean,
 *   size: number, options: Record<string, string | number>, needs: string[], fingerprint: string, seed: string,
 *   entrance: string}} Workshop
 * @typedef {{card: Card, board: Drawing | null}} Team
 */

const path = location.pathname.replace(/\/$/, "");
const NOTICE_MILLISECONDS = 12_000;

/** everything that the server has sent, by part @type {Record<string, any>} */
let parts = {};
let handedOver = false;
let connected = true;

// --- what the server says -------------------------------------------------------------------------------------------

/** @returns {Team[]} */
function teams() {
  const found = [];
  for (let at = 0; parts[`card-${at}`]; at += 1) found.push({ card: parts[`card-${at}`], board: parts[`board-${at}`] });
  return found;
}

/** @param {any} message */
function receive(message) {
  if (message.type === "gone") return leave();
  if (message.type !== "desk") return undefined; // of a newer server
  time.synchronise(message.now);
  const before = parts;
  parts = { ...parts, ...message };
  return render(before);
}

/** @param {Record<string, any>} before */
function render(before) {
  const workshop = /** @type {Workshop} */ (parts.workshop);
  const all = teams();
  showWorkshop(workshop, all);
  invitation.show(workshop, all);
  wall.show(all, parts.order, workshop);
  view.show(all);
  show(byId("connecting"), false);
  for (const [at, { card }] of all.entries()) {
    const asked = before[`card-${at}`]?.question ?? card.question;
    if (card.question && card.question !== asked) announce(t("{who} asks: {question}", { who: card.name, question: card.question }));
  }
}

/** @param {Workshop} workshop @param {Team[]} all */
function showWorkshop(workshop, all) {
  const { phase, paused } = workshop;
  const title = workshop.title || workshop.gameTitle;
  document.title = t("{title} · Workshop · Scrum Table", { title });
  byId("title").textContent = title;
  const about = [workshop.title ? workshop.gameTitle : "", workshop.round > 1 ? t("round {number}", { number: workshop.round }) : "", workshop.sameDice ? t("same dice for every team") : ""];
  byId("subtitle").textContent = about.filter(Boolean).join(" · ");
  byId("desk").dataset.phase = phase;
  clock.show(workshop.until);
  show(byId("paused"), paused);
  byId("pause").textContent = paused ? t("Continue all") : t("Pause all");
  byId("pause").classList.toggle("primary", paused);
  const waiting = all.some(({ card }) => card.phase === "lobby");
  const running = all.some(({ card }) => card.phase === "playing");
  show(byId("start"), waiting && phase !== "ended");
  byId("start").textContent = running ? t("Start the others") : t("Start all teams");
  show(byId("pause"), running || paused);
  show(byId("again"), phase === "started");
  show(byId("retros"), all.some(({ card }) => card.phase === "over"));
  show(byId("together"), all.some(({ card }) => card.phase === "over") && !all.some(({ card }) => card.phase === "playing"));
  for (const id of ["call", "set-clock", "more", "invite"]) show(byId(id), phase !== "ended");
  showProof(workshop);
  rememberDesk({ address: path, title, teams: all.length });
}

/** @param {Workshop} workshop */
function showProof({ fingerprint, seed }) {
  show(byId("proof"), Boolean(fingerprint));
  const words = seed
    ? t("Everybody is done, so the seed can be shown: `{seed}`. Its fingerprint, which was shown before anybody sat down: `{fingerprint}`.", { seed, fingerprint })
    : t("The seed is shown once no team is playing any more. Its fingerprint, which was shown before anybody sat down: `{fingerprint}`.", { fingerprint });
  byId("proof").querySelector("p")?.replaceChildren(richText(words));
}

/** The key opens nothing any more. */
function leave() {
  socket.close();
  forgetDesk(path);
  const sentence = handedOver
    ? t("You have handed over this desk. Whoever has the new link runs the workshop now.")
    : t("This desk is closed: the workshop was handed over to somebody else, or has been removed.");
  byId("banner").replaceChildren(`${sentence} `, ...wayHome());
  show(byId("banner"), true);
  show(byId("connecting"), false);
  byId("desk").inert = true;
  view.close();
}

/** @param {boolean} now */
function showConnected(now) {
  if (connected !== now) announce(now ? t("Connected again.") : t("Connection lost."));
  connected = now;
  byId("banner").textContent = now ? "" : t("Connection lost: what you see may be out of date. Reconnecting …");
  show(byId("banner"), !now);
  document.body.classList.toggle("offline", !now);
}

/** Say what came of an order, where the trainer is looking. @param {string[]} sentences @param {boolean} failed */
function tell(sentences, failed) {
  const host = byId(view.open ? "team-notices" : "notices");
  const dismiss = make("button", { type: "button", class: "quiet dismiss", "aria-label": t("Dismiss") }, "×");
  const notice = make("div", { class: failed ? "notice failed" : "notice" }, ...sentences.map((sentence) => make("p", {}, richText(sentence))), dismiss);
  dismiss.addEventListener("click", () => notice.remove());
  host.replaceChildren(notice);
  if (!failed) setTimeout(() => notice.remove(), NOTICE_MILLISECONDS);
}

// --- orders ---------------------------------------------------------------------------------------------------------

async function start() {
  const needs = /** @type {Workshop} */ (parts.workshop).needs.join(" ");
  if (needs && !(await confirm(t("Start all teams?"), needs, t("Start")))) return;
  await orders.give("start");
}

async function call() {
  const text = await ask({ title: t("Say to all teams"), label: t("Your words"), hint: t("Every team sees them at the top of its table."), button: t("Say") });
  if (text !== null) await orders.give("tell", { text, team: null });
}

async function setClock() {
  const hint = t("Every team sees it count down. 0 removes the clock.");
  const given = await ask({ title: t("A clock for all teams"), label: t("Minutes"), hint, value: "20", limit: 4, button: t("Set the clock") });
  if (given === null) return;
  const minutes = Number(given);
  if (!Number.isInteger(minutes) || minutes < 0) return tell([t("Minutes are a whole number, such as 20.")], true);
  await orders.give("clock", { minutes });
  return undefined;
}

async function again() {
  const sentence = t("The same teams get new tables. Every team has to be done with this round.");
  if (await confirm(t("Next round?"), sentence, t("Next round"))) await orders.give("again");
}

async function retros() {
  if (await confirm(t("Retrospectives?"), t("Every team whose game is over opens a retrospective at its table."), t("Open them"))) await orders.give("talk");
}

async function together() {
  const sentence = t("Everybody meets at one board, in a retrospective of all teams. It has room for 20 people.");
  if (await confirm(t("One retrospective?"), sentence, t("Open it"))) await orders.give("together");
}

async function end() {
  const running = teams().filter(({ card }) => card.phase === "playing").length;
  const sure = await confirm(t("End the workshop?"), t("Nobody can come in any more, and every table is closed."), t("End the workshop"), "danger");
  if (!sure) return;
  const still = n("{count} team is still playing. Their games end without a result.", "{count} teams are still playing. Their games end without a result.", running);
  if (running && !(await confirm(t("End running games?"), still, t("End them too"), "danger"))) return;
  await orders.give("end");
}

async function renew() {
  const sentence = t("The link that people have now leads nowhere any more. Whoever is here keeps their seat; nobody else sits down without the new link.");
  if (await confirm(t("A new link to the seats?"), sentence, t("Make a new link"))) await orders.give("entrance");
}

async function handOver() {
  const sentence = t("Makes a new link to this desk. The one that you have now stops working at once, here and wherever else it is open.");
  if (!(await confirm(t("Hand over the desk?"), sentence, t("Make a new link")))) return;
  handedOver = true; // before the server says that this key is gone
  const made = await post(`${path}/hand-over`, {});
  if (made.problem) {
    handedOver = false;
    return tell([made.problem], true);
  }
  leave();
  await display(t("The new desk"), [
    make("p", {}, t("Copy this link now and give it to whoever runs the workshop from here on. It is shown only once, and whoever has it is the trainer.")),
    ...linkField("new-desk", t("Link to the desk"), shared(made.address)),
  ]);
  return undefined;
}

/** @param {string} id @param {() => Promise<unknown>} work */
function onPress(id, work) {
  const button = byId(id);
  button.addEventListener("click", () => {
    byId("more").removeAttribute("open");
    whileBusy(button, async () => {
      await work();
    });
  });
}

// --- parts of the page ----------------------------------------------------------------------------------------------

const time = new ServerTime();
const clock = new Clock(byId("clock"), time);
const orders = new Orders(path, tell);
const view = new TeamView(path, orders, time);
const wall = new Wall(byId("wall"), time, (team) => view.look(team));
const invitation = new Invitation();
const socket = new LiveSocket(path, () => `${path}/socket?language=${language}${COMPACT ? "" : "&text"}`, {
  opened: () => {},
  message: receive,
  connected: showConnected,
  gone: leave,
});

themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
byId("compare").setAttribute("href", `${path}/comparison`);
onPress("start", start);
onPress("pause", () => orders.give(/** @type {Workshop} */ (parts.workshop).paused ? "continue" : "pause"));
onPress("call", call);
onPress("set-clock", setClock);
onPress("again", again);
onPress("retros", retros);
onPress("together", together);
onPress("add-team", () => orders.give("team", { what: "add" }));
onPress("renew", renew);
onPress("hand-over", handOver);
onPress("end", end);
