// Tables are sorted by a click on the head of a column: once the most first, again the least, a third time as they came.
// Parts of a page that are renewed stay sorted as somebody wanted them.

import { findAll } from "./elements.js";

/** @type {Map<string, { column: number, order: "ascending" | "descending" }>} By the names of tables. */
const wanted = new Map();

// A cell as a number; what stands behind it, such as an error, does not count.
/** @param {string} text */
function toNumber(text) {
  const found = /^[+−-]?\d+(?:[.,]\d+)?/.exec(text.trim().replace(/^\+?(?=[−-])/, ""));
  return found ? Number(found[0].replace("−", "-").replace(",", ".")) : NaN;
}

// By what a cell is sorted: where it does not say so itself, by its text. A dash is nothing.
/** @param {HTMLTableRowElement} row @param {number} column */
const textOf = (row, column) => (row.cells[column]?.dataset.sort ?? row.cells[column]?.textContent?.trim() ?? "").replace(/^–$/, "");

/** @param {HTMLTableElement} table */
const nameOf = (table) => table.closest("[aria-label]")?.getAttribute("aria-label") ?? "";

/** @param {HTMLTableElement} table */
function sort(table) {
  const body = table.tBodies[0], how = wanted.get(nameOf(table));
  const rows = [...body.rows];
  for (const [place, row] of rows.entries()) row.dataset.place ??= String(place);
  for (const [column, head] of [...(table.tHead?.rows[0].cells ?? [])].entries()) {
    if (head.querySelector("button")) head.setAttribute("aria-sort", how?.column === column ? how.order : "none");
  }
  const came = (/** @type {HTMLTableRowElement} */ row) => Number(row.dataset.place);
  const texts = rows.map((row) => (how ? textOf(row, how.column) : ""));
  const numbers = texts.filter(Boolean).every((text) => !Number.isNaN(toNumber(text)));
  const sign = how?.order === "descending" ? -1 : 1;
  const compare = (/** @type {HTMLTableRowElement} */ one, /** @type {HTMLTableRowElement} */ two) => {
    if (!how) return came(one) - came(two);
    const [a, b] = [textOf(one, how.column), textOf(two, how.column)];
    // Whoever has nothing there stands at the end in any order.
    if (!a || !b) return Number(!a) - Number(!b) || came(one) - came(two);
    const apart = numbers ? toNumber(a) - toNumber(b) : a.localeCompare(b, document.documentElement.lang, { numeric: true });
    return sign * apart || came(one) - came(two);
  };
  const sorted = [...rows].sort(compare);
  if (sorted.some((row, place) => row !== rows[place])) body.append(...sorted);
}

/** @param {HTMLTableElement} table @param {number} column */
function choose(table, column) {
  const name = nameOf(table), now = wanted.get(name), rows = [...table.tBodies[0].rows];
  const first = rows.some((row) => textOf(row, column) && Number.isNaN(toNumber(textOf(row, column)))) ? "ascending" : "descending";
  if (now?.column !== column) wanted.set(name, { column, order: first });
  else if (now.order === first) wanted.set(name, { column, order: first === "ascending" ? "descending" : "ascending" });
  else wanted.delete(name);
  sort(table);
}

// Give the tables in a part of the page heads that can be pressed, and sort them as they were.
/** @param {ParentNode} place */
export function sortTables(place) {
  for (const table of findAll(place, "table.sortable", HTMLTableElement)) {
    for (const [column, head] of [...(table.tHead?.rows[0].cells ?? [])].entries()) {
      // A column whose name nobody sees, such as a plot or the place, is no use to press.
      const empty = [...table.tBodies[0].rows].every((row) => !textOf(row, column));
      const unnamed = empty || !head.textContent?.trim() || [...head.children].some((child) => child.matches(".unseen:only-child"));
      if (head.querySelector("button") || unnamed) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      button.addEventListener("click", () => choose(table, column));
      head.append(button);
    }
    sort(table);
  }
}
