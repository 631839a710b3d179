// A first game against the lowest level, with a guide beside the board.

import { gamePage } from "page/addresses.js";
import { sentenceOf, toast } from "page/ask.js";
import { recall } from "page/browser-memory.js";
import { source } from "page/source.js";

export async function beginFirstGame(game: string) {
  try {
    const made = await source.create({
      game, red: { kind: "person", name: recall("name") ?? "" }, blue: { kind: "player", player: "hecht:level=1", browser: true }, start: {},
    });
    const page = new URL(gamePage(made), location.href);
    page.searchParams.set("guided", "");
    location.assign(page);
  } catch (error) {
    toast(sentenceOf(error));
  }
}
