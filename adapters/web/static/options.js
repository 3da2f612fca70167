/** Fields for a game's options, on the front page and in the lobby. */

import { make } from "./dom.js";
import { IN_LANGUAGE, t } from "./language.js";

/**
 * @typedef {{name: string, label: string, description: string, default: string | number, choices: string[], titles: string[], notes: string[],
 *   minimum: number, maximum: number, unset: string}} Option
 * @typedef {{key: string, title: string, summary: string, seats: [number, number], options: Option[],
 *   levels: string[], luck: boolean, meets: boolean, gallery: string}} Game  `gallery`: the option whose choices have cards
 */

/** @type {Promise<Game[]> | null} */
let games = null;

/** The server's games. */
export function gameList() {
  games ??= fetch("/games", { headers: IN_LANGUAGE }).then(
    (answer) => (answer.ok ? answer.json() : []),
    () => [],
  );
  return games;
}

/** An option with a single choice also takes free text. @param {Option} option */
function takesText(option) {
  return option.choices.length === 1;
}

/** Options can't contain spaces: `Keep, Let go` becomes `Keep,Let_go`. @param {string} typed */
function withoutSpaces(typed) {
  return typed.trim().replace(/\s*,\s*/g, ",").replace(/\s+/g, "_");
}

/** @param {string} text */
function capitalized(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** The sentence that offers a gallery. @param {string} option  whose choices it shows */
export function chooseOne(option) {
  return option === "format" ? t("Choose a format") : t("Choose a {option}", { option });
}

/** A value as people read it. @param {Option} option @param {string | number} value */
export function titleOf(option, value) {
  if (option.unset && !value) return option.unset;
  return option.titles[option.choices.indexOf(String(value))] ?? String(value);
}

/** @param {Option} option @param {string | number} [value] @param {string} [form]  if the page has several */
export function optionField(option, value = option.default, form = "option") {
  const id = `${form}-${option.name}`;
  const described = { id, name: option.name, "aria-describedby": `${id}-hint` };
  const values = option.choices.map((choice) =>
    make("option", { value: choice, selected: choice === value }, titleOf(option, choice)),
  );
  const shown = String(value).replaceAll(",", ", ").replaceAll("_", " ");
  const text = { ...described, type: "text", value: shown, maxlength: 300, autocomplete: "off" };
  const number = option.unset
    ? { value: value || "", placeholder: option.unset } // 0 stands for it, and is outside the range
    : { value, required: true };
  const range = { ...number, min: option.minimum, max: option.maximum };
  const input = takesText(option)
    ? make("input", text)
    : values.length
      ? make("select", described, ...values)
      : make("input", { ...described, ...range, type: "number", inputmode: "numeric" });
  const hint = make("p", { class: "hint", id: `${id}-hint` }, about(option, value));
  input.addEventListener("change", () => (hint.textContent = about(option, /** @type {HTMLSelectElement} */ (input).value)));
  return make("div", { class: "field" }, make("label", { for: id }, capitalized(option.label)), input, hint);
}

/** What the chosen value means, or what the option is for. @param {Option} option @param {string | number} value */
function about(option, value) {
  const note = option.notes[option.choices.indexOf(String(value))] ?? "";
  return `${capitalized(note || option.description)}.`.replace(/\.\.$/, ".");
}

/**
 * What is chosen in a form, except where it is as before.
 *
 * @param {Game} game
 * @param {HTMLFormElement} form
 * @param {Record<string, string | number>} [before]  the defaults if left out
 */
export function chosenOptions(game, form, before = {}) {
  /** @type {Record<string, string | number>} */
  const options = {};
  for (const option of game.options) {
    const { value } = /** @type {HTMLInputElement} */ (form.elements.namedItem(option.name));
    const given = takesText(option) ? withoutSpaces(value) || option.default : option.choices.length ? value : Number(value);
    if (given !== (before[option.name] ?? option.default)) options[option.name] = given;
  }
  return options;
}
