// What this browser remembers for its visitor. Where it keeps nothing, in a private window or because its store is full,
// the page itself remembers until it is left: nothing else on it has to mind.

// These can be made again, so they go first when the store is full.
const MADE_AGAIN = "review:";

// What did not work, to be said on the page of all games when that is there.
export const SORRY = "sorry";

/** @typedef {{ tab?: boolean }} HowLong For this tab alone, until it is closed. */

/** @type {Map<string, string>} */
const onThisPage = new Map();

// Even to ask for a store is refused where the browser blocks it.
/** @param {HowLong} [how] */
const store = ({ tab = false } = {}) => (tab ? sessionStorage : localStorage);

/** @param {string} name @param {HowLong} [how] @returns {string | null} */
export function recall(name, how) {
  const here = onThisPage.get(name);
  if (here !== undefined) return here;
  try {
    return store(how).getItem(name);
  } catch {
    return null;
  }
}

// What was remembered as JSON; `otherwise` where there is nothing, or nothing that can be read.
/** @template T @param {string} name @param {T} otherwise @param {HowLong} [how] @returns {T} */
export function recallJson(name, otherwise, how) {
  try {
    return JSON.parse(recall(name, how) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

// False if only this page remembers it.
/** @param {string} name @param {string} value @param {HowLong} [how] */
export function remember(name, value, how) {
  for (const makeRoom of [() => {}, () => recalled(MADE_AGAIN).forEach((made) => forget(made))]) {
    try {
      makeRoom();
      store(how).setItem(name, value);
      onThisPage.delete(name);
      return true;
    } catch {
      // Full, or blocked.
    }
  }
  onThisPage.set(name, value);
  return false;
}

/** @param {string} name @param {HowLong} [how] */
export function forget(name, how) {
  onThisPage.delete(name);
  try {
    store(how).removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

// The names of all that is remembered and begins like this.
/** @param {string} prefix */
export function recalled(prefix) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
