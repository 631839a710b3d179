// Which game a free board of the wall shows next. Bots play faster than anybody can follow, so most games are never shown:
// the newest interesting one comes first, and where nothing new is left, what was shown longest ago comes again.

const MAX_REMEMBERED = 200; // games; longer than any list that the server offers
const AGE = 1.5; // how much less interesting a game is for every newer one

export class Playlist {
  /** @type {WallGameJson[]} */
  games = [];
  /** @type {Map<string, number>} When a game was shown last, in turns. */
  shown = new Map();
  turn = 0;

  /** @param {WallGameJson[]} games The newest first. */
  offer(games) {
    this.games = games;
  }

  // The game to show next, and whether it was shown before; null where there is none.
  /** @param {Set<string>} busy What other boards show. @param {(key: string) => boolean} allowed */
  next(busy, allowed = () => true) {
    const free = this.games.filter(({ key }) => !busy.has(key) && allowed(key));
    if (!free.length) return null;
    const fresh = free.filter(({ key }) => !this.shown.has(key));
    const worth = (/** @type {WallGameJson} */ game) => game.interest - AGE * this.games.indexOf(game);
    const last = (/** @type {WallGameJson} */ game) => this.shown.get(game.key) ?? 0;
    const chosen = fresh.length
      ? fresh.reduce((best, game) => (worth(game) > worth(best) ? game : best))
      : free.reduce((best, game) => (last(game) < last(best) ? game : best));
    this.remember(chosen.key);
    return { game: chosen, again: !fresh.length };
  }

  /** @param {string} key */
  remember(key) {
    this.shown.delete(key);
    this.shown.set(key, ++this.turn);
    for (const old of this.shown.keys()) {
      if (this.shown.size <= MAX_REMEMBERED) break;
      this.shown.delete(old);
    }
  }
}
