// The administrator's door.

import { order } from "./ask.js";

const form = document.getElementById("login"), error = document.getElementById("error");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await order("/api/login", { token: document.getElementById("token").value.trim() });
    location.assign("/");
  } catch (refused) {
    error.textContent = refused.message;
    error.hidden = false;
  }
});
