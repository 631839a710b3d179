// What the forms of contests and leagues send: numbers, and the settings that only one kind of contest has.

import { findAll } from "./elements.js";

// What is no number is sent as null; the server explains.
/** @param {string} text */
export const number = (text) => (text.trim() ? Number(text.replace(",", ".")) : NaN);

/** @param {HTMLElement} form @returns {Record<string, boolean | number | string>} */
export function chosenOptions(form) {
  const chosen = findAll(form, "[data-option]", HTMLInputElement).map((input) => [
    input.dataset.option ?? "", input.type === "checkbox" ? input.checked : number(input.value.trim()),
  ]);
  return Object.fromEntries(chosen);
}
