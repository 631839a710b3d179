// Runs before the page is painted: the theme chosen here, or the one chosen on Schwarm's page, or the system's.
{
  const onThePage = document.cookie.match(/(?:^|; )theme=(light|dark)(?:;|$)/);
  document.body.dataset.theme = localStorage.getItem("theme") || (onThePage && onThePage[1]) || "auto";
}
