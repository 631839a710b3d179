// Where positions and games come from: the server, or, on a site without one, the core in this browser. Pages ask here and
// need not know which one answers.

import { onSite } from "./addresses.js";
import { serverSource } from "./server-source.js";
import { siteSource } from "./site-source.js";

/** @import { GameName } from "./addresses.js" */
/** @import { Handlers } from "./ask.js" */

/** @typedef {{ game: string, rules: string, position: string }} Position */
/** @typedef {Position & { turned: boolean, last: string | null }} Pictured A position as it is shown. */
/** @typedef {{ turn: string | null, turned: boolean }} Shared Where a game is shown to others, and from which side. */
/** @typedef {{ who: OpeningsQuery["who"], player: string }} OpeningFilters Whose games are counted. */
/** @typedef {{ found: (told: AnalysisJson) => void, done: () => void, failed: () => void }} AnalysisListener */
/** @typedef {{ progress: (told: ProgressJson) => void, done: (told: Pick<ReviewJson, "chances" | "moves">) => void, failed: () => void }} ReviewListener */
/**
 * One game, on or over.
 * @typedef {object} Session
 * @property {GamePageJson} game How it stood when the page was opened.
 * @property {(handlers: Handlers<GameEvent>, connected: (connected: boolean) => void, how: Parameters<typeof import("./ask.js").follow>[4]) => void} follow Hear what happens.
 * @property {(move: MoveFields) => Promise<unknown>} move
 * @property {(act: Act) => Promise<unknown>} act
 * @property {() => Promise<GameName>} rematch
 * @property {() => Promise<HintJson>} hint A good move, where this browser finds none itself.
 * @property {(turn: number) => Promise<LogJson>} log
 * @property {() => Promise<DetailsJson>} details
 * @property {() => void} [offer] Make the files that can be taken along, where no server has them.
 * @property {(shown: Shared) => string} embedAddress What a frame in a page of others shows.
 * @property {(link: HTMLAnchorElement, shown: Shared) => void} offerFilm The whole game as a moving picture.
 * @property {(listener: ReviewListener) => () => void} review Verdicts, where this browser cannot judge; gives what stops it.
 */
/** @typedef {{ key: string, title: string, address: string }} OwnStudy */
/** @typedef {{ text: string, secret: string, version: number, after?: string }} StudyChange */
/**
 * Games with variations and remarks that are kept.
 * @typedef {object} Studies
 * @property {() => Promise<StudyJson | null>} shown The one that the page is about.
 * @property {(text: string) => Promise<Omit<StudyKeyJson, "title">>} create
 * @property {(key: string, fields: StudyChange) => Promise<number>} change Gives the new version.
 * @property {(key: string, game: string) => string} page Where it is read.
 * @property {(key: string, text: string) => Promise<string>} link What somebody else can open.
 * @property {boolean} editable Whether others can be let change it.
 * @property {() => Promise<OwnStudy[]>} own Those that were made here, the newest first.
 */
/**
 * @typedef {object} Source
 * @property {(where: Position, move?: string) => Promise<LookJson>} look A position, perhaps after one more move.
 * @property {(where: Position, move: string) => Promise<ExplanationJson>} explain
 * @property {(where: Position, overlay: string) => Promise<GroupJson[]>} groups
 * @property {() => Promise<BoardJson>} board The position that the page begins with.
 * @property {() => Promise<EditorJson>} editor The position that an editor begins with, and what it can be made of.
 * @property {Studies} studies
 * @property {() => OriginJson} origin Where a new game is to begin.
 * @property {(wanted: NewGameFields) => Promise<GameName>} create
 * @property {(file: File | undefined) => Promise<GameName>} bring A replay or a record text that somebody brings along.
 * @property {() => Promise<Session>} session The game that the page is about.
 * @property {(where: Position, listener: AnalysisListener) => () => void} analyse
 *   What an engine elsewhere thinks of a position; gives what stops it.
 * @property {(where: Position, filters: OpeningFilters) => Promise<OpeningsJson>} openings What stored games say.
 * @property {(where: Pictured, kind: "svg" | "png", link: HTMLAnchorElement) => void} offerPicture
 */

// Both are always here: a page that had to wait for one of them would be shown before its buttons do anything.
/** @type {Source} */
export const source = onSite ? siteSource : serverSource;
