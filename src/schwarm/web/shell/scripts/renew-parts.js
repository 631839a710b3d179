// Parts of a page that the server draws anew while somebody looks: only what changed is put in its place, what is open
// stays open, what has the focus keeps it, and tables stay sorted.

import { findAll } from "./elements.js";
import { sortTables } from "./sort-tables.js";

/** @type {Map<string, string>} What each part looked like when it was told last. */
const told = new Map();

/** @param {HTMLElement} part */
const nameOf = (part) => part.dataset.part ?? "";

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
  const sign = (/** @type {Element} */ found) => found.getAttribute("href") ?? found.getAttribute("aria-label") ?? found.textContent;
  const mark = active && sign(active);
  change();
  for (const details of findAll(place, "details", HTMLDetailsElement)) details.open = open.get(details.id) ?? details.open;
  sortTables(place);
  if (mark) findAll(place, "a, button, [tabindex]").find((found) => sign(found) === mark)?.focus({ preventScroll: true });
}
