// A new league: what was typed becomes a wish, and a sheet of codes comes back.

import { orderSheet, showKeptSheet } from "./code-sheet.js";
import { number } from "./contest-options.js";
import { at, find, onSubmit, typed } from "./elements.js";
import { attempt } from "./league-parts.js";

const form = at("new-league", HTMLFormElement);
const field = (/** @type {string} */ name) => typed(form, name).trim();

onSubmit(form, () => attempt(find(form, "[type=submit]", HTMLButtonElement), async () => {
  await orderSheet("POST /leagues", { fields: {
    title: field("title"), game: field("game"), teams: number(field("teams")),
    time: field("time"), cores: number(field("cores")), hours: number(field("hours")),
    groups: number(field("groups")), starts: field("starts"), ends: field("ends"),
  } });
  form.hidden = true;
}));

form.hidden = showKeptSheet();
