// The first page of a site: on to the language that was read here last, or the first of the browser's that there is.

{
  const known = ["de", "en"];
  let last = "";
  try {
    last = localStorage.getItem("lang") ?? "";
  } catch {
    // A browser that keeps nothing for this site.
  }
  const wanted = [last, ...navigator.languages.map((name) => name.slice(0, 2).toLowerCase())];
  location.replace(`${wanted.find((name) => known.includes(name)) ?? "en"}/index.html`);
}
