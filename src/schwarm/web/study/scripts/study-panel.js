// A study beside the board: saved under a link, saved again whenever it changes, taken along and brought as text.

import { Refused, Unreachable, copy, sentenceOf } from "./ask.js";
import { writeRecord } from "./bridge.js";
import { forget, recallJson, remember } from "./browser-memory.js";
import { at, find, whileBusy } from "./elements.js";
import { offerFile } from "./offered-file.js";
import { rememberStudy, secretOf } from "./server-studies.js";
import { source } from "./source.js";
import { say } from "./words.js";

/** @import { GameRecord } from "./bridge.js" */

const REST = 1200, FIRST_WAIT = 2000, LONGEST_WAIT = 60_000, MAX_FILE = 2_000_000, SHOWN = 30;
const EDIT = "#edit=", DRAFT = "study-draft:";
// The answers to a change of what is not there any more as it was seen.
const OVERTAKEN = [404, 409];

/**
 * @typedef {object} Draft
 * @property {string} text
 * @property {number} version The one that was changed.
 * @property {string} after What was sent last, before this or with it.
 */

// What was written here after this version, and may not have been kept before somebody left.
/** @param {StudyJson} study @returns {Draft | null} */
export function draftOf({ key, text, version }) {
  const draft = recallJson(DRAFT + key, /** @type {Draft | null} */ (null));
  if (draft && draft.text !== text && (draft.version === version || draft.after === text)) return draft;
  forget(DRAFT + key);
  return null;
}

export class StudyPanel {
  /** @type {number | undefined} Until something is kept that is not kept yet. */
  timer;
  /** @type {string | null} What is on its way. */
  saving = null;
  /** Whether somebody else changed the study meanwhile, or removed it. */
  overtaken = false;
  /** @type {string | null} What was sent last, where no answer came. */
  unanswered = null;
  /** What somebody had sent who left before the answer came: it may have arrived since, or arrive yet. */
  after = "";
  wait = FIRST_WAIT;

  /** @param {StudyJson | null} study @param {() => GameRecord} record What is to be kept. @param {Draft | null} draft */
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
    addEventListener("pagehide", () => this.#leave(true));
    document.addEventListener("visibilitychange", () => document.hidden && this.#leave(false));
    this.#refresh();
    this.#list();
    if (draft === null) return;
    this.unanswered = draft.text;
    if (draft.after !== draft.text) this.after = draft.after;
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

  // A page that is hidden may end without a word. The answer to what was sent before is not waited for then: what was written
  // since says what it comes after.
  /** @param {boolean} gone Whether the page itself is left. */
  #leave(gone) {
    const sent = this.saving ?? this.unanswered;
    if (this.timer === undefined || sent === null || sent === this.#text()) return this.#keepNow();
    const draft = this.#draft(sent);
    if (!gone) return;
    source.studies.change(this.key, { ...draft, secret: this.secret }).catch(() => {});
    // Which of the two arrived first, a page that comes back as it was left cannot know.
    addEventListener("pageshow", () => location.reload(), { once: true });
  }

  /** @param {string} after */
  #draft(after) {
    const draft = { text: this.#text(), version: this.version, after };
    remember(DRAFT + this.key, JSON.stringify(draft));
    return draft;
  }

  async #keep() {
    // One after the other: each change names the version before it.
    if (this.saving !== null) {
      this.changed();
      return;
    }
    // Where no answer came, the same once more finds out whether it is kept; what changed since then comes after it.
    const text = this.saving = this.unanswered ?? this.#text();
    this.unanswered = null;
    this.#draft(this.after || text);
    try {
      this.version = await source.studies.change(this.key, { text, secret: this.secret, version: this.version, after: this.after });
      this.after = "";
      if (text === this.#text()) {
        forget(DRAFT + this.key);
        this.state.textContent = say("Saved");
      } else this.#keepIn(document.hidden ? 0 : REST);
    } catch (error) {
      if (error instanceof Unreachable) this.#keepAgain(text);
      else if (error instanceof Refused && OVERTAKEN.includes(error.status)) this.overtaken = true;
      this.#refresh();
      throw error;
    } finally {
      this.saving = null;
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
    Object.assign(this, { key, secret, version, overtaken: false, unanswered: null, after: "" });
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
