// The administrator's door.

import { ask, sentenceOf } from "./ask.js";
import { at, onSubmit } from "./elements.js";

const form = document.getElementById("login");
if (form) onSubmit(form, async () => {
  try {
    await ask("POST /login", { fields: { token: at("token", HTMLInputElement).value.trim() } });
    location.assign("/");
  } catch (refused) {
    at("error").textContent = sentenceOf(refused);
    at("error").hidden = false;
  }
});

const leave = document.getElementById("logout");
if (leave instanceof HTMLButtonElement) {
  leave.disabled = false;
  leave.addEventListener("click", async () => {
    await ask("POST /logout", {});
    location.assign("/");
  });
}
