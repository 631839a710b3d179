// What players and the administrator can do in a running game, and what comes after it.

import { ask, copy, order, toast } from "./ask.js";
import { say } from "./words.js";

export class Actions {
  constructor(address, now, { hinted }) {
    Object.assign(this, { address, now, hinted });
    this.buttons = Object.fromEntries([...document.querySelectorAll("[data-act]")].map((button) => [button.dataset.act, button]));
    for (const [act, button] of Object.entries(this.buttons)) button.addEventListener("click", () => this.#do(act, button));
    this.invite = document.getElementById("invite");
    this.link = document.getElementById("invite-link");
    this.next = document.getElementById("to-next");
    document.getElementById("copy-link").addEventListener("click", () => copy(this.link.value));
  }

  async #do(act, button) {
    if (act === "resign" && !button.dataset.sure) {
      this.#makeSure(button, say("Really resign?"));
      return;
    }
    if (act === "cancel" && !button.dataset.sure) {
      this.#makeSure(button, say("Really cancel?"));
      return;
    }
    this.calm?.();
    button.disabled = true;
    try {
      if (act === "hint") this.hinted(await ask(`${this.address}/hint`));
      else {
        const { key } = await order(`${this.address}/${act}`);
        if (act === "rematch") location.assign(`/game/${key}`);
      }
    } catch (error) {
      toast(error.message);
    } finally {
      button.disabled = false;
    }
  }

  // What cannot be taken back needs a second click within a few seconds.
  #makeSure(button, question) {
    this.calm?.();
    const words = button.querySelector("span"), before = words.textContent;
    words.textContent = question;
    button.dataset.sure = "yes";
    const timer = setTimeout(() => this.calm?.(), 3000);
    this.calm = () => {
      clearTimeout(timer);
      words.textContent = before;
      delete button.dataset.sure;
      this.calm = null;
    };
  }

  refresh(atEnd) {
    const { game, you } = this.now(), { mine, admin } = you;
    const plays = mine.length > 0, { running, paused, live } = game;
    const persons = game.players.filter(({ kind }) => kind === "person").length;
    const alone = mine.length === persons;
    const shown = {
      undo: plays && game.undo && game.moves.length > 0 && (live || !game.trouble),
      hint: plays && running && alone && mine.includes(game.positions.at(-1).side) && atEnd,
      resign: plays && running,
      rematch: (plays || (admin && persons === 0)) && game.again && !live && !game.next,
      // Whoever plays himself has no need to steer.
      pause: admin && !plays && running && !paused && game.key !== "exhibition",
      go: admin && running && paused,
      step: admin && running && paused,
      cancel: admin && !plays && live && game.key !== "exhibition",
    };
    for (const [act, button] of Object.entries(this.buttons)) button.hidden = !shown[act];
    // Against a person elsewhere everybody thinks for himself.
    document.getElementById("engine-block").hidden = plays && live && !alone;
    this.next.hidden = !game.next;
    if (game.next) this.next.href = `/game/${game.next}`;
    const words = this.buttons.undo.querySelector("span");
    const asked = game.wantsBack;
    words.textContent = asked === null || asked === undefined ? say("Take back") : mine.includes(asked) ? say("Asked to take back …") : say("Let them take back");
    this.invite.hidden = !you.invite || running || !live;
    if (you.invite) this.link.value = you.invite;
    document.getElementById("near").hidden = !you.near;
    const waits = live && !running && you.port && game.players.some(({ kind }) => kind === "client");
    document.getElementById("connect").hidden = !waits;
    if (waits) document.getElementById("connect-how").textContent = `mybot --host ${location.hostname} --port ${you.port}`;
  }
}
