// Studies without a server: kept in this browser, and given away as links that carry all of them.

import { analysisPage } from "./addresses.js";
import { Refused } from "./ask.js";
import { notAGame, readRecord } from "./bridge.js";
import { checkMoves, positionsOf } from "./core-positions.js";
import { keepStudy, listStudies, loadStudy, newKey } from "./game-store.js";
import { say } from "./words.js";

/** @import { Studies } from "./source.js" */

const MARK = "#study=", MAX_PACKED = 60_000, MAX_LENGTH = 100_000;

/** @type {Studies} */
export const siteStudies = {
  shown: async () => {
    const key = new URLSearchParams(location.search).get("study");
    if (location.hash.startsWith(MARK)) return { key: "", text: await checked(await unpack(location.hash.slice(MARK.length))), version: 0 };
    if (key === null) return null;
    const kept = await loadStudy(key);
    if (!kept) throw new Refused(say("This browser does not have that study, or not any more."));
    return kept;
  },
  create: async (text) => {
    await checked(text);
    const key = newKey();
    await keepStudy({ key, text, version: 1 });
    return { key, secret: key, version: 1 };
  },
  change: async (key, { text, version }) => {
    await keepStudy({ key, text, version: version + 1 });
    return version + 1;
  },
  page: (key, game) => analysisPage(game, { study: key }),
  link: async (_, text) => {
    const address = new URL(analysisPage(readRecord(text).game), location.href);
    address.search = "";
    address.hash = MARK + (await pack(text));
    return address.href;
  },
  editable: false,
  own: async () => (await listStudies()).flatMap(({ key, text }) => {
    try {
      const { game, tags } = readRecord(text);
      return [{ key, title: tags?.Title ?? "", address: analysisPage(game, { study: key }) }];
    } catch {
      // One that cannot be read any more hides no other.
      return [];
    }
  }),
};

// A study whose moves are all legal; the core finds out.
/** @param {string} text */
async function checked(text) {
  if (text.length > MAX_LENGTH) throw new Refused(say("The record is longer than {limit} characters, which is too long for a game.", { limit: MAX_LENGTH }));
  const { game, rules, start, tree } = readRecord(text);
  if (!document.body.dataset.games?.split(" ").includes(game)) throw notAGame();
  checkMoves(await positionsOf(game, rules), start, tree);
  return text;
}

/** @param {string} text */
async function pack(text) {
  const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} packed */
async function unpack(packed) {
  const broken = () => new Refused(say("The link is damaged; copy it again, all of it."));
  if (packed.length > MAX_PACKED) throw broken();
  let text = "";
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader(), decoder = new TextDecoder();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      text += decoder.decode(value, { stream: true });
      // Nobody unpacks more than is read.
      if (text.length > MAX_LENGTH) throw broken();
    }
    return text + decoder.decode();
  } catch {
    throw broken();
  }
}
