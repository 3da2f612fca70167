/** The page of an address without a table. */

import { forgetDesk } from "./desks.js";
import { showOwnTables } from "./mine.js";
import "../theme.js";

forgetDesk(location.pathname); // if it was one: it opens nothing any more
showOwnTables();
