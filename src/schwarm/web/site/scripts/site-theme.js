// The colours that were chosen, before anything is painted: no page of a site can know them beforehand.

{
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    const dark = document.getElementById("dark-board");
    if (dark instanceof HTMLLinkElement) dark.media = theme === "dark" ? "all" : "not all";
  }
}
