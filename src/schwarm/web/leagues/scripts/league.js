// One league, kept fresh while somebody looks.

import { at } from "./elements.js";
import { keepFresh } from "./league-parts.js";

keepFresh(at("league"));
