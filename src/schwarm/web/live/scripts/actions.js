// What players and the administrator can do in a running game, and what comes after it.

import { gamePage } from "./addresses.js";
import { announce, copy, sentenceOf, toast } from "./ask.js";
import { findMove } from "./browser-hecht.js";
import { kit } from "./page-board.js";
import { at, find, whileBusy } from "./elements.js";
import { isMissing } from "./state-line.js";
import { say } from "./words.js";

const HINT_SECONDS = 1;
// Milliseconds in which somebody hears the question whether they are sure, and finds the button again.
const SURE = 15_000;
const ACTS = /** @type {const} */ (["undo", "hint", "draw", "resign", "withdraw", "rematch", "pause", "go", "step", "cancel", "allow-undo", "refuse-undo", "accept-draw", "refuse-draw"]);

/** @import { GameState } from "./game-state.js" */
/** @import { Session } from "./source.js" */
/** @typedef {typeof ACTS[number]} Act */

export class Actions {
  /** @type {(() => void) | null} Takes back the question whether somebody is sure. */
  calm = null;
  atEnd = true;
  /** @type {HTMLElement | null} The button that somebody was on when it went. */
  left = null;

  /**
   * @param {Session} session
   * @param {() => Pick<GameState, "game" | "you" | "asksBack" | "asksDraw">} now
   * @param {{ hinted: (hint: HintJson) => void }} options
   */
  constructor(session, now, { hinted }) {
    this.session = session;
    this.now = now;
    this.hinted = hinted;
    /** @type {Map<Act, HTMLButtonElement>} */
    this.buttons = new Map(ACTS.map((act) => [act, find(document, `[data-act=${act}]`, HTMLButtonElement)]));
    for (const [act, button] of this.buttons) button.addEventListener("click", () => whileBusy(button, () => this.#do(act, button)));
    this.invite = at("invite");
    this.link = at("invite-link", HTMLInputElement);
    this.next = at("to-next", HTMLAnchorElement);
    at("copy-link").addEventListener("click", () => copy(this.link.value));
  }

  // Found in this browser if it can, else by the server.
  /** @returns {Promise<HintJson>} */
  async #hint() {
    const { game: id, rules, positions } = this.now().game, { text, turn } = positions[positions.length - 1];
    const { columns, rows } = await kit(id, false);
    const found = await findMove({ game: id, rules, position: text, columns, drawn: rows, lines: 1, seconds: HINT_SECONDS });
    return found ? { ...found, turn } : this.session.hint();
  }

  /** @param {Act} act @param {HTMLButtonElement} button */
  async #do(act, button) {
    if (act === "resign" && !button.dataset.sure) {
      this.#makeSure(button, say("Really resign?"));
      return;
    }
    if (act === "draw" && !button.dataset.sure && this.now().you.mine.length === 2) {
      this.#makeSure(button, say("Do both agree?"));
      return;
    }
    if (act === "cancel" && !button.dataset.sure) {
      this.#makeSure(button, say("Really cancel?"));
      return;
    }
    this.calm?.();
    try {
      if (act === "hint") {
        this.hinted(await this.#hint());
      } else if (act === "rematch") {
        location.assign(gamePage(await this.session.rematch()));
      } else {
        await this.session.act(act);
      }
    } catch (error) {
      toast(sentenceOf(error));
    } finally {
      this.refresh(this.atEnd);
    }
  }

  // What cannot be taken back needs a second click before long.
  /** @param {HTMLButtonElement} button @param {string} question */
  #makeSure(button, question) {
    this.calm?.();
    const words = find(button, "span"), before = words.textContent;
    words.textContent = question;
    announce(question);
    button.dataset.sure = "yes";
    const timer = setTimeout(() => this.calm?.(), SURE);
    this.calm = () => {
      clearTimeout(timer);
      words.textContent = before;
      delete button.dataset.sure;
      this.calm = null;
    };
  }

  /** @param {boolean} atEnd */
  refresh(atEnd) {
    this.atEnd = atEnd;
    const { game, you, asksBack, asksDraw } = this.now(), { mine, admin } = you;
    const plays = mine.length > 0, { running, paused, live } = game, position = game.positions[game.positions.length - 1];
    const persons = game.players.filter(({ kind }) => kind === "person").length;
    const alone = mine.length === persons;
    /** @type {Record<Act, boolean>} */
    const shown = {
      undo: plays && game.undo && ownToTakeBack(game, mine) && (live || !game.trouble),
      hint: plays && running && alone && mine.includes(position.side) && atEnd,
      draw: plays && running && persons === 2 && game.players.length === 2,
      resign: plays && running,
      withdraw: plays && live && !running && !game.moves.length && game.players.some(isMissing),
      rematch: (plays || (admin && persons === 0)) && game.again && !live && !game.next,
      // Whoever plays himself has no need to steer.
      pause: admin && !plays && running && !paused && game.key !== "exhibition",
      go: admin && running && paused,
      step: admin && running && paused,
      cancel: admin && !plays && live && game.key !== "exhibition",
      "allow-undo": asksBack,
      "refuse-undo": asksBack,
      "accept-draw": asksDraw,
      "refuse-draw": asksDraw,
    };
    const focused = document.activeElement;
    for (const [act, button] of this.buttons) {
      button.hidden = !shown[act];
      if (button.hidden && button === focused) this.left = button;
    }
    // Against a person elsewhere everybody thinks for himself.
    at("engine-block").hidden = plays && live && !alone;
    this.next.hidden = !game.next;
    if (game.next) this.next.href = gamePage({ key: game.next, game: game.game });
    at("asked-back").hidden = !asksBack;
    at("asked-draw").hidden = !asksDraw;
    this.#ask("draw", asksDraw, game.wantsDraw === null || asksDraw ? say("Offer a draw") : say("Draw offered …"));
    this.#ask("undo", asksBack, game.wantsBack === null || asksBack ? say("Take back") : say("Asked to take back …"));
    this.invite.hidden = !you.invite || running || !live;
    if (you.invite) this.link.value = you.invite;
    const qr = document.getElementById("invite-qr");
    if (you.invite && !this.invite.hidden && qr instanceof HTMLImageElement && qr.hidden) {
      qr.src = `/join/${you.invite.slice(you.invite.lastIndexOf("/") + 1)}/qr.svg`;
      qr.hidden = false;
    }
    at("near").hidden = !you.near;
    const waits = live && !running && you.port && game.players.some(({ kind }) => kind === "client");
    at("connect").hidden = !waits;
    if (waits) at("connect-how").textContent = `mybot --host ${location.hostname} --port ${you.port}`;
  }

  // Whoever was on a button that went gets to what comes next, unless they went elsewhere themselves.
  keepFocus() {
    const { left } = this, { live, running } = this.now().game, focused = document.activeElement;
    // Between two rooms it is not known yet what comes next.
    if (!left || live !== running) return;
    const after = live ? [...this.buttons.values()] : [this.buttons.get("rematch"), this.next, at("result-analyse")];
    const next = focused === left || focused === document.body ? [left, ...after].find((part) => part?.checkVisibility()) : focused;
    if (!next) return;
    this.left = null;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  // Who is asked for the same answers first.
  /** @param {"draw" | "undo"} act @param {boolean} asked @param {string} words */
  #ask(act, asked, words) {
    const button = this.buttons.get(act);
    if (!button) return;
    button.disabled = asked;
    if (!button.dataset.sure) find(button, "span").textContent = words;
  }
}

// Whether there is a move of one's own to take back, or after some moves an end that was nobody's move.
/** @param {LiveGameJson} game @param {number[]} mine */
function ownToTakeBack({ moves, outcome }, mine) {
  const agreed = outcome?.reason === "resigned" || outcome?.reason === "agreed";
  return moves.some(({ turn }) => agreed || mine.includes(turn % 2));
}
