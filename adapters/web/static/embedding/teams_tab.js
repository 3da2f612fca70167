/** The page that Microsoft Teams shows first, as a tab or beside a meeting. */

import { arrive } from "./arriving.js";
import "../theme.js";

/** @type {any} */
const teams = /** @type {any} */ (globalThis).microsoftTeams;

arrive("/teams-tab", async () => {
  await teams.app.initialize();
  const { chat, channel, page } = await teams.app.getContext();
  const token = await teams.authentication.getAuthToken();
  teams.app.notifySuccess();
  return { token, conversation: page?.subPageId || chat?.id || channel?.id || "" };
});
