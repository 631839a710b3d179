// The wall: boards with games, and beside them how it stands. It asks from time to time how things are and needs nobody: it
// goes on after the server was away, loads itself anew when the server has other scripts, and keeps only lists that end.

import { ask } from "./ask.js";
import { at, find, findAll } from "./elements.js";
import { WallBoard, drawFish, element } from "./wall-board.js";
import { Drama } from "./wall-drama.js";
import { Playlist } from "./wall-playlist.js";
import { Scenes, bracketScene, newsScene, tableScene } from "./wall-scenes.js";
import { followEdition } from "./league-news.js";
import { say } from "./words.js";

const LOOK = 3000, MAX_WAIT = 12000; // milliseconds between two looks; more while nobody answers
const CHAMPION = 60000; // milliseconds for which the champion fills the wall
const { source = "" } = document.body.dataset;
const contest = source.startsWith("contests/"), key = decodeURIComponent(source.slice(source.indexOf("/") + 1));

const playlist = new Playlist(), drama = new Drama(source, localStorage), scenes = new Scenes(at("side"));
/** @type {WallBoard[]} */
const boards = [];
/** @type {WallJson | null} */
let told = null;
let chosen = 0; // boards that somebody wants; 0: as many as are right
let pace = Math.min(5, Math.max(0.02, Number(new URLSearchParams(location.search).get("pace")) || 0.8));
let state = ""; // how far it is, as the wall says it
let celebrated = false;
/** @type {number | undefined} */
let celebrating;

// -- boards ---------------------------------------------------------------------------------------------------

const busy = () => new Set(boards.flatMap(({ game }) => (game ? [game.key] : [])));

function makeBoard() {
  const board = new WallBoard({
    pace: () => pace,
    ended: (_, key) => {
      if (drama.hides(key)) {
        drama.reveal(key);
        celebrate();
      }
      draw();
    },
    free: (done) => {
      done.game = null;
      fill(done);
    },
  });
  at("boards").append(board.host);
  return board;
}

// As many boards as are wanted; those that stay keep their games.
/** @param {number} count */
function arrange(count) {
  while (boards.length > count) {
    const gone = boards.pop();
    gone?.stop();
    gone?.host.remove();
  }
  while (boards.length < count) boards.push(makeBoard());
  at("boards").dataset.count = String(boards.length);
}

/** @param {WallBoard} board */
function fill(board) {
  if (!told || board.game) return;
  const { round } = drama;
  if (round) return fillWithDuel(board, round);
  const found = playlist.next(busy(), (key) => !drama.hides(key));
  if (found) board.show(found.game, { again: found.again });
}

// In the Final Eight every encounter has a board of its own.
/** @param {WallBoard} board @param {WallRoundJson} round */
function fillWithDuel(board, round) {
  const place = boards.indexOf(board), open = chosen ? round.duels.filter((duel) => !drama.isOver(duel)) : round.duels;
  const duel = open[place];
  if (!duel) return board.tell(round.title, "");
  const next = drama.nextGame(duel), number = next ? duel.games.indexOf(next) + 1 : 0;
  if (next && !busy().has(next.key)) {
    const wins = [next.red, 1 - next.red].map((side) => duel.games.filter(({ key, winner }) => winner === side && drama.seen.has(key)).length);
    const players = [duel.players[next.red], duel.players[1 - next.red]];
    const label = `${round.title} · ${say("game {number}", { number })} · ${wins.join(" : ")}`;
    board.show({ key: next.key, players, place: "", live: next.live, interest: 0 }, { label });
  } else if (drama.isOver(duel) && duel.winner !== null) {
    board.tell(say("{name} wins", { name: duel.players[duel.winner].name }), round.title);
  } else if (!board.game) board.tell(duel.players.map(({ name }) => name).join(" – "), say("The next game begins soon."));
}

// -- what stands beside them ----------------------------------------------------------------------------------

function draw() {
  if (!told) return;
  const { tables, upsets, next, rounds } = told, { round } = drama, host = at("side");
  const known = upsets.filter(({ key }) => !busy().has(key) && !drama.hides(key));
  const titles = { "semi-final": say("Semi-finals"), final: say("Final") };
  const shown = [];
  if (rounds.length) shown.push(bracketScene(say("Final Eight"), () => drama.columns(titles), told.difference));
  // While the Final Eight is on, only its bracket and the table before it are safe to look at.
  const stages = rounds.length ? tables.slice(0, 1) : tables;
  stages.forEach((table, place) => table.rows.length && shown.push(tableScene(host, table, place)));
  if (!round && (known.length || next.length)) shown.push(newsScene(known, next));
  scenes.set(shown);
  // What has ended is not said to have ended before its last games have been shown to those who saw them begin.
  if (told.games.some(({ live }) => live) || !boards.some(({ follows }) => follows)) ({ state } = told);
  at("wall-state").textContent = state && !round ? ` · ${state}` : "";
  at("wall-deadline").textContent = told.deadline;
  at("wall-deadline").hidden = !told.deadline;
  at("wall-empty").hidden = Boolean(told.games.length || rounds.length);
  find(document, "[data-tool=again]").hidden = !rounds.length;
  find(document, "[data-tool=end]").hidden = !round;
}

function celebrate() {
  const { champion } = drama, place = at("wall-champion");
  if (!champion || celebrated) return;
  celebrated = true;
  place.replaceChildren(element("p", "", say("Champion")), ...drawFish(champion.fish), element("strong", "", champion.name));
  place.hidden = false;
  clearTimeout(celebrating);
  celebrating = setTimeout(() => (place.hidden = true), CHAMPION);
}

// -- looking --------------------------------------------------------------------------------------------------

/** @param {WallJson} facts */
function take(facts) {
  if (facts.stamp !== document.body.dataset.stamp) return location.reload();
  const first = !told, before = drama.round?.id, renamed = told !== null && told.edition !== facts.edition;
  told = facts;
  drama.update(facts.rounds);
  playlist.offer(facts.games);
  if (first) celebrated = drama.champion !== null;
  const { round } = drama;
  if (round && round.id !== before) for (const board of boards) {
    board.stop();
    board.game = null;
  }
  if (renamed) callAnew(facts);
  const count = chosen || (round ? (round.duels.length > 2 ? 4 : round.duels.length) : facts.boards);
  arrange(facts.games.length || facts.rounds.length ? count : 0);
  boards.forEach(fill);
  draw();
}

// A team is called something else, or is shown no longer: boards with its games begin again, as it is called now.
/** @param {WallJson} facts */
function callAnew(facts) {
  const players = new Map(facts.games.map((game) => [game.key, JSON.stringify(game.players)]));
  for (const board of boards) {
    if (board.game && players.get(board.game.key) === JSON.stringify(board.game.players)) continue;
    board.stop();
    board.game = null;
  }
  at("wall-champion").hidden = true;
}

/** @type {number | undefined} */
let looking;
let edition = ""; // asked for by its name, nobody else's older answer is told
let waits = LOOK;
async function look() {
  clearTimeout(looking);
  // Whoever sees the table must not learn how a game ends that is still being shown.
  const query = { edition, hide: contest ? [...busy()] : [] };
  try {
    take(await (contest ? ask("GET /contests/{event}/wall", { event: key, query }) : ask("GET /leagues/{key}/wall", { key, query })));
    waits = LOOK;
    at("wall-lost").hidden = true;
  } catch {
    at("wall-lost").hidden = false;
    waits = Math.min(MAX_WAIT, waits * 1.5);
  }
  clearTimeout(looking);
  looking = setTimeout(look, waits);
}

// -- tools ----------------------------------------------------------------------------------------------------

/** @param {string} attribute @param {string} value */
function press(attribute, value) {
  for (const button of findAll(document, `[${attribute}]`)) button.setAttribute("aria-pressed", String(button.getAttribute(attribute) === value));
}

/** @type {Record<string, () => void>} */
const tools = {
  screen: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}),
  next: () => {
    for (const board of boards) {
      if (board.game && drama.hides(board.game.key)) drama.reveal(board.game.key);
      board.stop();
      board.game = null;
    }
    if (told) take(told);
  },
  again: () => {
    drama.restart();
    celebrated = false;
    at("wall-champion").hidden = true;
    for (const board of boards) board.game = null;
    if (told) take(told);
  },
  end: () => {
    drama.revealAll();
    celebrate();
    for (const board of boards) {
      board.stop();
      board.game = null;
    }
    if (told) take(told);
  },
};

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  const { tool, boards: wanted, pace: seconds } = button.dataset;
  if (tool) tools[tool]();
  if (wanted) {
    chosen = Number(wanted) || 0;
    press("data-boards", wanted);
    if (told) take(told);
  }
  if (seconds) {
    pace = Number(seconds);
    press("data-pace", seconds);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "f") tools.screen();
  else if (key === "n") tools.next();
  else if (["1", "2", "4"].includes(key)) find(document, `[data-boards="${key}"]`).click();
});

at("wall-champion").addEventListener("click", () => (at("wall-champion").hidden = true));

// The tools are there when somebody moves the mouse, and out of the way when nobody does.
/** @type {number | undefined} */
let idle;
addEventListener("pointermove", () => {
  document.body.classList.add("steered");
  clearTimeout(idle);
  idle = setTimeout(() => document.body.classList.remove("steered"), 3000);
});

// A projector must not go to sleep; where the browser does not grant that, the machine's own settings count.
const stayAwake = () => !document.hidden && navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
look();
followEdition(document.body.dataset.league ?? "", (now) => {
  edition = now;
  look();
});
