// What scripts say, in the page's language. English stands where it is said; the page brings the rest along.

/** @type {Record<string, string | [string, string]>} */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** @typedef {Record<string, string | number>} Gaps What a sentence says by name. */

// A sentence with its gaps filled.
/** @param {string} text @param {Gaps} facts */
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (gap, name) => String(facts[name] ?? gap));

/** @param {string} english @param {Gaps} facts */
export function say(english, facts = {}) {
  const text = words[english] ?? english;
  return fill(typeof text === "string" ? text : text[0], facts);
}

// A number as the page's language writes it: German has a comma.
/** @param {number} value @param {number} places */
export const figures = (value, places) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: places, maximumFractionDigits: places });

// How long somebody thought: fast bots in milliseconds, and beyond ten seconds nobody wants tenths.
/** @param {number} value */
export function secondsText(value) {
  const thousandths = Math.round(value * 1000);
  if (thousandths < 100) return thousandths ? `${thousandths} ms` : "< 1 ms";
  return `${figures(value, value < 10 ? 1 : 0)} s`;
}

// What people call a player; what is sent and stored keeps the name that players are started by.
/** @param {string} name */
export function playerName(name) {
  const level = /^(?:hecht:level=|Hecht )(\d{1,2})$/.exec(name)?.[1];
  return level ? say("Hecht, level {level}", { level }) : name === "hecht" ? "Hecht" : name;
}

/** @param {number} n @param {string} one @param {string} many @param {Gaps} facts */
export function sayMany(n, one, many, facts = {}) {
  const forms = words[one] ?? [one, many];
  return fill(n === 1 ? forms[0] : forms[1], { n, ...facts });
}
