// A list of buttons that is one stop of the tab key: it leads to the chosen one, arrow keys go on from there.

import { findAll } from "./elements.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowUp: -1, ArrowDown: 1 };

/** @param {HTMLElement} list @param {string} each */
export function oneTabStop(list, each) {
  const buttons = () => findAll(list, each, HTMLButtonElement);
  function refresh() {
    const all = buttons(), chosen = all.find((button) => button.hasAttribute("aria-current")) ?? all[0];
    for (const button of all) button.tabIndex = button === chosen ? 0 : -1;
    // An empty list has nothing to go to but itself.
    list.tabIndex = all.length ? -1 : 0;
    if (chosen && list.contains(document.activeElement) && document.activeElement !== chosen) chosen.focus({ preventScroll: true });
  }
  new MutationObserver(refresh).observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-current"] });
  refresh();
  list.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    below(buttons(), event.target, step)?.click();
  });
}

// The next button up or down in the same column, else the next one.
/** @param {HTMLButtonElement[]} all @param {HTMLButtonElement} from @param {number} step */
function below(all, from, step) {
  const there = all.slice(step > 0 ? all.indexOf(from) + 1 : 0, step > 0 ? undefined : all.indexOf(from));
  const ordered = step > 0 ? there : there.reverse();
  return ordered.find((button) => button.offsetLeft === from.offsetLeft) ?? ordered[0];
}
