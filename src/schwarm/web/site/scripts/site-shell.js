// What every page of a site has: it works without a network after the first visit, and remembers its language.

import { remember } from "./browser-memory.js";
import { at } from "./elements.js";

remember("lang", document.documentElement.lang);
at("theme").dataset.theme = document.documentElement.dataset.theme;

// Once the page is there: what the other pages need must not keep this one waiting.
addEventListener("load", async () => {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(`${document.body.dataset.root}service-worker.js`);
    (await navigator.serviceWorker.ready).active?.postMessage("fetch the rest");
  } catch {
    // Not every host is one that browsers let keep pages; then the site needs its network.
  }
});
