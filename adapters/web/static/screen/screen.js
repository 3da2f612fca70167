/** A meeting on the big screen of its room: nothing to press, nothing private, and it looks where the facilitator looks. */

import { Clock } from "../clock.js";
import { Connection } from "../connection/socket.js";
import { byId, make, show } from "../dom.js";
import { n, t } from "../language.js";
import { follow } from "../meeting/glances.js";
import { keyed } from "../meeting/parts/keyed.js";
import { Room } from "../meeting/room.js";
import { shared } from "../people/share.js";
import { view } from "./views.js";
import "../theme.js";

/** @typedef {import("../meeting/room.js").Page} Page @typedef {import("../connection/socket.js").Glance} Glance @typedef {import("../connection/socket.js").Presence} Presence */

const path = location.pathname.replace(/\/screen\/?$/, "");
const nobody = async () => ({ replies: [], done: false });
const room = new Room(true, { act: nobody, known: async () => false, told: () => {} });
const clock = new Clock(byId("clock"));
const stage = byId("stage");
/** @type {Glance | null} */
let glance = null;
/** by seat @type {Presence[]} */
let presence = [];

/** The phase as people see it. @param {Page} page */
function phaseOf(page) {
  return page.phase === "playing" ? (page.meeting?.phase ?? "") : page.phase;
}

/** @param {Page} page */
function render(page) {
  if (!page.meets) return location.assign(path); // this room shows something else by now
  room.hear(page);
  const { meeting } = page;
  const phase = phaseOf(page);
  const shown = view(room, phase);
  if (document.body.dataset.phase !== phase) stage.replaceChildren();
  document.body.dataset.phase = phase;
  stage.className = `stage ${shown.layout}`;
  stage.dataset.sequence = String(page.sequence);
  document.title = t("{step} · {title} · Scrum Table", { step: shown.question, title: page.title });
  byId("title").textContent = meeting && meeting.title !== page.title ? `${page.title}: ${meeting.title}` : page.title;
  byId("question").textContent = shown.question;
  byId("progress").textContent = shown.progress;
  keyed(byId("steps"), (page.phase === "playing" ? (meeting?.steps ?? []) : []).map(({ title, state }) => ({ key: title, sign: state, draw: () => make("li", { class: state, "aria-current": state === "now" ? "step" : null }, title) })));
  clock.show(page.until, page.left);
  keyed(stage, shown.items);
  showJoin(page);
  look();
  return undefined;
}

/** The way in: a code to scan and the address. @param {Page} page */
function showJoin(page) {
  const open = page.address.startsWith("/t/"); // who only watches doesn't know the way in
  const over = page.phase === "over";
  const draw = () =>
    make(
      "div",
      { class: "way" },
      make("h2", {}, over ? t("The summary") : t("Join in")),
      make("img", { class: "qr", alt: t("QR code of the link to take part"), width: 240, height: 240, src: `${page.address}/qr.svg` }),
      make("p", { class: "address" }, shared(page.address).replace(/^https?:\/\//, "")),
    );
  keyed(byId("way"), open ? [{ key: "way", sign: [page.address, over], draw }] : []);
  const names = page.chairs.map((_, seat) => ({ name: room.nameOf(seat), away: presence[seat]?.here === false }));
  const person = (/** @type {{name: string, away: boolean}} */ { name, away }) => make("li", { class: away ? "away" : null }, name, away ? make("span", { class: "visually-hidden" }, ` ${t("(away)")}`) : null);
  keyed(byId("here"), [{ key: "here", sign: names, draw: () => make("div", {}, make("h2", {}, n("{count} person", "{count} people", names.length)), make("ul", { class: "people" }, ...names.map(person))) }]);
}

function look() {
  if (glance && room.isKnown && glance.phase === phaseOf(room.page)) follow(stage, glance);
}

new Connection(path, true, {
  page: (page) => {
    clock.synchronise(page.now);
    render(/** @type {Page} */ (page));
  },
  presence: (seats) => {
    presence = seats;
    if (room.isKnown) showJoin(room.page);
  },
  glance: (heard) => {
    glance = heard;
    look();
  },
  you: () => {},
  carried: () => {},
  gone: () => tell(t("This meeting is gone.")),
  none: () => tell(t("Nothing is open here yet.")),
  problem: (text) => tell(text),
  notes: () => {},
  completions: () => {},
  connected: (connected) => tell(connected ? "" : t("Connection lost. Reconnecting …")),
});

/** @param {string} text */
function tell(text) {
  byId("banner").textContent = text;
  show(byId("banner"), Boolean(text));
}
