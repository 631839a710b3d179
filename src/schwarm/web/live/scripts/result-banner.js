// How it ended for whoever played, and what can be done next: again, analyse, share.

import { copy } from "./ask.js";
import { at, find } from "./elements.js";
import { say } from "./words.js";

export class ResultBanner {
  constructor() {
    this.banner = at("result");
    at("result-analyse").addEventListener("click", () => {
      at("graph-block").scrollIntoView({ block: "nearest" });
      at("review").focus({ preventScroll: true });
      at("review").click();
    });
    at("result-share").addEventListener("click", () => {
      const offered = document.getElementById("copy-game");
      if (offered) offered.click();
      else copy(location.origin + location.pathname);
    });
  }

  /** @param {LiveGameJson} game @param {number[]} mine */
  show({ live, outcome, moves }, mine) {
    const more = [find(this.banner, "[data-act=rematch]"), at("to-next")].some((button) => !button.hidden);
    this.banner.hidden = live || !(mine.length || more);
    if (this.banner.hidden) return;
    const won = outcome?.winner ?? null, alone = mine.length === 1 && won !== null;
    const title = !outcome ? "" : won === null ? say("Nobody wins") : !alone ? "" : mine.includes(won) ? say("You win!") : say("You lose");
    at("result-title").textContent = title;
    at("result-title").hidden = !title;
    this.banner.dataset.end = alone ? (mine.includes(won) ? "won" : "lost") : "drawn";
    at("result-analyse").hidden = !outcome || !moves.length;
  }
}
