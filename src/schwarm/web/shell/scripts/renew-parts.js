// Parts of a page that the server draws anew while somebody looks: only what changed is put in its place, what is open
// stays open, what has the focus keeps it, and tables stay sorted.

import { findAll } from "./elements.js";
import { sortTables } from "./sort-tables.js";

/** @type {Map<string, string>} What each part looked like when it was told last. */
const told = new Map();

const FOCUSABLE = "a, button, summary, [tabindex]";

// By what somebody finds something again after it was drawn anew.
/** @param {Element} found */
const signOf = (found) => (found.matches("summary") && found.parentElement?.id) || (found.getAttribute("href") ?? found.getAttribute("aria-label") ?? found.textContent);

/** @param {HTMLElement} part */
const nameOf = (part) => part.dataset.part ?? "";

// Remember how the parts came with the page: what does not change is never drawn anew.
/** @param {HTMLElement} place */
export function beginParts(place) {
  for (const part of findAll(place, "[data-part]")) told.set(nameOf(part), part.outerHTML);
  sortTables(place);
}

/** @param {HTMLElement} place @param {string} html @param {(part: HTMLElement) => boolean} keep Parts that stay as they are. */
export function renewParts(place, html, keep = () => false) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const now = findAll(place, "[data-part]"), then = findAll(fresh.content, "[data-part]");
  const texts = new Map(then.map((part) => [nameOf(part), part.outerHTML]));
  if (now.length !== then.length || now.some((part, index) => nameOf(part) !== nameOf(then[index]))) {
    for (const part of now.filter(keep)) then.find((other) => nameOf(other) === nameOf(part))?.replaceWith(part);
    steady(place, place, () => place.replaceChildren(fresh.content));
  } else now.forEach((part, index) => {
    if (!keep(part) && told.get(nameOf(part)) !== texts.get(nameOf(part))) steady(place, part, () => part.replaceWith(then[index]));
  });
  told.clear();
  for (const [name, text] of texts) told.set(name, text);
  sortTables(place);
}

/** @param {HTMLElement} place @param {HTMLElement} part @param {() => void} change */
function steady(place, part, change) {
  const open = new Map(findAll(part, "details", HTMLDetailsElement).map((details) => [details.id, details.open]));
  const active = part.contains(document.activeElement) ? document.activeElement : null;
  // What is called the same is told apart by its place among its like.
  const like = () => findAll(place, FOCUSABLE).filter((found) => active && signOf(found) === signOf(active));
  const among = like().findIndex((found) => found === active);
  change();
  for (const details of findAll(place, "details", HTMLDetailsElement)) details.open = open.get(details.id) ?? details.open;
  sortTables(place);
  if (among >= 0) like()[among]?.focus({ preventScroll: true });
}
