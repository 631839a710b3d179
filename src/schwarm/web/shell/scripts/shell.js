// What every page has: the choice of colours, and a hash that survives changing the language.

const themes = ["auto", "light", "dark"];
const button = document.getElementById("theme");
const root = document.documentElement;
const dark = document.getElementById("dark-board");

button.addEventListener("click", () => {
  const theme = themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length];
  root.dataset.theme = button.dataset.theme = theme;
  dark.media = { auto: "(prefers-color-scheme: dark)", dark: "all", light: "not all" }[theme];
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
});

// Menus close when somebody clicks elsewhere or presses Escape.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
});

// A click on another language keeps the place of the game that is shown now.
document.querySelector("[data-keep-hash]").addEventListener("click", (event) => {
  const link = event.currentTarget;
  const address = new URL(location.href);
  address.searchParams.set("lang", link.hreflang);
  link.href = address.pathname + address.search;
});
