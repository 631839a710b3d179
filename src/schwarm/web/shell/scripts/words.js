// What scripts say, in the page's language. English stands where it is said; the page brings the rest along.

const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (gap, name) => facts[name] ?? gap);

export function say(english, facts = {}) {
  return filled(words[english] ?? english, facts);
}

// A number as the page's language writes it: German has a comma.
export const figures = (value, places) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: places, maximumFractionDigits: places });

// How long somebody thought: fast bots in milliseconds, and beyond ten seconds nobody wants tenths.
export function secondsText(value) {
  const thousandths = Math.round(value * 1000);
  if (thousandths < 100) return thousandths ? `${thousandths} ms` : "< 1 ms";
  return `${figures(value, value < 10 ? 1 : 0)} s`;
}

export function sayMany(n, one, many, facts = {}) {
  const forms = words[one] ?? [one, many];
  return filled(n === 1 ? forms[0] : forms[1], { n, ...facts });
}
