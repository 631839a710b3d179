// The list of leagues, and the door: a code is typed, or comes along behind the # of a link.

import { ask } from "./ask.js";
import { orderSheet, showKeptSheet } from "./code-sheet.js";
import { at, find, onSubmit } from "./elements.js";
import { attempt, takeBackCodes } from "./league-parts.js";

const form = document.getElementById("enter");
if (form) {
  const field = at("code", HTMLInputElement);
  const brought = decodeURIComponent(location.hash.slice(1));
  if (brought) {
    field.value = brought.slice(0, 40);
    // It need not stay in the history of a browser that others use.
    history.replaceState(null, "", location.pathname);
  }
  onSubmit(form, () => attempt(find(form, "[type=submit]", HTMLButtonElement), async () => {
    const entered = await ask("POST /leagues/enter", { fields: { code: field.value } });
    location.assign(entered.address);
  }));
}

const invite = document.getElementById("invite");
if (invite instanceof HTMLButtonElement) {
  invite.disabled = false;
  invite.addEventListener("click", () => attempt(invite, () => orderSheet("POST /leagues/invite", {})));
  showKeptSheet();
}
takeBackCodes();
