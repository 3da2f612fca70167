/** The page that verifies a finished game: reads a file, recomputes it, and shows what agrees. Nothing is uploaded. */

import { byId, make, richText, show } from "../dom.js";
import { IN_LANGUAGE, t } from "../language.js";
import { themeButton } from "../theme.js";
import { check, isLucky } from "./checks.js";
import { BadFile, readGame } from "./file.js";
import { lookUp, ownLuck } from "./lookup.js";

/** @typedef {import("./checks.js").Report} Report */

const MAX_BYTES = 100_000_000;
const ADDRESS = /^\/[tw]\/[\w.~-]+$/; // of a table on this server
const INSECURE =
  t("Your browser computes hashes only for pages that come over HTTPS or from this computer. Open this page at such an address.");
const UNREACHABLE = t("I can’t reach the server right now. Please try again in a moment.");
const RERUN = t("The file has every move: `scrum-table verify FILE` re-runs the rules with them.");
const PROOFS = [
  t("Level of proof: 0 of 2. No dice or cards decide anything here. Compare the last hash with the one that your room saw."),
  t("Level of proof: 1 of 2. The seed was fixed before the first draw. Without moves, nobody can re-run the rules."),
  `${t("Level of proof: up to 2 of 2. The seed was fixed when the table opened, before anybody added luck.")} ${RERUN}`,
];
const PROOF_WITHOUT_LUCK = `${t("Level of proof: up to 2 of 2. No dice or cards decide anything here.")} ${RERUN}`;

/** @type {Report | null} */
let report = null;
const input = /** @type {HTMLInputElement} */ (byId("file"));
const sought = /** @type {HTMLInputElement} */ (byId("sought"));

// --- reading --------------------------------------------------------------------------------------------------------

/** @param {() => Promise<string>} source */
async function verify(source) {
  show(byId("problem"), false);
  show(byId("report"), false);
  byId("verdict").textContent = t("Recomputing …");
  try {
    report = await check(readGame(await source()));
    await showReport(report);
  } catch (fault) {
    byId("verdict").textContent = "";
    showProblem(fault instanceof BadFile ? fault.message : t("I couldn’t read this file."));
  }
}

/** @param {string} sentence */
function showProblem(sentence) {
  byId("problem").textContent = sentence;
  show(byId("problem"), true);
}

/** @param {File} file */
async function textOf(file) {
  if (file.size > MAX_BYTES) throw new BadFile(t("That’s too large for an exported game."));
  return file.text();
}

/** The export of a finished game on this server. @param {string} address  of its table */
async function fetched(address) {
  if (!ADDRESS.test(address)) throw new BadFile(t("That isn’t the address of a table on this server."));
  const answer = await fetch(`${address}/export.json`, { headers: IN_LANGUAGE }).catch(() => null);
  if (!answer) throw new BadFile(UNREACHABLE);
  if (answer.ok) return answer.text();
  throw new BadFile((await answer.json().catch(() => null))?.problem ?? UNREACHABLE);
}

// --- showing --------------------------------------------------------------------------------------------------------

/** @param {Report} shown */
async function showReport(shown) {
  const { fault } = shown;
  const recomputed = t("I recomputed all {count} events in your browser.", { count: shown.game.events.length });
  const sentence = fault?.text ?? (shown.whole ? recomputed : `${recomputed} ${t("The game was ended before its result.")}`);
  const heading = fault ? t("Event {number} is wrong", { number: fault.event }) : t("Everything agrees");
  byId("verdict").replaceChildren(make("strong", {}, heading), ` ${sentence}`);
  byId("verdict").dataset.agrees = String(!fault);
  byId("level").replaceChildren(richText(fault ? t("A game with a wrong event proves nothing.") : proofOf(shown)));
  byId("findings").replaceChildren(...shown.findings.map(findingItem), await ownLuckItem(shown));
  byId("fingerprint").textContent = shown.fingerprint;
  byId("last-hash").textContent = shown.game.events.at(-1)?.hash ?? "";
  showDraws(shown);
  sought.value = "";
  await showSought();
  show(byId("report"), true);
  byId("drawn-scroller").scrollTop = shown.rows.at(-1)?.wrong ? byId("drawn").scrollHeight : 0;
}

/** @param {Report} shown */
function proofOf(shown) {
  return shown.level === 2 && !isLucky(shown.game) ? PROOF_WITHOUT_LUCK : PROOFS[shown.level];
}

/** @param {import("./checks.js").Finding} finding */
function findingItem({ title, text, fault }) {
  if (!fault) return item(title, text, "right");
  return item(title, [t("Wrong at event {number}.", { number: fault.event }), fault.text].join(" "), "wrong");
}

/** @param {Report} shown */
async function ownLuckItem(shown) {
  const { found, text } = await ownLuck(shown);
  return item(t("Your own luck"), text, found === null ? "none" : found ? "right" : "doubt");
}

/** @param {string} title @param {string} text @param {"right" | "wrong" | "doubt" | "none"} mark */
function item(title, text, mark) {
  const said = { right: `${t("Right:")} `, wrong: `${t("Wrong:")} `, doubt: `${t("Doubtful:")} `, none: "" }[mark];
  const hidden = make("span", { class: "visually-hidden" }, said);
  return make("li", { class: mark }, hidden, make("b", {}, `${title}:`), ` ${text}`);
}

/** @param {Report} shown */
function showDraws(shown) {
  show(byId("drawn-section"), shown.rows.length > 0);
  const end = shown.rows.at(-1)?.wrong ? [make("li", { class: "hint" }, t("I stopped drawing here."))] : [];
  byId("drawn").replaceChildren(...shown.rows.map(drawItem), ...end);
}

/** @param {import("./checks.js").Row} row */
function drawItem({ event, words, draws, wrong }) {
  return make(
    "li",
    { class: wrong && "wrong" },
    make("span", { class: "number" }, t("Event {number}", { number: event })),
    make("span", {}, wrong ? make("b", {}, `${t("Wrong:")} `) : null, words),
    make("span", { class: "hint" }, draws),
  );
}

async function showSought() {
  const text = sought.value.trim();
  const found = report && text ? await lookUp(report, text) : [];
  if (text !== sought.value.trim()) return; // more was typed meanwhile
  byId("found").textContent = text ? found.join(" ") || t("Nothing in this game matches that.") : "";
}

// --- the page -------------------------------------------------------------------------------------------------------

themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
if (globalThis.crypto?.subtle) {
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) verify(() => textOf(file));
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer?.files.length) return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change"));
  });
  sought.addEventListener("input", showSought);
  const address = new URLSearchParams(location.search).get("game");
  if (address !== null) verify(() => fetched(address));
} else {
  input.disabled = true;
  showProblem(INSECURE);
}
