// The moves of a game as a list to click: number, Red, Blue, with times and marks.

import { say, secondsText } from "./words.js";

/** @type {Partial<Record<VerdictName, string>>} */
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** @type {() => Partial<Record<VerdictName, string>>} */
const NAMES = () => ({ inaccuracy: say("inaccuracy"), mistake: say("mistake"), blunder: say("blunder") });

export class MoveList {
  /** @type {HTMLButtonElement[]} */
  plies = [];

  /** @param {HTMLElement} place @param {(place: number) => void} chosen */
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
  }

  /** @param {PlayedMoveJson[]} moves @param {Map<number, VerdictName>} verdicts @param {string} result How the game ended, as its last row. */
  show(moves, verdicts = new Map(), result = "") {
    const focused = this.plies.findIndex((ply) => ply === document.activeElement);
    this.plies = moves.map((move, index) => this.#ply(move, index, verdicts.get(move.turn)));
    /** @type {HTMLElement[]} */
    const cells = [];
    moves.forEach((move, index) => {
      if (index === 0 || move.turn % 2 === 0) {
        const round = document.createElement("span");
        round.className = "round";
        round.textContent = `${Math.floor(move.turn / 2) + 1}.`;
        cells.push(round);
        // A game that begins with Blue leaves Red's first place empty.
        if (move.turn % 2) cells.push(document.createElement("span"));
      }
      cells.push(this.plies[index]);
    });
    if (result) {
      const end = document.createElement("p");
      end.className = "result";
      end.textContent = result;
      cells.push(end);
    }
    this.place.replaceChildren(...cells);
    if (focused >= 0) this.plies[focused]?.focus();
  }

  /** @param {PlayedMoveJson} move @param {number} index @param {VerdictName | undefined} verdict */
  #ply(move, index, verdict) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ply";
    const text = document.createElement("span");
    text.textContent = move.move;
    button.append(text);
    if (move.note) button.append(this.#dot());
    if (verdict && MARKS[verdict]) {
      const mark = document.createElement("span");
      mark.className = `mark ${verdict}`;
      mark.textContent = MARKS[verdict];
      mark.title = NAMES()[verdict] ?? "";
      button.append(mark);
    }
    if (move.seconds !== undefined) {
      const time = document.createElement("time");
      time.textContent = secondsText(move.seconds);
      button.append(time);
    }
    button.addEventListener("click", () => this.chosen(index + 1));
    return button;
  }

  // Somebody said something about this move, a bot for example.
  #dot() {
    const dot = document.createElement("span"), seen = document.createElement("span"), heard = document.createElement("span");
    dot.className = "has-note";
    dot.title = say("There is a note about this move; choose the move to read it.");
    seen.textContent = "•";
    seen.setAttribute("aria-hidden", "true");
    heard.className = "unseen";
    heard.textContent = say("with a note");
    dot.append(seen, heard);
    return dot;
  }

  /** @param {number} place */
  mark(place) {
    this.plies.forEach((ply, index) => (index === place - 1 ? ply.setAttribute("aria-current", "true") : ply.removeAttribute("aria-current")));
    const here = this.plies[place - 1];
    if (!here) {
      this.place.scrollTop = 0;
      return;
    }
    const top = here.offsetTop, { scrollTop, clientHeight } = this.place;
    // The last move is shown together with the result.
    if (place === this.plies.length) this.place.scrollTop = this.place.scrollHeight;
    else if (top < scrollTop || top + here.offsetHeight > scrollTop + clientHeight) this.place.scrollTop = top - clientHeight / 2;
  }
}
