/** Light or dark: what the system says, until somebody chooses. */

const KEPT = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const watchers = new Set();

export function isDark() {
  return (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
}

/** Be told when it changes. @param {() => void} told */
export function onTheme(told) {
  watchers.add(told);
}

/** @param {HTMLButtonElement} button */
export function themeButton(button) {
  const label = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    const chosen = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(KEPT, chosen);
    changed();
  });
  onTheme(label);
  label();
}

function changed() {
  for (const told of watchers) told();
}

const kept = localStorage.getItem(KEPT);
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
system.addEventListener("change", changed);
