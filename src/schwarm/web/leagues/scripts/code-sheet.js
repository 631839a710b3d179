// Sheets of codes, which the server tells only once: until somebody says that they are printed, this tab remembers them,
// so that neither another language nor a step back loses them, and the browser asks before they are left.

import { forget, recallJson, remember } from "./browser-memory.js";
import { ask } from "./ask.js";
import { at, find } from "./elements.js";

/** @typedef {SheetJson & { lang: string }} KeptSheet With the language that its words are in. */

const TAB = { tab: true };
const name = `codes:${location.pathname}`;
let asks = false;

// Ask for codes and show them to be printed.
/**
 * @template {"POST /leagues" | "POST /leagues/invite" | "POST /leagues/{key}/codes"} A
 * @param {A} what
 * @param {Api[A]["request"]} request
 */
export async function orderSheet(what, request) {
  /** @type {SheetJson} */
  const made = await ask(what, request);
  const sheet = { ...made, lang: document.documentElement.lang };
  const kept = remember(name, JSON.stringify(sheet), TAB);
  show(sheet, kept);
}

// Show the codes that this tab remembers of this page, if there are any; says whether there are.
export function showKeptSheet() {
  const sheet = recallJson(name, /** @type {KeptSheet | null} */ (null), TAB);
  if (sheet) show(sheet, true);
  return sheet !== null;
}

/** @param {KeptSheet} sheet @param {boolean} kept */
function show(sheet, kept) {
  const place = at("sheet");
  place.innerHTML = sheet.html;
  place.lang = sheet.lang;
  find(place, "[data-print]").addEventListener("click", () => print());
  const goOn = find(place, "[data-go-on]", HTMLAnchorElement);
  goOn.href = sheet.address;
  goOn.addEventListener("click", () => {
    asks = false;
    forget(name, TAB);
  });
  // The same page in the other language shows the sheet again; there is nothing to ask.
  find(document, "[data-keep-hash]").addEventListener("click", () => (asks &&= !kept));
  asks = true;
  place.scrollIntoView({ block: "start" });
}

addEventListener("beforeunload", (event) => {
  if (asks) event.preventDefault();
});
