/** The page of a meeting: shows what the server sends, and sends what the person does. */

import { Clock } from "../clock.js";
import { embedded } from "../connection/embedded.js";
import { Connection } from "../connection/socket.js";
import { ask, confirm } from "../dialog.js";
import { byId, plain, show, wayHome } from "../dom.js";
import { announce } from "../feed.js";
import { t } from "../language.js";
import { PersonHere } from "../people/person.js";
import { invite } from "../people/share.js";
import { Bar } from "./bar.js";
import { Glances } from "./glances.js";
import { menu, showKeys } from "./more.js";
import { fillIn } from "./parts/forms.js";
import { Room } from "./room.js";
import { Stage } from "./stage.js";
import { Toasts } from "./toasts.js";
import { Top } from "./top.js";
import "../theme.js";

/** @typedef {import("./room.js").Page} Page @typedef {import("./room.js").Act} Act */

const path = location.pathname.replace(/\/$/, "");
const watching = path.startsWith("/w/") || new URLSearchParams(location.search).has("watch");
document.body.classList.toggle("watching", watching);

let told = 0; // the last event that screen readers heard of

/** @param {Page} page */
function render(page) {
  if (!page.meets) return location.reload(); // this room shows something else by now
  const first = !room.isKnown || room.page.table !== page.table;
  room.hear(page);
  const step = page.meeting?.steps.find((each) => each.state === "now")?.title ?? page.title;
  document.title = t("{step} · {title} · Scrum Table", { step, title: page.title });
  document.body.dataset.phase = page.meeting?.phase ?? page.phase;
  byId("stage").dataset.sequence = String(page.sequence);
  document.body.classList.toggle("leads", room.leads);
  show(byId("connecting"), false);
  person.show(page);
  for (const clock of clocks) clock.show(page.until, page.left);
  top.show();
  stage.show();
  bar.show();
  glances.soon();
  tell(page, first);
  return undefined;
}

/** Tell screen readers what happened. @param {Page} page @param {boolean} first */
function tell(page, first) {
  const news = page.feed.filter((entry) => entry.sequence > told).map((entry) => plain(entry.text));
  told = Math.max(page.sequence, first ? 0 : told);
  if (!first && news.length) announce(news.join(" "));
}

/** Do what a button offers, and show the answer. @param {Act} act */
async function pressAndTell(act) {
  const answer = await press(act);
  if (answer?.done) toasts.show(answer.replies);
}

/** Do what a button offers, after asking for what it needs. @param {Act} act */
async function press(act) {
  const label = plain(act.label);
  if (act.form) return fillIn(room, act.command.split(" ")[0]);
  if (act.grave && !act.button.endsWith("!")) {
    const sure = await confirm(t("{action}?", { action: label }), plain(act.note ?? []) || t("This can’t be undone."), label, "danger");
    return sure ? room.pressSurely(act) : undefined;
  }
  if (!act.asks) return room.press(act);
  const { name, description } = act.asks;
  const given = await ask({ title: label, label: name[0].toUpperCase() + name.slice(1), hint: description });
  return given === null ? undefined : room.press(act, given);
}

const room = new Room(watching, {
  act: (action) => connection.act(/** @type {any} */ (action)),
  known: () => person.isKnown(),
  told: (answer) => (answer.done ? announce(answer.replies.map((reply) => plain(reply.text)).join(" ")) : toasts.show(answer.replies)),
});
const toasts = new Toasts(byId("toasts"), { press: (act) => press(/** @type {Act} */ (act)), say: (line) => room.say(line) });
const clocks = [new Clock(byId("phone-clock"))];
const person = new PersonHere(path, {
  say: (line) => room.say(line),
  hello: () => connection.hello(),
  note: (sentence, ...actions) => toasts.say(sentence, ...actions),
  more: () => menu(room, { press: pressAndTell, keys: showKeys }),
});
const top = new Top(room);
const stage = new Stage(room, { press: pressAndTell, path, keys: showKeys });
const bar = new Bar(room, { press, clock: (host) => addClock(host), more: () => person.open() });
/** @param {HTMLElement} host */
function addClock(host) {
  clocks.push(new Clock(host, clocks[0].time));
  clocks.at(-1)?.show(room.page.until, room.page.left);
}

const glances = new Glances(byId("stage"), room, (glance) => connection.look(glance));
const connection = new Connection(path, watching, {
  page: (page) => {
    clocks[0].synchronise(page.now);
    stage.whenFree(() => render(/** @type {Page} */ (page)));
  },
  you: (you) => person.recognise(you),
  presence: () => {},
  carried: (sentence) => person.carried(sentence),
  gone: () => {
    if (embedded) byId("banner").textContent = t("This meeting is gone. Open it again in the chat.");
    else byId("banner").replaceChildren(t("This meeting is gone."), " ", ...wayHome());
    show(byId("banner"), true);
  },
  none: () => (byId("connecting").textContent = t("Nothing is open here yet.")),
  problem: (text) => toasts.say(text),
  notes: (replies) => toasts.show(replies),
  completions: () => {},
  connected: (connected) => {
    if (connected) glances.again();
    byId("banner").textContent = connected ? "" : t("Connection lost. Reconnecting …");
    show(byId("banner"), !connected);
  },
});

byId("invite").addEventListener("click", () => room.isKnown && invite(room.page, true));
