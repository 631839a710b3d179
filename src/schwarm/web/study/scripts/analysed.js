// Says in lists which games this browser has analysed.

import { isReviewed } from "./review-store.js";
import { say } from "./words.js";

/** @param {ParentNode} place */
export function markAnalysed(place) {
  for (const link of place.querySelectorAll(".listed a")) {
    const meta = link.querySelector(".meta");
    if (!(link instanceof HTMLAnchorElement) || !meta || link.querySelector(".analysed")) continue;
    const address = new URL(link.href), key = address.searchParams.get("key") ?? decodeURIComponent(address.pathname.replace(/^.*\/game\//, ""));
    if (!isReviewed(key)) continue;
    const mark = document.createElement("span");
    mark.className = "analysed";
    mark.textContent = say("analysed");
    meta.prepend(mark, " · ");
  }
}
