// Puzzles, one after the other: asks for the move, says whether it is right and why, and goes on.

import { signal, useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { analysisPage } from "page/addresses.js";
import { announce, sentenceOf, toast } from "page/ask.js";
import type { Kind } from "page/core.js";
import { kit } from "page/page-board.js";
import { source } from "page/source.js";
import { say } from "page/words.js";
import type { Line, Move } from "../board/index.ts";
import { BoardView } from "../shell/board-view.tsx";
import { Explaining } from "../shell/explaining.ts";
import { Icon } from "../shell/icon.tsx";
import { handedOver, type Lesson, MistakeSeries } from "./mistakes.ts";
import { type Answer, PuzzleSeries, type Score, type Series, type Task } from "./series.ts";

const HARDEST = 5;

export interface TrainerFacts {
  game: string;
  title: string;
  rounds: number;
  sides: string[];
  colours: string[];
}

type Verdict = { kind: "right" | "wrong" | "shown"; title: string; text: string; keep: (() => void) | null };

/** How Hecht would go on: the moves, which of them is on the board, and how the game ends. */
type Continuation = { moves: string[]; place: number; end: string };

export interface State {
  task: Task | null;
  /** The position that is asked. */
  asked: LookJson | null;
  /** What is on the board, and whether the last move slides there. */
  shown: LookJson | null;
  slide: boolean;
  /** Whether a move may be tried. */
  open: boolean;
  selected: string | null;
  drawn: Line | null;
  verdict: Verdict | null;
  line: Continuation | null;
  /** What is said when there is no more task. */
  over: string;
  score: Score;
}

export const nothing = (score: Score): State => ({
  task: null, asked: null, shown: null, slide: false, open: false, selected: null, drawn: null, verdict: null, line: null, over: "", score,
});

/** The position as it is asked, for the first time or again. */
export const ask = (state: State, task: Task, asked: LookJson): State => ({
  ...nothing(state.score), task, asked, shown: { ...asked, move: null }, open: true,
});

/** A move was tried. */
export const tried = (state: State, after: LookJson): State => ({ ...state, open: false, shown: after, slide: true, drawn: null });

/** What came of it. */
export const judged = (state: State, kind: Verdict["kind"], { title, why, line, keep }: Answer, sentence: string, drawn: Line | null, score: Score): State => ({
  ...state, open: false, drawn, score,
  verdict: { kind, title, text: kind === "wrong" ? why : sentence, keep: (kind !== "wrong" && keep) || null },
  line: kind === "wrong" ? null : { moves: line, place: 0, end: "" },
});

export const finished = (state: State, over: string): State => ({ ...nothing(state.score), shown: state.shown, over });

class Trainer {
  readonly state;
  readonly explaining = new Explaining();
  readonly series: Series;
  #lesson: Lesson | null;
  /** What comes next and could not be shown yet. */
  #waiting: Task | null = null;
  /** How often another difficulty was chosen: an answer that began before is not wanted any more. */
  #choices = 0;
  #busy = false;

  constructor(private readonly kind: Kind) {
    // A review hands its mistakes over.
    this.#lesson = new URLSearchParams(location.search).has("mistakes") ? handedOver(kind.game) : null;
    const own = { ...kind, rules: this.#lesson?.rules ?? "documents" };
    this.series = this.#lesson ? new MistakeSeries(own, this.#lesson) : new PuzzleSeries(own);
    this.state = signal(nothing(this.series.record));
  }

  get back() {
    return this.#lesson?.back ?? null;
  }

  /** One thing after the other; what goes wrong is said. */
  async #alone(work: () => Promise<void>) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await work();
    } catch (error) {
      toast(sentenceOf(error));
    } finally {
      this.#busy = false;
    }
  }

  next = () => this.#alone(() => this.#begin());

  async #begin() {
    const choice = this.#choices, task = this.#waiting ?? await this.series.next();
    if (choice !== this.#choices) return;
    this.#waiting = task;
    if (!task) {
      this.state.value = finished(this.state.value, this.series.done);
      return;
    }
    const look = await source.look({ game: this.kind.game, rules: task.rules, position: task.position });
    if (choice !== this.#choices) return;
    this.#waiting = null;
    this.#ask(task, look);
  }

  choose = (difficulty: string) => {
    this.series.choose(difficulty);
    this.#choices += 1;
    this.#waiting = null;
    // What is on the board is no task any more.
    this.state.value = { ...this.state.value, task: null, open: false, verdict: null, line: null };
    this.#begin().catch((error) => toast(sentenceOf(error)));
  };

  again = () => {
    const { task, asked } = this.state.value;
    if (task && asked) this.#ask(task, asked);
  };

  #ask(task: Task, look: LookJson) {
    this.state.value = { ...ask(this.state.value, task, look), score: this.series.record };
    this.explaining.at(this.kind.game, task.rules, look.text);
  }

  hint = async () => {
    const { task, asked } = this.state.value, move = (await task?.solution())?.line[0];
    if (!move || task !== this.state.value.task || !this.state.value.open) return;
    const selected = Object.keys(asked?.moves ?? {}).find((square) => move.startsWith(square)) ?? null;
    this.state.value = { ...this.state.value, selected };
  };

  answer = async ({ move, from, to }: Move) => {
    const { task, asked, open } = this.state.value;
    if (!task || !asked || !open) return;
    this.explaining.point(null, null);
    this.state.value = { ...this.state.value, open: false };
    try {
      const after = await source.look(this.#where(task, asked), move);
      this.state.value = tried(this.state.value, after);
      await this.#judge(task, asked, { move, from, to }, await task.check(move, after));
    } catch (error) {
      // It can be tried again.
      if (this.state.value.task === task) this.again();
      toast(sentenceOf(error));
    }
  };

  show = () => this.#alone(async () => {
    const { task, asked } = this.state.value;
    if (!task || !asked) return;
    const answer = await task.solution(), after = await source.look(this.#where(task, asked), answer.line[0]);
    if (this.state.value.task !== task || !after.move) return;
    this.state.value = tried(this.state.value, after);
    await this.#judge(task, asked, after.move, answer, "shown");
  });

  async #judge(task: Task, asked: LookJson, { move, from, to }: Move, answer: Answer, kind: Verdict["kind"] = answer.right ? "right" : "wrong") {
    // An answer stands without an explanation, too.
    const told = kind === "wrong" ? null : await source.explain(this.#where(task, asked), move).catch((error) => void toast(sentenceOf(error)));
    if (this.state.value.task !== task) return;
    const state = judged(this.state.value, kind, answer, told?.sentence ?? "", told ? { ...told, from, to } : null, this.series.record);
    this.state.value = state;
    announce(`${state.verdict?.title} ${state.verdict?.text}`);
    if (state.line) this.#follow(task, asked, answer.line).catch((error) => toast(sentenceOf(error)));
  }

  /** Find out how the game ends. */
  async #follow(task: Task, asked: LookJson, moves: string[]) {
    const end = (await this.#look(task, asked, moves, moves.length - 1)).outcome?.sentence ?? "", { line } = this.state.value;
    if (this.state.value.task === task && line?.moves === moves) this.state.value = { ...this.state.value, line: { ...line, end } };
  }

  /** Put the position after a move of the line on the board. */
  go = (place: number) => this.#alone(async () => {
    const { task, asked, line } = this.state.value;
    if (!task || !asked || !line) return;
    const shown = await this.#look(task, asked, line.moves, place);
    const now = this.state.value.line;
    if (now?.moves === line.moves) this.state.value = { ...this.state.value, shown, slide: true, drawn: null, line: { ...now, place } };
  });

  async #look(task: Task, asked: LookJson, moves: string[], place: number) {
    let look = asked;
    for (const move of moves.slice(0, place + 1)) look = await this.#after(task, look.text, move);
    return look;
  }

  #known = new Map<string, LookJson>();

  async #after(task: Task, position: string, move: string) {
    const name = `${position} ${move}`, look = this.#known.get(name) ?? await source.look(this.#where(task, { text: position }), move);
    this.#known.set(name, look);
    return look;
  }

  #where(task: Task, { text }: { text: string }) {
    return { game: this.kind.game, rules: task.rules, position: text };
  }
}

const difficulties = () => [
  ["", say("as hard as suits you")], ["1", say("1: at a glance")], ["2", say("2: easy")], ["3", say("3: think first")], ["4", say("4: hard")],
  ["5", say("5: very hard")], ["own", say("from your own games")],
];

export async function load(facts: TrainerFacts) {
  const { columns, rows: drawn } = await kit(facts.game, false);
  return { ...facts, kind: { game: facts.game, rules: "documents", columns, drawn } };
}

export function Screen({ game, title, rounds, sides, colours, kind }: TrainerFacts & { kind: Kind }) {
  const trainer = useMemo(() => new Trainer(kind), []), { explaining } = trainer, state = trainer.state.value;
  const { task, asked, shown, verdict, line, score } = state;
  useSignalEffect(() => void (trainer.state.peek().task ?? trainer.next()));
  const heading = say("Puzzles: {game}", { game: title });
  return (
    <div class={`trainer one-${colours[0]} two-${colours[1]}`}>
      <div class="trainer-board">
        <h1 class="unseen">{heading}</h1>
        <BoardView
          label={heading}
          on={{ onMove: trainer.answer, onPoint: (from, to) => explaining.point(from, to), onWhyNot: (from, to) => explaining.whyNot(from, to, Object.keys(shown?.letters ?? {})) }}
          shown={{
            ...(asked ? { game, turned: asked.side === 1 } : {}), ...(shown ? { position: shown, last: shown.move, stamps: shown.stamps, slide: state.slide } : {}),
            moves: state.open ? asked?.moves ?? null : null, ...(state.selected ? { selected: state.selected } : {}), line: state.drawn ?? explaining.line.value,
          }}
        />
      </div>
      <aside class="trainer-panel" aria-label={say("The puzzle")}>
        <section class="task">
          <p class="task-side"><span id="side" class={`side ${asked?.side ? "blue" : "red"}`}>{asked && say("Round {round} of {rounds}, {side} to move", { round: asked.round, rounds, side: sides[asked.side] })}</span><Stars difficulty={task?.difficulty ?? 0} /></p>
          <h2 aria-live="polite">{task?.title ?? state.over}</h2>
          <p class="meta">{asked?.standing.join(" · ")}</p>
          <p class="help">{explaining.sentence.value || (state.over ? " " : task?.help) || say("Pick up a piece: the marked squares are where it may go.")}</p>
        </section>
        <Verdict verdict={verdict} line={line} go={trainer.go} />
        <Buttons trainer={trainer} state={state} analyse={analysisPage(game, task ? { position: task.position } : {})} />
        <section class="record" aria-label={say("Your progress")}>
          <dl>
            <div><dt>{say("In a row")}</dt><dd>{score.streak}</dd></div>
            <div><dt>{say("Best")}</dt><dd>{score.best}</dd></div>
            <div><dt>{say("Solved")}</dt><dd>{score.solved}</dd></div>
          </dl>
          {!trainer.back && <p>
            <label for="difficulty">{say("Difficulty")}</label>
            <select id="difficulty" value={trainer.series.chosen} onChange={({ currentTarget }) => trainer.choose(currentTarget.value)}>
              {difficulties().map(([value, name]) => <option value={value}>{name}</option>)}
            </select>
          </p>}
        </section>
      </aside>
    </div>
  );
}

const Stars = ({ difficulty }: { difficulty: number }) => (
  <span class="stars" role="img" aria-label={difficulty ? say("Difficulty {n} of 5", { n: difficulty }) : ""}>{difficulty > 0 && "★".repeat(difficulty) + "☆".repeat(HARDEST - difficulty)}</span>
);

const Verdict = ({ verdict, line, go }: { verdict: Verdict | null; line: Continuation | null; go: (place: number) => void }) => (
  <section class={`answer ${verdict?.kind ?? ""}`} aria-label={say("Answer")} hidden={!verdict}>
    <h3 class="answer-title">{verdict?.title}</h3>
    <p>{verdict?.text}</p>
    {line && line.moves.length > 1 && <div>
      <h3 id="line-title">{say("Hecht's line")}</h3>
      <p class="line-moves" role="group" aria-labelledby="line-title">
        {line.moves.map((move, place) => <button type="button" aria-pressed={place === line.place} onClick={() => go(place)}>{move}</button>)}
      </p>
    </div>}
    {line && <p class="line-end">{line.end}</p>}
  </section>
);

function Buttons({ trainer, state: { task, open, verdict }, analyse }: { trainer: Trainer; state: State; analyse: string }) {
  const next = useRef<HTMLButtonElement>(null), again = useRef<HTMLButtonElement>(null), kind = verdict?.kind;
  const decided = kind === "right" || kind === "shown", asks = Boolean(task) && !verdict;
  // What comes next is under the Enter key.
  useLayoutEffect(() => {
    if (kind === "right") next.current?.focus({ preventScroll: true });
    if (kind === "wrong") again.current?.focus({ preventScroll: true });
  }, [verdict]);
  const keep = () => {
    verdict?.keep?.();
    trainer.state.value = { ...trainer.state.value, verdict: verdict && { ...verdict, keep: null } };
    toast(say("Kept among your own puzzles."));
  };
  return (
    <p class="buttons">
      <button type="button" class="button" ref={next} hidden={!decided} onClick={trainer.next}>{say("Next")}</button>
      <button type="button" class="button" ref={again} hidden={kind !== "wrong"} onClick={trainer.again}><Icon name="again" />{say("Try again")}</button>
      <button type="button" class="button plain" hidden={!asks} aria-disabled={!open} onClick={trainer.hint}><Icon name="hint" />{say("Hint")}</button>
      <button type="button" class="button plain" hidden={!asks && kind !== "wrong"} onClick={trainer.show}><Icon name="eye" />{say("Show the solution")}</button>
      <a class="button plain" href={analyse} hidden={!decided}><Icon name="engine" />{say("Analyse")}</a>
      {verdict?.keep && <button type="button" class="button plain" onClick={keep}><Icon name="hint" />{say("Keep as a puzzle")}</button>}
      {trainer.back && <a class="button plain" href={trainer.back}><Icon name="back" />{say("Back to the game")}</a>}
    </p>
  );
}
