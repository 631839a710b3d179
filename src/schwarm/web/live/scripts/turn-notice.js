// "Your turn", for those who look elsewhere: in the title of the page, and as a notification for those who want one.

import { toast } from "./ask.js";
import { recall, remember } from "./browser-memory.js";
import { at } from "./elements.js";
import { say } from "./words.js";

const SWITCH = "notify";

export class TurnNotice {
  mine = false;
  title = document.title;

  constructor() {
    this.button = at("notify", HTMLButtonElement);
    this.button.addEventListener("click", () => this.#toggle());
    this.#refresh();
  }

  get #on() {
    return "Notification" in window && Notification.permission === "granted" && recall(SWITCH) === "on";
  }

  #refresh() {
    this.button.setAttribute("aria-pressed", String(this.#on));
  }

  async #toggle() {
    const wanted = !this.#on;
    if (wanted && !isSecureContext) {
      toast(say("Browsers allow notifications only over https, or on the computer that the page runs on; ask whoever runs the page."));
      return;
    }
    if (wanted && (!("Notification" in window) || (await Notification.requestPermission()) !== "granted")) {
      toast(say("Your browser does not allow notifications from this page; its settings decide that."));
      return;
    }
    remember(SWITCH, wanted ? "on" : "off");
    this.#refresh();
  }

  // Whether it is the visitor's turn now, and what to say about it.
  /** @param {boolean} mine @param {string} opponent */
  tell(mine, opponent) {
    document.title = mine ? say("Your turn: {title}", { title: this.title }) : this.title;
    const news = mine && !this.mine;
    this.mine = mine;
    if (!news || !document.hidden || !this.#on) return;
    const words = { body: say("{name} has moved.", { name: opponent }), tag: location.pathname };
    try {
      new Notification(say("Your turn"), words).onclick = () => window.focus();
    } catch {
      // Phones want a service worker to say it; the title is changed there, too.
    }
  }
}
