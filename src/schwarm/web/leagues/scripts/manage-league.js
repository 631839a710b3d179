// The organiser's page: budget, codes, deleting.

import { ask } from "./ask.js";
import { forget, recall, remember } from "./browser-memory.js";
import { orderSheet, showKeptSheet } from "./code-sheet.js";
import { number } from "./contest-options.js";
import { at, find, findAll, onSubmit, typed } from "./elements.js";
import { attempt, isSure, showError, takeBackCodes } from "./league-parts.js";

const TAB = { tab: true };
const { league: key = "" } = at("manage").dataset;

const budget = at("budget", HTMLFormElement);
onSubmit(budget, () => attempt(find(budget, "[type=submit]", HTMLButtonElement), async () => {
  const times = Object.fromEntries(["starts", "ends", "opens", "closes"].map((name) => [name, typed(budget, name)]));
  await ask("POST /leagues/{key}/settings", { key, fields: { cores: number(typed(budget, "cores")), hours: number(typed(budget, "hours")), ...times } });
  location.reload();
}));

const playing = at("playing", HTMLButtonElement);
playing.addEventListener("click", () => attempt(playing, async () => {
  await ask("POST /leagues/{key}/settings", { key, fields: { playing: playing.dataset.playing !== "true" } });
  location.reload();
}));

for (const button of findAll(document, "[data-renew]", HTMLButtonElement)) {
  const { renew = "" } = button.dataset;
  const whose = renew === "waiting" || renew === "organiser" ? renew : Number(renew);
  button.addEventListener("click", () => attempt(button, async () => {
    if (await isSure(button)) await orderSheet("POST /leagues/{key}/codes", { key, fields: { whose } });
  }));
}

for (const button of findAll(document, "[data-change]", HTMLButtonElement)) {
  const panel = at(`change-${button.dataset.change}`);
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) find(panel, "input").focus();
  });
}

// The page is drawn again where it was left.
function renew() {
  remember("organise at", String(scrollY), TAB);
  location.reload();
}
scrollTo({ top: Number(recall("organise at", TAB) ?? 0) });
forget("organise at", TAB);

for (const form of findAll(document, "[data-rename]", HTMLFormElement)) {
  onSubmit(form, () => attempt(find(form, "[type=submit]", HTMLButtonElement), async () => {
    await ask("POST /leagues/{key}/teams/{number}/name", { key, number: Number(form.dataset.rename), fields: { name: typed(form, "name") } });
    renew();
  }));
}

for (const button of findAll(document, "[data-standing]", HTMLButtonElement)) {
  const { team } = button.dataset, standing = /** @type {StandingFields["standing"]} */ (button.dataset.standing);
  button.addEventListener("click", () => attempt(button, async () => {
    if (!(await isSure(button))) return;
    await ask("POST /leagues/{key}/teams/{number}/standing", { key, number: Number(team), fields: { standing } });
    renew();
  }));
}

for (const choice of findAll(document, "[data-group]", HTMLSelectElement)) {
  choice.addEventListener("change", async () => {
    try {
      await ask("POST /leagues/{key}/groups", { key, fields: { groups: { [choice.dataset.group ?? ""]: /** @type {Group} */ (choice.value) } } });
    } catch (refused) {
      showError(refused);
    }
  });
}

showKeptSheet();
takeBackCodes();

const form = at("delete", HTMLFormElement);
onSubmit(form, () => attempt(find(form, "[type=submit]", HTMLButtonElement), async () => {
  await ask("POST /leagues/{key}/delete", { key, fields: { title: typed(form, "title") } });
  location.assign("/leagues");
}));
