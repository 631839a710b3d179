// The Final Eight told in a dramatic order: round by round, every encounter on a board of its own, and no result before its
// game has been seen. What has been seen is remembered in this browser, so that a restart goes on where it was.

const FEEDS = ["quarter-final", "semi-final", "final"]; // rounds whose winners meet in the next one
const THIRD = "third-place";

/** @typedef {{ name: string, fish: string, wins: number, won: boolean, known: boolean }} Slot */
/** @typedef {{ slots: [Slot, Slot], now: boolean }} Pair */
/** @typedef {{ id: string, title: string, pairs: Pair[] }} Column */

export class Drama {
  /** @type {WallRoundJson[]} */
  rounds = [];
  /** @type {Set<string>} The games whose results have been seen. */
  seen;

  /** @param {string} name Under which it is remembered. @param {Pick<Storage, "getItem" | "setItem">} storage */
  constructor(name, storage) {
    this.name = `wall ${name}`;
    this.storage = storage;
    this.seen = new Set(this.#recall());
  }

  /** @returns {string[]} */
  #recall() {
    try {
      const kept = JSON.parse(this.storage.getItem(this.name) ?? "[]");
      return Array.isArray(kept) ? kept.map(String) : [];
    } catch {
      return [];
    }
  }

  #keep() {
    try {
      this.storage.setItem(this.name, JSON.stringify([...this.seen]));
    } catch {
      // A full or forbidden store: it is only remembered as long as the page is open.
    }
  }

  /** @param {WallRoundJson[]} rounds */
  update(rounds) {
    const before = this.rounds;
    // Keys hold the names of teams: who is called something else has played the same games.
    rounds.forEach(({ duels }, round) => duels.forEach(({ games }, duel) => games.forEach(({ key }, game) => {
      const old = before[round]?.duels[duel]?.games[game]?.key;
      if (old && old !== key && this.seen.has(old)) this.reveal(key);
    })));
    this.rounds = rounds;
    const games = new Set(rounds.flatMap(({ duels }) => duels.flatMap((duel) => duel.games.map(({ key }) => key))));
    // Nothing is kept about games that are none of this Final Eight.
    for (const key of [...this.seen]) if (rounds.length && !games.has(key)) this.seen.delete(key);
  }

  /** @param {string} key */
  reveal(key) {
    this.seen.add(key);
    this.#keep();
  }

  restart() {
    this.seen.clear();
    this.#keep();
  }

  revealAll() {
    for (const { duels } of this.rounds) for (const { games } of duels) for (const { key, live } of games) if (!live) this.seen.add(key);
    this.#keep();
  }

  // Whether everybody may know who goes on.
  /** @param {WallDuelJson | undefined} duel */
  isOver(duel) {
    return duel !== undefined && duel.winner !== null && duel.games.every(({ key }) => this.seen.has(key));
  }

  // The round that is on; null before the first, and when the final has been seen.
  get round() {
    return this.rounds.find(({ duels }) => !duels.every((duel) => this.isOver(duel))) ?? null;
  }

  // Whether a game's result may not be seen yet.
  /** @param {string} key */
  hides(key) {
    return !this.seen.has(key) && this.rounds.some(({ duels }) => duels.some(({ games }) => games.some((game) => game.key === key)));
  }

  // What an encounter's board shows next; null while its next game has not begun.
  /** @param {WallDuelJson} duel */
  nextGame(duel) {
    return duel.games.find(({ key }) => !this.seen.has(key)) ?? null;
  }

  get champion() {
    const final = this.rounds.find(({ id }) => id === "final")?.duels[0];
    return final && final.winner !== null && this.isOver(final) ? final.players[final.winner] : null;
  }

  // The bracket as far as it has been seen. Who meets later is known from who won before, never from what is to come.
  /** @param {Record<string, string>} titles Of rounds that nobody has reached yet. @returns {Column[]} */
  columns(titles) {
    const first = FEEDS.indexOf(this.rounds[0]?.id ?? "");
    if (first < 0) return [];
    /** @type {Column[]} */
    const columns = [];
    /** @type {[WallPlayerJson | null, WallPlayerJson | null][]} */
    let pairs = this.rounds[0].duels.map(({ players }) => [players[0], players[1]]);
    /** @type {(WallPlayerJson | null)[]} */
    let losers = [];
    for (const id of FEEDS.slice(first)) {
      const round = this.rounds.find((found) => found.id === id);
      if (id === "final" && losers.length === 2) {
        const third = this.rounds.find((found) => found.id === THIRD);
        if (third) columns.push({ id: THIRD, title: third.title, pairs: [this.#pair([losers[0], losers[1]], third)] });
      }
      columns.push({ id, title: round?.title ?? titles[id] ?? "", pairs: pairs.map((pair) => this.#pair(pair, round)) });
      const duels = pairs.map((pair) => this.#find(pair, round));
      const winners = duels.map((duel) => (duel && duel.winner !== null && this.isOver(duel) ? duel.players[duel.winner] : null));
      losers = duels.map((duel) => (duel && duel.winner !== null && this.isOver(duel) ? duel.players[1 - duel.winner] : null));
      pairs = winners.filter((_, place) => place % 2 === 0).map((winner, place) => [winner, winners[2 * place + 1] ?? null]);
    }
    return columns;
  }

  /** @param {[WallPlayerJson | null, WallPlayerJson | null]} pair @param {WallRoundJson | undefined} round */
  #find([one, two], round) {
    if (!one || !two) return undefined;
    return round?.duels.find(({ players }) => [one.name, two.name].every((name) => players.some((player) => player.name === name)));
  }

  /** @param {[WallPlayerJson | null, WallPlayerJson | null]} pair @param {WallRoundJson | undefined} round @returns {Pair} */
  #pair(pair, round) {
    const duel = this.#find(pair, round), over = this.isOver(duel);
    const slot = (/** @type {WallPlayerJson | null} */ player) => {
      const side = duel && player ? duel.players.findIndex(({ name }) => name === player.name) : -1;
      const wins = duel && side >= 0 ? duel.games.filter(({ key, winner }) => winner === side && this.seen.has(key)).length : 0;
      return { name: player?.name ?? "", fish: player?.fish ?? "", wins, won: over && duel?.winner === side, known: player !== null };
    };
    return { slots: [slot(pair[0]), slot(pair[1])], now: Boolean(duel) && !over && this.round?.id === round?.id };
  }
}
