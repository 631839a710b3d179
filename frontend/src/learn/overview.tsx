// What there is to learn: puzzles and a first game of each game, and the levels of Hecht.

import { useState } from "preact/hooks";
import { say, sayMany } from "page/words.js";
import { beatenLevels } from "./beaten.ts";
import { beginFirstGame } from "./first-game.ts";
import { Progress } from "./progress.ts";

interface GameCard {
  id: string;
  title: string;
  picture: string;
  puzzles: string;
  rules: string;
}

export interface OverviewFacts {
  games: GameCard[];
  levels: { number: number; name: string; about: string; play: string }[];
}

export const Screen = ({ games, levels }: OverviewFacts) => (
  <>
    <h1>{say("Learn")}</h1>
    <p class="lead">{say("In each position one move is much better than all others. Find it; Hecht shows you why.")}</p>
    <ul class="cards three">{games.map((game) => <Card {...game} />)}</ul>
    <section aria-labelledby="levels-title">
      <h2 id="levels-title">{say("Ten levels of Hecht")}</h2>
      <ol class="level-list">
        {levels.map(({ number, name, about, play }) => (
          <li>
            <a href={play}>
              <span class="level-number">{number}</span><b>{name}</b><span>{about}</span>
              <span class="level-beaten">{beaten(games, number)}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  </>
);

function beaten(games: GameCard[], level: number) {
  const found = games.filter(({ id }) => beatenLevels(id).includes(level)).map(({ title }) => title).join(", ");
  return found && say("✓ beaten in {games}", { games: found });
}

function Card({ id, title, picture, puzzles, rules }: GameCard) {
  const { solved } = new Progress(id).kept, [busy, setBusy] = useState(false), unseen = <span class="unseen"> {title}</span>;
  const begin = () => {
    setBusy(true);
    beginFirstGame(id).finally(() => setBusy(false));
  };
  return (
    <li class="card game-card">
      <a class="game-picture" href={puzzles} tabIndex={-1} aria-hidden="true"><img src={picture} alt="" width="300" height="300" /></a>
      <h2>{title}</h2>
      <p>{solved.length ? sayMany(solved.length, "{n} puzzle solved.", "{n} puzzles solved.") : say("No puzzle solved yet.")}</p>
      <p class="buttons">
        <a class="button small" href={puzzles}>{say("Puzzles")}{unseen}</a>
        <a class="button small plain" href={rules}>{say("Rules")}{unseen}</a>
        <button type="button" class="button small plain" aria-disabled={busy} onClick={busy ? undefined : begin}>{say("First game, guided")}{unseen}</button>
      </p>
    </li>
  );
}
