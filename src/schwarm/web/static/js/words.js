// What scripts say, in the page's language. English stands where it is said; the page brings the rest along.

const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (gap, name) => facts[name] ?? gap);

export function say(english, facts = {}) {
  return filled(words[english] ?? english, facts);
}

export function sayMany(n, one, many, facts = {}) {
  const forms = words[one] ?? [one, many];
  return filled(n === 1 ? forms[0] : forms[1], { n, ...facts });
}
