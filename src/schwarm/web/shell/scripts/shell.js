// What every page has: the choice of colours, and a hash that survives changing the language.

import { onSite } from "./addresses.js";
import { announce } from "./ask.js";
import { remember } from "./browser-memory.js";
import { at, find, findAll } from "./elements.js";

// Where the dark board is used, by the chosen colours.
const MEDIA = { auto: "(prefers-color-scheme: dark)", light: "not all", dark: "all" };
const themes = /** @type {(keyof typeof MEDIA)[]} */ (Object.keys(MEDIA));
const button = at("theme");
const root = document.documentElement;
const dark = at("dark-board", HTMLLinkElement);

button.addEventListener("click", () => {
  const theme = themes[(themes.findIndex((known) => known === root.dataset.theme) + 1) % themes.length];
  root.dataset.theme = button.dataset.theme = theme;
  dark.media = MEDIA[theme];
  announce(button.innerText);
  // A server reads it with every page; on a site without one, the page does.
  if (onSite) remember("theme", theme);
  else document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
});

// On small screens the pages are behind a button, so that boards have the room.
const menu = at("menu"), pages = at("main-nav");
/** @param {boolean} open */
function unfold(open) {
  menu.setAttribute("aria-expanded", String(open));
  pages.classList.toggle("open", open);
}
menu.addEventListener("click", () => unfold(menu.getAttribute("aria-expanded") !== "true"));

const openMenus = () => findAll(document, "details.menu[open]", HTMLDetailsElement);

// Menus close when somebody clicks elsewhere or presses Escape.
document.addEventListener("click", (event) => {
  const { target } = event;
  if (!(target instanceof Node)) return;
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
  if (!menu.contains(target) && !pages.contains(target)) unfold(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) menu.open = false;
  if (menu.getAttribute("aria-expanded") === "true") menu.focus();
  unfold(false);
});

// A click on another language keeps the place of the game that is shown now, and what a link carries behind its #.
const link = find(document, "[data-keep-hash]", HTMLAnchorElement);
link.addEventListener("click", () => {
  const address = new URL(onSite ? link.href : location.href);
  if (onSite) address.search = location.search;
  else address.searchParams.set("lang", link.hreflang);
  link.href = address.pathname + address.search + location.hash;
});
