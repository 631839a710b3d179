// A team's page: name and picture, handing in, and which version plays.

import { Refused, addressOf, announce, ask, copy, toast } from "./ask.js";
import { at, find, findAll, onSubmit, typed } from "./elements.js";
import { attempt, keepFresh } from "./league-parts.js";
import { say } from "./words.js";

const state = at("state"), look = keepFresh(state), { league: key = "" } = state.dataset;

const naming = document.getElementById("name-team");
if (naming instanceof HTMLFormElement) {
  onSubmit(naming, () => attempt(find(naming, "[type=submit]", HTMLButtonElement), async () => {
    await ask("POST /leagues/{key}/team", { key, fields: { name: typed(naming, "name"), fish: /** @type {FishName} */ (typed(naming, "fish")) } });
    location.reload();
  }));
}

const leave = document.getElementById("leave");
if (leave instanceof HTMLButtonElement) leave.addEventListener("click", () => attempt(leave, async () => {
  await ask("POST /leagues/{key}/leave", { key });
  location.assign("/join");
}));

state.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-choose]");
  if (button instanceof HTMLButtonElement) attempt(button, async () => {
    await ask("POST /leagues/{key}/versions/{version}/choose", { key, version: Number(button.dataset.choose) });
    button.blur();
    await look();
  });
});

for (const button of findAll(document, "[data-home]", HTMLButtonElement)) {
  const { home: what } = button.dataset;
  button.addEventListener("click", () => attempt(button, async () => {
    const told = await ask("POST /leagues/{key}/home", { key, fields: { what: what === "version" ? "version" : "code" } });
    if (told.html) at("home-commands").innerHTML = told.html;
    toast(told.sentence);
    announce(told.sentence);
    await look();
  }));
}

document.getElementById("home-commands")?.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-copy]");
  if (button instanceof HTMLElement) copy(button.previousElementSibling?.textContent ?? "");
});

const form = document.getElementById("hand-in");
if (form instanceof HTMLFormElement) {
  const field = at("zip", HTMLInputElement), bar = at("sending", HTMLProgressElement);
  const drop = find(form, ".drop"), words = find(drop, "b");
  const choose = () => {
    if (field.files?.[0]) words.textContent = field.files[0].name;
  };
  field.addEventListener("change", choose);
  for (const kind of ["dragover", "dragleave", "drop"]) drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
    if (kind === "drop" && event instanceof DragEvent && event.dataTransfer?.files.length) {
      field.files = event.dataTransfer.files;
      choose();
    }
  });
  onSubmit(form, () => attempt(find(form, "[type=submit]", HTMLButtonElement), async () => {
    const file = field.files?.[0];
    if (!file) throw new Refused(say("Choose a zip first."));
    const most = Number(form.dataset.most);
    if (file.size > most) throw new Refused(say("That is larger than {most} MB, which is the most a bot may have here.", { most: Math.floor(most / 1e6) }));
    bar.hidden = false;
    try {
      const made = await send(addressOf("POST /leagues/{key}/versions", { key }), file, (share) => (bar.value = share));
      toast(made.sentence);
      announce(made.sentence);
      form.reset();
      words.textContent = say("Choose your zip, or drop it here");
      await look();
    } finally {
      bar.hidden = true;
    }
  }));
}

// Only this old way tells how much has arrived.
/** @param {string} address @param {File} file @param {(share: number) => void} tell @returns {Promise<VersionJson>} */
function send(address, file, tell) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("X-Schwarm", "page");
    request.setRequestHeader("X-File-Name", encodeURIComponent(file.name));
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => event.lengthComputable && tell(event.loaded / event.total));
    request.addEventListener("load", () => {
      const told = /** @type {(VersionJson & ErrorJson) | null} */ (request.response);
      if (request.status === 201 && told) resolve(told);
      else reject(new Refused(told?.error?.sentence || say("The server does not answer; check whether it is still running.")));
    });
    request.addEventListener("error", () => reject(new Refused(say("The server does not answer; check whether it is still running."))));
    request.send(file);
  });
}

for (const place of document.querySelectorAll("[data-origin]")) place.textContent = location.origin;
