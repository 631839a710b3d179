// The colours that were chosen, before anything is painted: no page of a site can know them beforehand.

{
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // A browser that keeps nothing for this site.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    const dark = document.getElementById("dark-board");
    if (dark instanceof HTMLLinkElement) dark.media = theme === "dark" ? "all" : "not all";
  }
}
