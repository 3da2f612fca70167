/** Light or dark theme: the system's, until the person chooses. */

import { inBrowser } from "./storage.js";

const STORAGE_KEY = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const watchers = new Set();

export function isDark() {
  return (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
}

/** Call the function whenever the theme changes. @param {() => void} callback */
export function onTheme(callback) {
  watchers.add(callback);
}

/** @param {HTMLButtonElement} button */
export function themeButton(button) {
  const label = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    const chosen = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    inBrowser.set(STORAGE_KEY, chosen);
    changed();
  });
  onTheme(label);
  label();
}

function changed() {
  for (const callback of watchers) callback();
}

const kept = inBrowser.get(STORAGE_KEY);
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
system.addEventListener("change", changed);
