/** The lobby: the link to share, the button to take a seat, the options, and the strength of automatic players. */

import { whileBusy } from "../acts.js";
import { embedded } from "../connection/embedded.js";
import { byId, make, show } from "../dom.js";
import { commas, t } from "../language.js";
import { chosenOptions, gameList, optionField, titleOf } from "../options.js";
import { hasSay } from "../people/players.js";
import { addCopyButton, shared, showCode, warnIfLocal } from "../people/share.js";

/** @typedef {import("../connection/socket.js").Page} Page @typedef {import("../options.js").Game} Game */

export class Lobby {
  #levelsOf = "";
  /** @type {Page | null} */
  #page = null;
  #shownOptions = ""; // of which table, and what they were

  /** @param {(line: string) => Promise<unknown>} say */
  constructor(say) {
    addCopyButton(/** @type {HTMLInputElement} */ (byId("share-link")), byId("copy"));
    byId("show-code").addEventListener("click", () => this.#page && showCode(this.#page));
    const seat = byId("take-seat");
    seat.addEventListener("click", () => whileBusy(seat, () => say("join")));
    const form = /** @type {HTMLFormElement} */ (byId("options-form"));
    const button = byId("change-options");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      whileBusy(button, () => this.#changeOptions(form, say));
    });
  }

  /** @param {Page} page @param {boolean} watching */
  show(page, watching) {
    this.#page = page;
    const inLobby = page.phase === "lobby";
    show(byId("lobby"), inLobby && mayChange(page) && !embedded); // a visitor's next step is to take a seat
    byId("copy").classList.toggle("primary", !page.acts.some((act) => act.command === "start"));
    const link = /** @type {HTMLInputElement} */ (byId("share-link"));
    const address = shared(page.address || location.pathname);
    if (link.value !== address) link.value = address;
    warnIfLocal(byId("share-hint"), address);
    this.#scan(page, watching && inLobby && page.address.startsWith("/t/"));
    this.#seat(page);
    this.#levels(page);
    this.#options(page);
  }

  /** On a shared screen, a code that everybody in the room can scan. @param {Page} page @param {boolean} wanted */
  #scan(page, wanted) {
    show(byId("scan"), wanted);
    const code = `${page.address}/qr.svg`;
    if (wanted && byId("scan-code").getAttribute("src") !== code) byId("scan-code").setAttribute("src", code);
  }

  /** Offer a free seat, the person's own seat, or an automatic player's. @param {Page} page */
  #seat(page) {
    const away = page.seat !== null && page.joins;
    const standing = page.seat === null && page.phase !== "over";
    show(byId("seat"), away || standing);
    show(byId("take-seat"), page.joins);
    byId("take-seat").textContent = away ? t("Come back") : t("Join");
    byId("seat-hint").textContent = away
      ? t("An automatic player is playing for you.")
      : !page.joins
        ? t("You’re watching. Every seat is taken.")
        : page.chairs.some((chair) => chair.automatic) && page.phase === "playing"
          ? t("You’re watching. You can take over from an automatic player.")
          : t("Until then, you’re watching.");
  }

  /** @param {Page} page */
  async #levels(page) {
    const wanted = page.phase === "lobby" && mayChange(page) && page.acts.some((act) => act.command === "bot");
    if (wanted && this.#levelsOf !== page.game) {
      this.#levelsOf = page.game;
      const game = await gameOf(page);
      byId("level-choice").replaceChildren(...(game?.levels ?? []).map((level) => make("option", {}, level)));
    }
    show(byId("level"), wanted && byId("level-choice").childElementCount > 0);
  }

  /** The chosen strength of the next automatic player; empty if the game has only one. */
  get level() {
    return byId("level").hidden ? "" : /** @type {HTMLSelectElement} */ (byId("level-choice")).value;
  }

  /** Show the options; what somebody is typing stays until an option has changed. @param {Page} page */
  async #options(page) {
    const game = page.phase === "lobby" ? await gameOf(page) : undefined; // it is fetched only where it is needed
    show(byId("options-section"), Boolean(game?.options.length));
    if (!game) return;
    const chooses = page.host && !page.team;
    byId("options-fields").toggleAttribute("disabled", !chooses);
    show(byId("change-options"), chooses);
    const key = JSON.stringify([page.table, page.options]);
    if (key === this.#shownOptions) return;
    this.#shownOptions = key;
    byId("options").replaceChildren(...game.options.map((option) => optionField(option, page.options[option.name])));
    const chosen = (/** @type {import("../options.js").Option} */ option) => page.options[option.name] ?? option.default; // an older table may lack it
    const changed = game.options.filter((option) => chosen(option) !== option.default);
    byId("options-summary").textContent = changed.length
      ? commas(changed.map((option) => `${option.label}: ${titleOf(option, chosen(option))}`))
      : t("as usual");
  }

  /** @param {HTMLFormElement} form @param {(line: string) => Promise<unknown>} say */
  async #changeOptions(form, say) {
    const game = this.#page && (await gameOf(this.#page));
    if (!game || !this.#page) return;
    const chosen = Object.entries(chosenOptions(game, form, this.#page.options));
    if (chosen.length) await say(`options ${chosen.map(([name, value]) => `${name}=${value}`).join(" ")}`);
  }
}

/** Whether this person may change what is played, and by whom: at a workshop, the trainer decides. @param {Page} page */
function mayChange(page) {
  return hasSay(page) && !page.team;
}

/** @param {Page} page */
async function gameOf(page) {
  return (await gameList()).find((game) => game.key === page.game);
}
