// All games that are on.

import { SmallBoards } from "./small-boards.js";

const nothing = document.getElementById("nothing");
new SmallBoards(document.getElementById("running"), { changed: (count) => (nothing.hidden = count > 0) });
