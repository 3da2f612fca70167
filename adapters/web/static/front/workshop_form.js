/** The front page's form that opens a workshop. */

import { whileBusy } from "../acts.js";
import { keepName } from "../connection/identity.js";
import { byId, make, show } from "../dom.js";
import { n, t } from "../language.js";
import { chosenOptions, optionField } from "../options.js";
import { post } from "../workshop/orders.js";

/** @typedef {import("../options.js").Game} Game */

const form = /** @type {HTMLFormElement} */ (byId("workshop"));

/** @param {string} id */
function field(id) {
  return /** @type {HTMLInputElement} */ (byId(`workshop-${id}`));
}

export class WorkshopForm {
  /**
   * @param {Game[]} games
   * @param {() => string} trainer  what the teams call whoever runs it
   * @param {(sentence: string, button: Element) => void} problem
   */
  constructor(games, trainer, problem) {
    this.games = games;
    this.trainer = trainer;
    this.problem = problem;
    field("game").replaceChildren(...games.map((game) => make("option", { value: game.key }, game.title)));
    field("game").addEventListener("change", () => this.#choose());
    if (games.length) this.#choose();
    const button = /** @type {HTMLElement} */ (form.querySelector("[type=submit]"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      whileBusy(button, () => this.#open(button));
    });
    field("names").addEventListener("input", () => {
      const teams = Math.min(this.#names.length, Number(field("teams").max));
      if (teams > Number(field("teams").value)) field("teams").value = String(teams); // nobody names a team that isn't there
    });
    const rehearse = field("rehearse");
    rehearse.addEventListener("click", () => form.reportValidity() && whileBusy(rehearse, () => this.#open(rehearse, true)));
    byId("workshop-details").addEventListener("toggle", () => this.#offerRehearsals(), { once: true });
  }

  async #offerRehearsals() {
    const answer = await fetch("/workshops").catch(() => null);
    show(field("rehearsal"), Boolean(answer?.ok && (await answer.json()).rehearsals));
  }

  get #game() {
    return this.games.find((game) => game.key === field("game").value) ?? this.games[0];
  }

  #choose() {
    const game = this.#game;
    const [least, most] = game.seats;
    field("options").replaceChildren(...game.options.map((option) => optionField(option, option.default, "workshop-option")));
    field("size").max = String(most);
    field("size-hint").textContent = least === most ? n("{count} person plays it.", "{count} people play it.", least) : t("{least} to {most} people play it; too small teams get bots.", { least, most });
    show(field("dice"), game.luck);
  }

  get #names() {
    return field("names").value.split("\n").map((line) => line.trim()).filter(Boolean);
  }

  get #chosen() {
    const game = this.#game;
    return {
      game: game.key,
      options: chosenOptions(game, form),
      teams: Number(field("teams").value),
      size: Number(field("size").value),
      title: field("name").value.trim(),
      trainer: this.trainer(),
      names: this.#names,
      chooses: field("seating").value === "choose",
      attendance: field("attendance").checked,
      same_dice: game.luck && field("same-dice").checked,
    };
  }

  /** @param {Element} button @param {boolean} [rehearse] */
  async #open(button, rehearse = false) {
    if (this.trainer()) keepName(this.trainer());
    const opened = await post("/workshops", { ...this.#chosen, rehearse });
    if (opened.address) location.assign(opened.address);
    else this.problem(opened.problem, button);
  }
}
