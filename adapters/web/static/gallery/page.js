/** The page with all formats of a retrospective, or whatever else a host can choose: Use it opens a table with that. */

import { whileBusy } from "../acts.js";
import { NAME_LIMIT, myName } from "../connection/identity.js";
import { byId, make, show } from "../dom.js";
import { open } from "../front/opening.js";
import { t } from "../language.js";
import { chosenOptions, gameList, optionField } from "../options.js";
import { themeButton } from "../theme.js";
import { Gallery, choicesOf, columns } from "./gallery.js";

/** @typedef {import("../options.js").Game} Game @typedef {import("./gallery.js").Choice} Choice */

const FIRST = 3; // options that hosts often change

/** The settings before it is opened. @param {Game} game @param {string[]} chosen  options that the card settles @param {Choice} choice */
function settings(game, chosen, choice) {
  const others = { ...game, options: game.options.filter((option) => !chosen.includes(option.name)) };
  const [usual, rare] = [others.options.slice(0, FIRST), others.options.slice(FIRST)];
  const fields = (/** @type {Game["options"]} */ options) => make("div", { class: "options" }, ...options.map((option) => optionField(option)));
  const name = /** @type {HTMLInputElement} */ (make("input", { id: "name", type: "text", maxlength: NAME_LIMIT, autocomplete: "nickname", value: myName(), required: true }));
  const problem = make("p", { class: "refusal", role: "alert", hidden: true });
  const send = make("button", { class: "primary" }, game.key === "retro" ? t("Open the retrospective") : t("Open the {game}", { game: game.title.toLowerCase() }));
  const cancel = make("button", { type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const form = /** @type {HTMLFormElement} */ (
    make(
      "form",
      {},
      make("h2", { id: "settings-title" }, choice.title),
      columns(choice.titles.map((title) => ({ title }))),
      make("div", { class: "field" }, make("label", { for: "name" }, t("Your name")), name),
      fields(usual),
      make("details", {}, make("summary", {}, t("More settings")), fields(rare)),
      problem,
      make("div", { class: "row end" }, cancel, send),
    )
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(send, async () => {
      const options = { ...chosenOptions(others, form), [choice.option]: choice.value };
      problem.textContent = await open("/tables", { game: game.key, options }, name.value);
      show(problem, Boolean(problem.textContent));
    });
  });
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { class: "settings", "aria-labelledby": "settings-title" }, form));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

themeButton(/** @type {HTMLButtonElement} */ (byId("theme")));
const key = location.pathname.split("/")[2];
const game = (await gameList()).find((each) => each.key === key);
try {
  if (!game) throw new Error("The games can't be loaded.");
  const choices = await choicesOf(key);
  const names = { game: game.title, option: choices.option };
  const title = choices.option === "format" ? t("{game}: choose a format", names) : t("{game}: choose a {option}", names);
  document.title = t("{title} · Scrum Table", { title });
  byId("title").textContent = title;
  byId("gallery").replaceChildren(new Gallery(choices, (choice) => settings(game, [choices.option, choices.own], choice)).element);
} catch {
  byId("gallery").textContent = t("I can’t load this right now. Please reload the page in a moment.");
}
