/** All teams of a workshop side by side, for a shared screen, with files to take away. */

import { whileBusy } from "../acts.js";
import { figure } from "../board/picture.js";
import { byId, make, show } from "../dom.js";
import { IN_LANGUAGE, commas, t } from "../language.js";
import { themeButton } from "../theme.js";

/**
 * @typedef {{name: string, people: string[], result: string, figures: Record<string, string>, highlights: string[],
 *   actions: string[]}} Team
 * @typedef {{title: string, game: string, columns: string[], teams: Team[], notes: string[], attendance: boolean,
 *   questions: {stage: string, text: string, why: string}[], charts: (import("../connection/socket.js").Drawing | null)[]}} Comparison
 */

const desk = location.pathname.replace(/\/comparison\/?$/, "");
const AGAIN = 20_000; // milliseconds: teams play on, and luck is weighed in the background
let shown = "";
const UNREACHABLE = t("I can’t compare the teams right now. Try again in a moment.");

async function load() {
  const answer = await fetch(`${desk}/comparison.json`, { headers: IN_LANGUAGE }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  const problem = answer?.ok ? "" : (found?.problem ?? UNREACHABLE);
  byId("banner").textContent = problem;
  show(byId("banner"), problem !== "");
  show(byId("connecting"), false);
  if (!answer?.ok || JSON.stringify(found) === shown) return;
  shown = JSON.stringify(found);
  render(found);
}

/** @param {Comparison} compared */
function render(compared) {
  document.title = t("{title} · Comparison · Scrum Table", { title: compared.title || compared.game });
  byId("title").textContent = [compared.title, compared.game].filter(Boolean).join(" · ");
  byId("charts").replaceChildren(...compared.charts.flatMap((chart) => (chart ? [figure(chart)] : [])));
  byId("notes").replaceChildren(...compared.notes.map((note) => make("li", {}, note)));
  byId("teams").replaceChildren(head(compared), make("tbody", {}, ...compared.teams.map((team) => row(team, compared))));
  grouped("questions", byStage(compared.questions));
  grouped("stood-out", compared.teams.map((team) => [team.name, team.highlights.map((line) => make("li", {}, line))]));
  grouped("actions", compared.teams.map((team) => [team.name, team.actions.map((line) => make("li", {}, line))]));
  byId("downloads").replaceChildren(...files(compared));
  show(byId("comparison"), true);
}

/** @param {Comparison} compared */
function head(compared) {
  const names = [t("Team"), t("Result"), ...compared.columns];
  return make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name))));
}

/** @param {Team} team @param {Comparison} compared */
function row(team, compared) {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, team.name, make("span", { class: "hint" }, commas(team.people))),
    make("td", {}, team.result),
    ...compared.columns.map((column) => make("td", { class: "figure" }, team.figures[column] ?? "")),
  );
}

/** @param {Comparison["questions"]} questions @returns {[string, Element[]][]} */
function byStage(questions) {
  const stages = [...new Set(questions.map((question) => question.stage))];
  return stages.map((stage) => [
    stage,
    questions
      .filter((question) => question.stage === stage)
      .map(({ text, why }) => make("li", {}, text, why ? make("span", { class: "hint" }, why) : null)),
  ]);
}

/** Lists with headings; without any, the section is hidden. @param {string} id @param {[string, Element[]][]} groups */
function grouped(id, groups) {
  const shown = groups.filter(([, entries]) => entries.length);
  show(byId(`${id}-section`), shown.length > 0);
  byId(id).replaceChildren(...shown.map(([title, entries]) => make("div", { class: "panel" }, make("h3", {}, title), make("ul", {}, ...entries))));
}

/** @param {Comparison} compared */
function files(compared) {
  const charts = compared.charts.map((_, at) => [compared.charts.length > 1 ? t("Chart {number} as PNG", { number: at + 1 }) : t("Chart as PNG"), `charts/${at}.png`]);
  const reports = compared.teams.map((team, at) => [t("Report of {team}", { team: team.name }), `reports/${at}.html`]);
  const sheet = compared.attendance ? [[t("Attendance sheet (CSV)"), "attendance.csv"]] : [];
  const all = [...charts, [t("Report of all teams"), "report.html"], ...sheet, ...reports];
  return all.map(([label, file]) => make("a", { class: "button quiet", href: `${desk}/${file}`, download: true }, label));
}

themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
byId("back").setAttribute("href", desk);
byId("update").addEventListener("click", () => whileBusy(byId("update"), load));
byId("full").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()));
setInterval(() => document.hidden || load(), AGAIN);
load();
