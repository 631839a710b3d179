// Files that are made when somebody wants them: a link that downloads what a function gives.

import { sentenceOf, toast } from "./ask.js";

/** @param {HTMLAnchorElement | string} link An element, or the id of one that may not be there. @param {() => Blob | Promise<Blob>} make @param {string} name */
export function offerFile(link, make, name) {
  const found = typeof link === "string" ? document.getElementById(link) : link;
  if (!(found instanceof HTMLAnchorElement)) return;
  found.href = "#";
  found.onclick = async (event) => {
    event.preventDefault();
    if (found.ariaBusy) return;
    found.ariaBusy = "true";
    try {
      const address = URL.createObjectURL(await make()), saved = document.createElement("a");
      saved.href = address;
      saved.download = name;
      saved.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      toast(sentenceOf(error));
    } finally {
      found.ariaBusy = null;
    }
  };
}
