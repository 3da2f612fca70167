/** The page of an address without a table. */

import { showOwnTables } from "./mine.js";
import "./theme.js";

showOwnTables();
