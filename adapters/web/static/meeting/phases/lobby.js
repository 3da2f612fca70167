/** Before the start: who is here, the button to be there, the link, and for the facilitator Start and Settings. */

import { actButton } from "../../acts.js";
import { embedded } from "../../connection/embedded.js";
import { display } from "../../dialog.js";
import { bold, make, plain } from "../../dom.js";
import { Gallery, choicesOf } from "../../gallery/gallery.js";
import { commas, pieces, t } from "../../language.js";
import { chooseOne, chosenOptions, gameList, optionField } from "../../options.js";
import { linkField, localHint, shared } from "../../people/share.js";
import { actionButton, pageForm, textField } from "../parts/fields.js";
import { sheetElement } from "../parts/sheets.js";

/** @typedef {import("../room.js").Room} Room @typedef {import("../stage.js").Ways} Ways @typedef {import("../parts/keyed.js").Item} Item */

/** @param {Room} room @param {Ways} ways @returns {Item[]} */
export function lobby(room, ways) {
  const { page, watching } = room;
  const here = page.chairs.map((_, seat) => room.nameOf(seat));
  const acts = watching ? [] : page.acts.filter((act) => act.command === "join" || (act.command === "start" && page.host));
  const others = watching ? [] : page.acts.filter((act) => !["join", "start", "save", "options", "bot"].includes(act.command.split(" ")[0]) && act.role !== "rare" && (act.role !== "lead" || page.host));
  const items = [
    { key: "head", sign: [page.title, plain(page.situation), page.sheet], draw: () => head(room) },
    { key: "acts", sign: [acts, others.map((act) => act.button), page.host], draw: () => buttons(room, ways, acts, others) },
  ];
  if (!page.sheet) items.splice(1, 0, { key: "here", sign: here, draw: () => make("p", { class: "here-list" }, ...whoIsHere(here)) });
  if (!watching) items.push({ key: "early", sign: ["early"], draw: () => early(room) });
  if (!embedded) items.push({ key: "link", sign: [page.address], draw: () => link(page.address) });
  return items;
}

/** @param {string[]} names */
function whoIsHere(names) {
  return pieces(names.length ? t("<b>Here: </b>{names}") : t("<b>Here: </b>nobody yet"), { b: bold, names: commas(names) });
}

/** @param {Room} room */
function head({ page }) {
  if (page.sheet) return sheetElement(page.sheet);
  return make("div", {}, make("h2", {}, page.title), make("p", { class: "sentence" }, plain(page.situation).split("\n")[0]));
}

/** @param {Room} room @param {Ways} ways @param {import("../room.js").Act[]} acts @param {import("../room.js").Act[]} others */
function buttons(room, ways, acts, others) {
  const button = (/** @type {import("../room.js").Act} */ act, coloured = false) => actButton(act, async () => void (await ways.press(act)), coloured);
  const settings = room.page.host && !room.watching ? actionButton(t("Settings"), () => openSettings(room)) : null;
  return make("div", { class: "row" }, ...acts.map((act, at) => button(act, at === 0)), ...others.map((act) => button(act)), settings);
}

/** A note that somebody wants to write already: it is saved for the board. @param {Room} room */
function early(room) {
  const text = textField(room, { id: "early-note", label: t("Write a note already"), placeholder: t("It comes onto the board without your name") });
  const submit = () => room.save(text.value());
  return pageForm(room, { name: "early panel", title: "", button: t("Save it"), plainly: true, command: "save", fields: [text.element], submit });
}

/** @param {string} address */
function link(address) {
  const full = shared(address || location.pathname);
  const code = address.startsWith("/t/") ? make("img", { class: "code", alt: t("QR code of the link to take part"), width: 200, height: 200, src: `${address}/qr.svg` }) : null;
  return make("section", { class: "panel link-panel", "aria-label": t("Invite") }, code, ...linkField("share-link", t("Everybody who opens this link can take part"), full), localHint(full));
}

/** @param {Room} room */
async function openSettings(room) {
  const found = (await gameList()).find((each) => each.key === room.page.game);
  if (!found) return;
  const choices = found.gallery ? await choicesOf(found.key) : null;
  const game = { ...found, options: found.options.filter(({ name }) => name !== choices?.option && name !== choices?.own) };
  const fields = make("div", { class: "options" }, ...game.options.map((option) => optionField(option, room.page.options[option.name])));
  const choose = choices ? make("button", { type: "button", "aria-haspopup": "dialog" }, choices.option === "format" ? t("Choose a format…") : t("Choose a {option}…", { option: choices.option })) : null;
  choose?.addEventListener("click", () => {
    choose.closest("dialog")?.close();
    openGallery(room, found, /** @type {import("../../gallery/gallery.js").Choices} */ (choices));
  });
  const save = make("button", { type: "button", class: "primary" }, t("Save the settings"));
  save.addEventListener("click", async () => {
    const form = /** @type {HTMLFormElement} */ (save.closest("form"));
    const chosen = Object.entries(chosenOptions(game, form, room.page.options));
    save.closest("dialog")?.close();
    if (chosen.length) await room.say(`options ${chosen.map(([name, value]) => `${name}=${value}`).join(" ")}`);
  });
  await display(t("Settings"), [...(choose ? [choose] : []), fields, save]);
}

/** @param {Room} room @param {import("../../options.js").Game} game @param {import("../../gallery/gallery.js").Choices} choices */
function openGallery(room, game, choices) {
  const usual = game.options.find((option) => option.name === choices.own)?.default;
  const own = room.page.options[choices.own] ?? usual;
  const use = (/** @type {import("../../gallery/gallery.js").Choice} */ choice) => {
    gallery.element.closest("dialog")?.close();
    const without = choice.option === choices.own ? "" : ` ${choices.own}=${usual}`; // else those would stay
    room.say(`options ${choice.option}=${choice.value}${without}`);
  };
  const gallery = new Gallery(choices, use, own === usual ? "" : String(own));
  return display(chooseOne(choices.option), [gallery.element]);
}
