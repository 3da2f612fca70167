/** One team, large: its board and story, and what the trainer can do for it. It stays up to date while it is open. */

import { whileBusy } from "../acts.js";
import { Picture } from "../board/picture.js";
import { Clock } from "../clock.js";
import { ask, confirm } from "../dialog.js";
import { bold, byId, make, richText, show } from "../dom.js";
import { Feed } from "../feed.js";
import { IN_LANGUAGE, commas, p, pieces, t } from "../language.js";

/** @typedef {import("./desk.js").Team} Team @typedef {import("./desk.js").Card} Card */

const WORDS = 500; // characters of what a trainer says

export class TeamView {
  #number = -1; // of the team that is shown
  /** @type {Team[]} */
  #teams = [];
  #people = "";
  #table = ""; // and its last event, of which the story was asked for
  #sequence = 0;

  /** @param {string} path  of the desk @param {import("./orders.js").Orders} orders @param {import("../clock.js").ServerTime} time */
  constructor(path, orders, time) {
    this.path = path;
    this.orders = orders;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("team"));
    this.board = new Picture(byId("team-board"));
    this.chart = new Picture(byId("team-chart"));
    this.clock = new Clock(byId("team-clock"), time);
    this.#listen();
  }

  #listen() {
    byId("team-close").addEventListener("click", () => this.close());
    byId("team-before").addEventListener("click", () => this.#step(-1));
    byId("team-after").addEventListener("click", () => this.#step(1));
    byId("team-rename").addEventListener("click", () => this.#rename());
    byId("team-empty").addEventListener("click", () => this.#remove(t("Remove everybody in this team?"), {}));
    this.#bot("team-bot", {});
    this.#bot("team-no-bot", { level: "off" });
    byId("team-tell").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    byId("team-people").addEventListener("focusout", () => setTimeout(() => this.#draw()));
  }

  /** @param {string} id @param {Record<string, string>} details */
  #bot(id, details) {
    const button = byId(id);
    button.addEventListener("click", () =>
      whileBusy(button, async () => {
        await this.orders.give("bot", { team: this.#number, ...details });
      }),
    );
  }

  get open() {
    return this.dialog.open;
  }

  close() {
    if (this.open) this.dialog.close();
  }

  /** @param {number} team */
  look(team) {
    this.#number = team;
    this.#people = this.#table = "";
    this.#sequence = 0;
    byId("team-notices").replaceChildren();
    byId("team-feed").replaceChildren();
    this.feed = new Feed(byId("team-feed"));
    this.#showChart(null);
    if (!this.open) this.dialog.showModal();
    this.#draw();
  }

  /** @param {number} by */
  #step(by) {
    this.look((this.#number + by + this.#teams.length) % this.#teams.length);
  }

  /** @param {Team[]} teams */
  show(teams) {
    this.#teams = teams;
    if (this.open) this.#draw();
  }

  #draw() {
    const team = this.#teams[this.#number];
    if (!team || !this.open) return;
    const { card, board } = team;
    byId("team-name").textContent = card.name;
    byId("team-glance").textContent = card.glance.map(([what, much]) => `${what}: ${much}`).join(" · ");
    byId("team-watch").setAttribute("href", card.watch);
    byId("team-situation").replaceChildren(richText(situation(card)));
    this.board.show(board);
    show(byId("team-board"), board !== null);
    this.clock.show(card.until);
    this.#question(card);
    this.#hints(card);
    this.#drawPeople(card);
    show(byId("team-empty"), card.phase !== "over" && card.chairs.some((chair) => !chair.automatic));
    show(byId("team-bot"), card.phase === "lobby");
    show(byId("team-no-bot"), card.phase === "lobby" && card.chairs.some((chair) => chair.automatic));
    this.#story(card);
  }

  /** @param {Card} card */
  #question(card) {
    show(byId("team-question"), card.question !== "");
    byId("team-question").replaceChildren(make("p", {}, ...pieces(t("<b>{who} asks: </b>{question}"), { b: bold, who: card.asker, question: card.question })));
    byId("team-tell-label").textContent = card.question ? t("Your answer") : t("Say to this team");
  }

  /** @param {Card} card */
  #hints(card) {
    const key = JSON.stringify(card.hints);
    if (byId("team-hints").dataset.shown === key) return;
    byId("team-hints").dataset.shown = key;
    const hints = card.hints.map((hint) => {
      const give = this.#giving(t("Hand out"), () => ({ key: hint.key, team: this.#number }));
      const giveAll = this.#giving(t("To all"), () => ({ key: hint.key, team: null }));
      giveAll.title = t("Hand it to all teams that it fits");
      return make("div", { class: "hint-card" }, make("p", {}, hint.text), give, giveAll);
    });
    byId("team-hints").replaceChildren(...(hints.length ? [make("h3", {}, t("Hints that fit now")), ...hints] : []));
  }

  /** @param {string} label @param {() => {key: string, team: number | null}} details */
  #giving(label, details) {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", () => whileBusy(button, async () => void (await this.orders.give("advise", details()))));
    return button;
  }

  /** Nothing is drawn again while somebody chooses a team in one of the lists. @param {Card} card */
  #drawPeople(card) {
    const list = byId("team-people");
    const names = this.#teams.map((team) => team.card.name);
    const key = JSON.stringify([card.chairs, card.phase, names]);
    if (key === this.#people || list.querySelector("select:focus")) return;
    this.#people = key;
    list.replaceChildren(...card.chairs.map((chair, seat) => this.#person(card, chair, seat, names)));
    if (!card.chairs.length) list.append(make("li", { class: "hint" }, t("Nobody sits here yet.")));
  }

  /** @param {Card} card @param {import("./desk.js").Chair} chair @param {number} seat @param {string[]} names */
  #person(card, chair, seat, names) {
    const dot = chair.here ? make("span", { class: "here", title: t("Here") }) : null;
    const tags = [chair.awaited && card.phase === "playing" ? p("player", "to move") : "", chair.here === false ? t("away") : ""].filter(Boolean);
    const who = make("span", { class: "who" }, chair.name, dot, tags.length ? make("span", { class: "tags" }, ` ${commas(tags)}`) : null);
    const over = card.phase === "over" || chair.automatic;
    if (over) return make("li", {}, who);
    const cover = card.phase === "playing" ? this.#cover(chair.name, seat) : null;
    return make("li", {}, who, this.#mover(chair.name, seat, names), cover, this.#remover(chair.name, seat));
  }

  /** @param {string} name @param {number} seat */
  #remover(name, seat) {
    const button = make("button", { type: "button", title: t("Their seat is free for others") }, t("Remove"));
    button.setAttribute("aria-label", t("Remove {name}", { name }));
    button.addEventListener("click", () => this.#remove(t("Remove {name}?", { name }), { seat }));
    return button;
  }

  /** @param {string} question @param {Record<string, number>} details */
  async #remove(question, details) {
    const team = this.#number;
    const sentence = t("They lose their seat, and others can take it. To keep them from coming back, make a new link to the seats.");
    if (await confirm(question, sentence, t("Remove"), "danger")) await this.orders.give("remove", { team, ...details });
  }

  /** @param {string} name @param {number} seat @param {string[]} names */
  #mover(name, seat, names) {
    const options = names.flatMap((team, at) => (at === this.#number ? [] : [make("option", { value: at }, team)]));
    const list = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": t("Move {name} to", { name }) }, make("option", { value: "" }, t("Move to …")), ...options));
    list.addEventListener("change", async () => {
      const to = list.value;
      list.value = "";
      list.blur();
      if (to) await this.orders.give("move", { team: this.#number, seat, to: Number(to) });
    });
    return list;
  }

  /** @param {string} name @param {number} seat */
  #cover(name, seat) {
    const button = make("button", { type: "button", title: t("An automatic player moves until they are back") }, t("Cover"));
    button.setAttribute("aria-label", t("Cover for {name}", { name }));
    button.addEventListener("click", () =>
      whileBusy(button, async () => {
        await this.orders.give("cover", { team: this.#number, seat });
      }),
    );
    return button;
  }

  async #say() {
    const words = /** @type {HTMLInputElement} */ (byId("team-words"));
    const text = words.value.trim().slice(0, WORDS);
    const button = /** @type {HTMLElement} */ (byId("team-tell").querySelector("button"));
    if (!text) return;
    await whileBusy(button, async () => {
      if (await this.orders.give("tell", { text, team: this.#number })) words.value = "";
    });
  }

  async #rename() {
    const team = this.#number;
    const name = await ask({ title: t("Rename the team"), label: t("Name"), value: this.#teams[team]?.card.name, limit: 40, button: t("Rename") });
    if (name !== null) await this.orders.give("team", { what: "name", team, name });
  }

  /** Ask for what has happened since the last time, if something has. @param {Card} card */
  async #story(card) {
    if (card.table === this.#table) return;
    const [number, feed] = [this.#number, this.feed];
    const same = card.table.split(" ")[0] === this.#table.split(" ")[0];
    this.#table = card.table;
    if (!same) this.#sequence = 0;
    const answer = await fetch(`${this.path}/teams/${number}.json?after=${this.#sequence}`, { headers: IN_LANGUAGE }).catch(() => null);
    const page = answer?.ok ? await answer.json() : null;
    if (feed !== this.feed) return; // another team is shown by now
    if (!page) return void (this.#table = ""); // asked again with the next change
    this.#sequence = page.sequence;
    feed?.show(page);
    this.#showChart(page.chart);
  }

  /** @param {import("../connection/socket.js").Drawing | null} chart */
  #showChart(chart) {
    this.chart.show(chart);
    show(byId("team-chart"), chart !== null);
  }
}

/** @param {Card} card */
function situation(card) {
  if (card.phase === "lobby") return t("Not started yet.");
  if (card.phase === "over") return t("This game is over.");
  return card.situation;
}
