// Runs before the page is painted: the theme chosen here, or the one chosen on Schwarm's page, or the system's.
{
  const onThePage = document.cookie.match(/(?:^|; )theme=(light|dark)(?:;|$)/);
  document.body.dataset.theme = localStorage.getItem("theme") || (onThePage && onThePage[1]) || "auto";
  // Where Schwarm's page serves the guide there is a way back to it.
  if (location.pathname.startsWith("/guide/")) document.body.dataset.served = "";
}
