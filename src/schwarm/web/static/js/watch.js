// All games that are on.

import { SmallBoards } from "./small.js";

const nothing = document.getElementById("nothing");
new SmallBoards(document.getElementById("running"), { changed: (count) => (nothing.hidden = count > 0) });
