// One league, kept fresh while somebody looks.

import { at } from "./elements.js";
import { keepFresh } from "./league-parts.js";
import { SmallBoards } from "./small-boards.js";

keepFresh(at("league"));
const running = document.getElementById("running");
if (running) new SmallBoards(running, { within: running.dataset.within, changed: (count) => (at("nothing").hidden = count > 0) });
