// A study beside the board: saved under a link, saved again whenever it changes, taken along and brought as text.

import { Refused, Unreachable, copy, sentenceOf } from "./ask.js";
import { forget, recallJson, remember } from "./browser-memory.js";
import { at, find, whileBusy } from "./elements.js";
import { offerFile } from "./offered-file.js";
import { writeRecord } from "./record-text.js";
import { rememberStudy, secretOf } from "./server-studies.js";
import { source } from "./source.js";
import { say } from "./words.js";

/** @import { GameRecord } from "./record-text.js" */

const REST = 1200, FIRST_WAIT = 2000, LONGEST_WAIT = 60_000, MAX_FILE = 2_000_000, SHOWN = 30;
const EDIT = "#edit=", DRAFT = "study-draft:";
// The answers to a change of what is not there any more as it was seen.
const OVERTAKEN = [404, 409];

// What was written here after this version, and may not have been kept before somebody left.
/** @param {StudyJson} study @returns {string | null} */
export function draftOf({ key, version }) {
  const draft = recallJson(DRAFT + key, /** @type {{ text: string, version: number } | null} */ (null));
  if (draft?.version === version) return draft.text;
  forget(DRAFT + key);
  return null;
}

export class StudyPanel {
  /** @type {number | undefined} Until something is kept that is not kept yet. */
  timer;
  saving = false;
  /** Whether somebody else changed the study meanwhile, or removed it. */
  overtaken = false;
  /** @type {string | null} What was sent last, where no answer came. */
  unanswered = null;
  wait = FIRST_WAIT;

  /** @param {StudyJson | null} study @param {() => GameRecord} record What is to be kept. @param {string | null} draft */
  constructor(study, record, draft) {
    this.record = record;
    this.key = study?.key ?? "";
    this.version = study?.version ?? 0;
    this.secret = this.#secret();
    this.title = at("study-title", HTMLInputElement);
    this.title.value = study ? record().tags?.Title ?? "" : "";
    this.state = at("study-state");
    this.title.addEventListener("input", () => this.changed());
    const save = at("study-save");
    save.addEventListener("click", () => whileBusy(save, () => this.#try(() => this.#create(this.#text()))));
    at("study-link").addEventListener("click", () => this.#try(async () => copy(await source.studies.link(this.key, this.#text()))));
    at("study-edit-link").addEventListener("click", () => this.#try(async () => copy(`${await source.studies.link(this.key, "")}${EDIT}${this.secret}`)));
    offerFile("study-text", () => new Blob([this.#text()], { type: "text/plain" }), `study-${record().game}.txt`);
    const file = at("study-file", HTMLInputElement);
    file.addEventListener("change", () => this.#try(() => this.#bring(file.files?.[0])));
    // A link to this very page that says more than its address did.
    addEventListener("hashchange", () => location.reload());
    addEventListener("online", () => {
      if (this.unanswered !== null) this.#keepIn(0);
    });
    // Whoever leaves may never come back.
    addEventListener("pagehide", () => this.#keepNow());
    document.addEventListener("visibilitychange", () => document.hidden && this.#keepNow());
    this.#refresh();
    this.#list();
    if (draft === null) return;
    this.unanswered = draft;
    this.#keepIn(0);
  }

  // Whether what is shown may be changed: everything but the study of somebody else.
  get mayChange() {
    return !this.key || Boolean(this.secret);
  }

  // The title as a header of the text, if there is one.
  get tags() {
    const { Title, ...rest } = this.record().tags ?? {}, title = this.title.value.trim();
    return title ? { ...rest, Title: title } : rest;
  }

  // The secret behind the link, or the one that this browser remembers. The address keeps none: it may be shown around.
  #secret() {
    if (!this.key || !source.studies.editable) return this.key;
    const told = location.hash.startsWith(EDIT) ? location.hash.slice(EDIT.length) : "";
    if (told) {
      rememberStudy({ key: this.key, title: this.record().tags?.Title ?? "", secret: told });
      history.replaceState(null, "", location.pathname + location.search);
    }
    return told || secretOf(this.key);
  }

  #text() {
    return writeRecord({ ...this.record(), tags: this.tags });
  }

  // Something is another now; a moment later it is kept.
  changed() {
    if (!this.key || !this.secret) return;
    this.state.textContent = say("Saving …");
    this.wait = FIRST_WAIT;
    this.#keepIn(REST);
  }

  /** @param {number} wait */
  #keepIn(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#keepNow(), wait);
  }

  // Whatever waits to be kept.
  #keepNow() {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.#try(() => this.#keep());
  }

  async #keep() {
    // One after the other: each change names the version before it.
    if (this.saving) {
      this.changed();
      return;
    }
    this.saving = true;
    // Where no answer came, the same once more finds out whether it is kept; what changed since then comes after it.
    const text = this.unanswered ?? this.#text();
    this.unanswered = null;
    remember(DRAFT + this.key, JSON.stringify({ text, version: this.version }));
    try {
      this.version = await source.studies.change(this.key, { text, secret: this.secret, version: this.version });
      forget(DRAFT + this.key);
      if (text === this.#text()) this.state.textContent = say("Saved");
      else this.#keepIn(REST);
    } catch (error) {
      if (error instanceof Unreachable) this.#keepAgain(text);
      else if (error instanceof Refused && OVERTAKEN.includes(error.status)) this.overtaken = true;
      this.#refresh();
      throw error;
    } finally {
      this.saving = false;
    }
  }

  // Later and later, and then only with the next change or when the network is back.
  /** @param {string} text */
  #keepAgain(text) {
    this.unanswered = text;
    if (this.wait > LONGEST_WAIT) return;
    this.#keepIn(this.wait);
    this.wait *= 2;
  }

  /** @param {string} text */
  async #create(text) {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { key, secret, version } = await source.studies.create(text);
    Object.assign(this, { key, secret, version, overtaken: false, unanswered: null });
    history.replaceState(null, "", source.studies.page(key, this.record().game));
    this.state.textContent = say("Saved");
    // Somebody may have gone on writing meanwhile.
    if (text !== this.#text()) this.changed();
    this.#refresh();
    await this.#list();
  }

  // A text that somebody brings along is a study of its own.
  /** @param {File | undefined} file */
  async #bring(file) {
    if (!file) return;
    if (file.size > MAX_FILE) throw new Refused(say("The file is larger than 2 megabytes, which is too large for a replay."));
    const text = await file.text(), game = /^Game: *([\w-]+)/m.exec(text)?.[1] ?? this.record().game;
    const { key } = await source.studies.create(text);
    location.assign(source.studies.page(key, game));
  }

  /** @param {() => Promise<unknown>} work */
  async #try(work) {
    const error = at("study-error");
    try {
      await work();
      error.hidden = true;
    } catch (refused) {
      this.state.textContent = "";
      error.textContent = sentenceOf(refused);
      error.hidden = false;
    }
  }

  #refresh() {
    at("study-help").hidden = Boolean(this.key);
    at("study-save").hidden = Boolean(this.key && this.secret && !this.overtaken);
    at("study-link").hidden = !this.key;
    at("study-edit-link").hidden = !this.key || !this.secret || !source.studies.editable;
    this.title.disabled = !this.mayChange;
    if (!this.mayChange) this.state.textContent = say("Read only");
  }

  async #list() {
    const studies = await source.studies.own(), place = at("own-studies");
    place.hidden = !studies.length;
    find(place, "ul").replaceChildren(...studies.slice(0, SHOWN).map(({ key, title, address }) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = address;
      link.textContent = title || say("Without a title");
      if (key === this.key) link.setAttribute("aria-current", "page");
      item.append(link);
      return item;
    }));
  }
}
