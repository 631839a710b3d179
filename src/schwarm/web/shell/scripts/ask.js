// Talks to the server. Whatever goes wrong comes back as one sentence.

import { say } from "./words.js";

export class Refused extends Error {}

export async function ask(address, { method = "GET", body, raw } = {}) {
  const headers = { "X-Schwarm": "page" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(address, { method, headers, body: raw ?? (body === undefined ? undefined : JSON.stringify(body)) });
  } catch {
    throw new Refused(say("The server does not answer; check whether it is still running."));
  }
  let facts = {};
  try {
    facts = await answer.json();
  } catch {
    if (answer.ok) return facts;
  }
  if (!answer.ok) throw new Refused(facts.error || say("The server does not answer; check whether it is still running."));
  return facts;
}

const LARGEST = 2_000_000;

// Bring a replay or a record text along; gives the key of the game in it.
export async function upload(file) {
  if (!file) throw new Refused(say("Choose a file first: a replay (.xml, .xml.gz) or a record text."));
  if (file.size > LARGEST) throw new Refused(say("The file is larger than 2 megabytes, which is too large for a replay."));
  const { key } = await ask("/api/replays", { method: "POST", raw: await file.arrayBuffer() });
  return key;
}

export const order = (address, body = {}) => ask(address, { method: "POST", body });

// Live updates that connect again by themselves. Each connection begins with how things stand, so nothing is missed.
export function follow(address, handlers, connected = () => {}) {
  let source, timer, waits = 500, ended = false;
  function connect() {
    source = new EventSource(address);
    for (const [kind, handle] of Object.entries(handlers)) {
      source.addEventListener(kind, (event) => handle(JSON.parse(event.data)));
    }
    source.onopen = () => {
      waits = 500;
      connected(true);
    };
    source.onerror = () => {
      connected(false);
      source.close();
      if (ended) return;
      clearTimeout(timer);
      timer = setTimeout(connect, waits);
      waits = Math.min(waits * 1.6, 8000);
    };
  }
  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    source.close();
  };
}

export function toast(text) {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = text;
  const place = document.getElementById("toasts");
  place.replaceChildren(line);
  setTimeout(() => line.remove(), 6000);
}

export function announce(text) {
  document.getElementById("announce").textContent = text;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https browsers keep the clipboard to themselves; an old way still works.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(say("Copied."));
}

// The colours that are seen now, whoever chose them.
export function shownTheme() {
  const { theme } = document.documentElement.dataset;
  return theme === "auto" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : theme;
}

export const facts = (id) => JSON.parse(document.getElementById(id).textContent);
