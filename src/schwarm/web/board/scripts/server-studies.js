// Studies that a server keeps. Which of them were made in this browser, and the secrets to change them, it remembers itself.

import { ask, facts } from "./ask.js";
import { readRecord } from "./bridge.js";
import { recallJson, remember } from "./browser-memory.js";

/** @import { Studies } from "./source.js" */
/** @typedef {{ key: string, title: string, secret: string }} KnownStudy */

const KNOWN = "studies", MAX_KNOWN = 100;

const known = () => recallJson(KNOWN, /** @type {KnownStudy[]} */ ([]));

// The secret of a study, if this browser has it.
/** @param {string} key */
export const secretOf = (key) => known().find((study) => study.key === key)?.secret ?? "";

/** @param {KnownStudy} study */
export function rememberStudy(study) {
  const rest = known().filter(({ key }) => key !== study.key);
  remember(KNOWN, JSON.stringify([study, ...rest].slice(0, MAX_KNOWN)));
}

/** @param {string} text */
const titleOf = (text) => readRecord(text).tags?.Title ?? "";
/** @param {string} key */
const page = (key) => `/study/${encodeURIComponent(key)}`;

/** @type {Studies} */
export const serverStudies = {
  shown: async () => (document.getElementById("study-facts") ? /** @type {StudyJson} */ (facts("study-facts")) : null),
  create: async (text) => {
    const made = await ask("POST /studies", { fields: { text } });
    rememberStudy({ key: made.key, title: made.title, secret: made.secret });
    return made;
  },
  change: async (key, fields) => {
    const { version } = await ask("POST /studies/{key}", { key, fields }, { leaves: true });
    rememberStudy({ key, title: titleOf(fields.text), secret: fields.secret });
    return version;
  },
  page,
  link: async (key) => new URL(page(key), location.href).href,
  editable: true,
  own: async () => known().map(({ key, title }) => ({ key, title, address: page(key) })),
};
