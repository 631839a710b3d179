// The first page of a site: on to the language that was read here last, or the first of the browser's that there is.

{
  const known = ["de", "en"];
  const wanted = [localStorage.getItem("lang") ?? "", ...navigator.languages.map((name) => name.slice(0, 2).toLowerCase())];
  location.replace(`${wanted.find((name) => known.includes(name)) ?? "en"}/index.html`);
}
