// The app of the page: one screen, with what the server knows of it.

import { type FunctionComponent, render } from "preact";
import { facts } from "page/ask.js";
import { at } from "page/elements.js";

interface ScreenModule {
  Screen: FunctionComponent<any>;
  /** What a screen fetches before it is drawn. */
  load?(facts: any): Promise<unknown>;
}

const SCREENS: Record<string, () => Promise<ScreenModule>> = {
  learn: () => import("./learn/overview.tsx"),
  trainer: () => import("./learn/trainer.tsx"),
};

const host = at("app"), { Screen, load } = await SCREENS[host.dataset.screen ?? ""](), told = facts("app-facts");
render(<Screen {...((load ? await load(told) : told) as object)} />, host);
