// Talks to the server. Whatever goes wrong comes back as one sentence.

import { at } from "./elements.js";
import { say } from "./words.js";

/**
 * What to do with the events of a stream.
 * @template {[string, unknown]} E
 * @typedef {{ [Event in E as Event[0]]?: (told: Event[1]) => void }} Handlers
 */

export class Refused extends Error {
  /** @param {string} words @param {number} status As HTTP has it; 400 says that what was asked for is wrong. */
  constructor(words, status = 400) {
    super(words);
    this.status = status;
  }
}

// Nobody answered: what was asked may be asked again.
export class Unreachable extends Refused {
  /** @param {string} words */
  constructor(words) {
    super(words, 503);
  }
}

// Browsers send 64 KiB for a page that is closed; other requests may be on their way.
const LARGEST_LEAVING = 60_000;

// Where an endpoint is, with the gaps of its path filled.
/** @param {string} what @param {Record<string, any>} request */
export function addressOf(what, request) {
  const path = what.slice(what.indexOf(" ") + 1).replace(/\{(\w+)\}/g, (_, gap) => encodeURIComponent(request[gap]));
  const asked = Object.entries(request.query ?? {}).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  return `/api/v1${path}${asked.length ? `?${new URLSearchParams(asked)}` : ""}`;
}

// Ask the server. Which requests and answers there are, the declarations of its endpoints say.
/**
 * @template {keyof Api} A
 * @param {A} what
 * @param {Api[A]["request"]} request
 * @param {{ leaves?: boolean }} [options] What `leaves` arrives also where somebody closes the page meanwhile, if it is not
 *   too long for browsers.
 * @returns {Promise<Api[A]["answer"]>}
 */
export async function ask(what, request, { leaves = false } = {}) {
  const { fields, raw } = /** @type {{ fields?: object, raw?: ArrayBuffer }} */ (request);
  const sent = raw ?? (fields && JSON.stringify(fields));
  const method = what.split(" ", 1)[0], headers = { "X-Schwarm": "page" };
  const keepalive = leaves && new Blob([sent ?? ""]).size < LARGEST_LEAVING;
  let answer;
  try {
    answer = await fetch(addressOf(what, request), { method, headers, body: sent, keepalive });
  } catch {
    throw new Unreachable(say("The server does not answer; check whether it is still running."));
  }
  // An answer may break off in the middle.
  const told = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told;
  const words = /** @type {ErrorJson | null} */ (told)?.error?.sentence;
  if (!words) throw new Unreachable(say("The server does not answer; check whether it is still running."));
  throw new Refused(words, answer.status);
}

// What went wrong, in one sentence.
export const sentenceOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

const LARGEST = 2_000_000;

// Bring a replay or a record text along; gives the key of the game in it.
/** @param {File | undefined} file */
export async function upload(file) {
  if (!file) throw new Refused(say("Choose a file first: a replay (.xml, .xml.gz) or a record text."));
  if (file.size > LARGEST) throw new Refused(say("The file is larger than 2 megabytes, which is too large for a replay."));
  return (await ask("POST /replays", { raw: await file.arrayBuffer() })).key;
}

// Milliseconds without a sign of life from elsewhere, and over how many a crowd comes back.
const SILENCE = 45_000, SPREAD = 20_000;

// Live updates that connect again by themselves. Each connection begins with how things stand, so nothing is missed.
// Browsers have six connections to a server for all their tabs, and a stream keeps one: nobody who looks at another tab
// needs it, unless `hidden` says so.
/**
 * @template {keyof Streams} S
 * @param {S} what
 * @param {Streams[S]["request"]} request
 * @param {{ [E in keyof Streams[S]["events"]]?: (told: Streams[S]["events"][E]) => void }} handlers
 * @param {(connected: boolean) => void} connected
 * @param {{ hidden?: () => boolean, returned?: () => void, gone?: () => Promise<boolean> }} how Whether it is followed in a
 *   hidden tab, too; what is done before it is followed again; and, where the server refuses, whether there is nothing more to
 *   hear.
 */
export function follow(what, request, handlers, connected = () => {}, { hidden = () => false, returned = () => {}, gone = async () => false } = {}) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let waits = 500, paused = false;
  const unseen = () => document.hidden && !hidden();
  const address = addressOf(what, request), connect = () => listen(address);
  // After the state a crowd may be sent elsewhere for what follows: to a server that does nothing else.
  /** @param {string} where */
  function listen(where) {
    const opened = source = new EventSource(where), away = where !== address;
    const back = () => {
      opened.close();
      clearTimeout(timer);
      // Not all of a crowd at once.
      if (source === opened) timer = setTimeout(connect, Math.random() * SPREAD);
    };
    const alive = () => {
      if (!away || source !== opened) return;
      clearTimeout(timer);
      timer = setTimeout(back, SILENCE);
    };
    opened.addEventListener("elsewhere", ({ data }) => {
      opened.close();
      if (source === opened) listen(/** @type {{ address: string }} */ (JSON.parse(data)).address);
    });
    opened.addEventListener("again", back);
    opened.addEventListener("alive", alive);
    alive();
    for (const [kind, handle] of Object.entries(/** @type {Record<string, (told: unknown) => void>} */ (handlers))) {
      opened.addEventListener(kind, (event) => {
        alive();
        handle(JSON.parse(event.data));
        // What is told may be all that a hidden tab waited for.
        if (source === opened && unseen()) pause();
      });
    }
    opened.onopen = () => {
      waits = 500;
      connected(true);
    };
    opened.onerror = async () => {
      // Only where the server cannot be reached does the browser try again by itself.
      const refused = !away && opened.readyState === EventSource.CLOSED;
      opened.close();
      clearTimeout(timer);
      const over = refused && (await gone());
      if (source !== opened) return;
      connected(over);
      // Whoever hears that may not want to try again.
      if (over || source !== opened) return;
      timer = setTimeout(connect, waits);
      waits = Math.min(waits * 1.6, 8000);
    };
  }
  function disconnect() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }
  function pause() {
    paused = true;
    disconnect();
  }
  function look() {
    if (unseen()) {
      pause();
    } else if (paused) {
      paused = false;
      waits = 500;
      returned();
      connect();
    }
  }
  document.addEventListener("visibilitychange", look);
  if (unseen()) paused = true;
  else connect();
  return () => {
    document.removeEventListener("visibilitychange", look);
    disconnect();
  };
}

/** @param {string} text */
export function toast(text) {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = text;
  at("toasts").replaceChildren(line);
  setTimeout(() => line.remove(), 6000);
}

/** @param {string} text */
export function announce(text) {
  at("announce").textContent = text;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https browsers keep the clipboard to themselves; an old way still works. It takes the keyboard's place away.
    const field = document.createElement("textarea"), focused = document.activeElement;
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    if (!copied) {
      toast(say("Browsers let a page copy only over https, or on the computer that it runs on; select the text and copy it yourself."));
      return;
    }
  }
  toast(say("Copied."));
}

// The colours that are seen now, whoever chose them.
export function shownTheme() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
}

// What the page brings along; its script knows what the contract promises.
/** @param {string} id @returns {unknown} */
export const facts = (id) => JSON.parse(at(id).textContent ?? "");
