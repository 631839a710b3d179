// All games that are on.

import { at } from "./elements.js";
import { SmallBoards } from "./small-boards.js";

const nothing = at("nothing");
new SmallBoards(at("running"), { changed: (count) => (nothing.hidden = count > 0) });
