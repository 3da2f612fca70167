/** The page that Microsoft Teams shows when somebody adds the tab: there is nothing to choose. */

import { byId } from "../dom.js";
import { t } from "../language.js";
import "../theme.js";

/** @type {any} */
const teams = /** @type {any} */ (globalThis).microsoftTeams;
const tab = new URL("/teams-tab", location.href).href;

async function offer() {
  await teams.app.initialize();
  const { config } = teams.pages;
  config.registerOnSaveHandler(async (/** @type {{notifySuccess: () => void}} */ saving) => {
    await config.setConfig({ suggestedDisplayName: document.title, entityId: "table", contentUrl: tab, websiteUrl: tab });
    saving.notifySuccess();
  });
  config.setValidityState(true);
  byId("arriving").textContent = t("The tab shows the table of this chat, channel or meeting. Save to add it.");
}

offer();
