// The API's types and addresses. Made by scripts/contract from the contract.py and the endpoints of each part.

// -- board ------------------------------------------------------------------------------------------------------------

interface Step {
  from: string;
  to: string;
}

/** A move, also as its text. */
interface MoveJson {
  from: string;
  to: string;
  move: string;
}

/** A move of a game. */
interface PlayedMoveJson {
  from: string;
  to: string;
  move: string;
  turn: number;
  seconds?: number;
  note?: string;
}

/** A position; with legal moves by the square they start from while a move is possible. */
interface PositionJson {
  text: string;
  turn: number;
  round: number;
  side: number;
  letters: Record<string, string>;
  standing: Array<string>;
  above?: Array<string>;
  moves?: Record<string, Array<string>>;
  texts?: Record<string, string>;
}

/** How a game ended. */
interface OutcomeJson {
  winner: number | null;
  reason: string;
  points: Array<number>;
  sentence: string;
}

/** The empty board of a game as SVG, where its squares are, what its pieces are called and whose they are. */
interface StencilJson {
  width: number;
  height: number;
  left: number;
  top: number;
  unit: number;
  trim: Array<number>;
  columns: string;
  rows: string;
  defs: string;
  ground: string;
  tiles: string;
  labels: string;
  game: string;
  names: Record<string, string>;
  scope: string;
  inks: Array<string>;
  owners: Record<string, number>;
  digits: Array<string>;
  seesThrough: boolean;
}

/** Squares of a side that belong together, such as a swarm; each side's heaviest comes first. */
interface GroupJson {
  side: number;
  squares: Array<string>;
  weight: number;
}

/** Why a move is allowed or not, and the line that the rule looked along with the pieces it counted there. */
interface ExplanationJson {
  legal: boolean;
  sentence: string;
  line: Array<string>;
  count: number;
  at: string | null;
  landing: string | null;
}

/** A position, with a drawing for every letter, and the move that led to it. */
interface LookJson {
  text: string;
  turn: number;
  round: number;
  side: number;
  letters: Record<string, string>;
  standing: Array<string>;
  above?: Array<string>;
  moves?: Record<string, Array<string>>;
  texts?: Record<string, string>;
  stamps: Record<string, string>;
  outcome: OutcomeJson | null;
  move: MoveJson | null;
}

/** The position that a page begins with. */
interface BoardJson {
  text: string;
  turn: number;
  round: number;
  side: number;
  letters: Record<string, string>;
  standing: Array<string>;
  above?: Array<string>;
  moves?: Record<string, Array<string>>;
  texts?: Record<string, string>;
  stamps: Record<string, string>;
  outcome: OutcomeJson | null;
  move: MoveJson | null;
  game: string;
  sides: Array<string>;
}

/** A position of the game that the path names. */
interface PositionQuery {
  position?: string;
  rules?: string;
}

/** A position, and a move from it. */
interface MoveQuery {
  position?: string;
  rules?: string;
  move?: string;
}

/** A position as a picture; `last` is the move that led to it. */
interface PictureQuery {
  position?: string;
  rules?: string;
  last?: string;
  theme?: "light" | "dark" | "auto";
  side?: "usual" | "turned";
  width?: number;
  download?: string | null;
}

/** A whole game: all positions, and between them all moves. */
interface GameJson {
  game: string;
  title: string;
  rules: string;
  rounds: number;
  sides: Array<string>;
  colours: Array<string>;
  names: Array<string>;
  outcome: OutcomeJson | null;
  moves: Array<PlayedMoveJson>;
  positions: Array<PositionJson>;
  stamps: Record<string, string>;
  record?: string;
  overAt?: number;
}

// -- contests ---------------------------------------------------------------------------------------------------------

/** How a contest stands, as HTML, and what decides about buttons. */
interface ScoreboardJson {
  html: string;
  running: boolean;
  stopping: boolean;
  finished: boolean;
  elsewhere: boolean;
  state: string;
}

/** How it stands with the published pages of a contest; `share` is how much is done, from 0 to 1. */
interface PublishedJson {
  running: boolean;
  share: number;
  sentence: string;
  ready: boolean;
}

/** The name of a contest in the store, and where its page is. */
interface NewContestJson {
  event: string;
  address: string;
}

type ContestEvent = ["scoreboard", ScoreboardJson];

/** The folder of a season, on the computer that runs the page. */
interface SeasonFields {
  path?: string;
}

/** What contests and those of leagues have in common. */
interface AnyContestFields {
  kind: string;
  games: number;
  title?: string;
  time?: string;
  options?: Record<string, boolean | number | string | null>;
  sprt?: Array<number> | null;
  elo?: "logistic" | "normalized";
}

/** A contest of any players. */
interface ContestFields {
  kind: string;
  games: number;
  title?: string;
  time?: string;
  options?: Record<string, boolean | number | string | null>;
  sprt?: Array<number> | null;
  elo?: "logistic" | "normalized";
  game: string;
  players: Array<string>;
  rules?: string;
  seed?: number | string | null;
}

// -- leagues ----------------------------------------------------------------------------------------------------------

type Group = "" | "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";

type FishName = "piranha" | "puffer" | "ray" | "shark" | "angler" | "seahorse" | "flounder" | "eel" | "perch" | "whale" | "squid" | "crab";

/** A new league. Dates are written like 2026-11-20 18:00, times of day like 18:30. */
interface LeagueFields {
  title: string;
  game: string;
  teams: number;
  cores: number;
  hours: number;
  time?: string;
  groups?: number;
  starts?: string;
  ends?: string;
  opens?: string;
  closes?: string;
}

/** A contest on a league's teams, by their numbers. An empty time control is the league's. */
interface LeagueContestFields {
  teams: Array<number>;
  partners?: Array<string>;
  per_group?: number;
  finalists?: number;
  final_games?: number | null;
  most_games?: number;
  third_place?: boolean;
  kind: string;
  games: number;
  title?: string;
  time?: string;
  options?: Record<string, boolean | number | string | null>;
  sprt?: Array<number> | null;
  elo?: "logistic" | "normalized";
}

/** How many games a contest would have, and in words also how long it would take. */
interface ForecastJson {
  games: number;
  sentence: string;
  difference: string;
}

/** The groups of teams, by their numbers. */
interface GroupFields {
  groups: Record<string, "" | "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H">;
}

/** Codes to print, as HTML. They are told once: only their hashes are kept. */
interface SheetJson {
  address: string;
  html: string;
}

/** The code of a team or an organiser. */
interface CodeFields {
  code?: string;
}

/** Where to go on, and what a terminal wants to know. */
interface EnteredJson {
  address: string;
  league: string;
  title: string;
  team: string | null;
  closed: string;
}

/** What a team is called, and its picture. */
interface TeamFields {
  fish: "piranha" | "puffer" | "ray" | "shark" | "angler" | "seahorse" | "flounder" | "eel" | "perch" | "whale" | "squid" | "crab";
  name?: string;
}

/** What an organiser calls a team. */
interface TeamNameFields {
  name: string;
}

/** An organiser hides a team, shows it again, or removes it for good. */
interface StandingFields {
  standing: "hidden" | "shown" | "removed";
}

/** A team that plays from home asks for a new code, or announces a new version of its program. */
interface HomeFields {
  what: "code" | "version";
}

/** How a client is started, as HTML with its code, which is shown once; empty without a new code. */
interface HomeJson {
  html: string;
  sentence: string;
}

/** Whose code is renewed: that of a team by its number, of all who have not entered, or one more organiser's. */
interface NewCodeFields {
  whose: number | "waiting" | "organiser";
}

/** What changes of a league. Dates and times change together. */
interface SettingsFields {
  playing?: boolean | null;
  cores?: number | null;
  hours?: number | null;
  starts?: string | null;
  ends?: string | null;
  opens?: string | null;
  closes?: string | null;
}

/** The title of the league, to confirm. */
interface DeleteFields {
  title?: string;
}

/** One sentence of a check report. */
interface FindingJson {
  weight: string;
  text: string;
}

/** What became of something that was handed in. */
interface VersionJson {
  number: number;
  file: string;
  state: string;
  place: number | null;
  active: boolean;
  sentence: string;
  findings: Array<FindingJson>;
}

/** How a league or a team stands, as HTML, what it is called, and until when teams can hand in. */
interface LeaguePartJson {
  html: string;
  title: string;
  deadline: string;
}

/** Counts changes of what the teams of a league are called; a page of another edition is out of date. */
interface EditionJson {
  edition: number;
}

type LeagueEvent = ["edition", EditionJson];

// -- live -------------------------------------------------------------------------------------------------------------

/** A player of a side; of stored games only the name is known. */
interface PlayerJson {
  kind: "person" | "player" | "client" | "";
  name: string;
  here: boolean;
}

/** How long a side may think, in seconds; None: as long as it likes. */
interface ClockJson {
  left: number | null;
  limit: number | null;
}

/** What changes during a game besides its moves. */
interface StatusJson {
  key: string;
  live: boolean;
  settled: boolean;
  running: boolean;
  paused: boolean;
  asked: boolean;
  players: Array<PlayerJson>;
  clocks: Array<ClockJson>;
  elapsed: number;
  outcome: OutcomeJson | null;
  undo: boolean;
  wantsBack: number | null;
  wantsDraw: number | null;
  again: boolean;
  next: string | null;
  trouble: string | null;
  notSaved: string | null;
}

/** Everything about a game. */
interface LiveGameJson {
  game: string;
  title: string;
  rules: string;
  rounds: number;
  sides: Array<string>;
  colours: Array<string>;
  names: Array<string>;
  outcome: OutcomeJson | null;
  moves: Array<PlayedMoveJson>;
  positions: Array<PositionJson>;
  stamps: Record<string, string>;
  record?: string;
  overAt?: number;
  key: string;
  live: boolean;
  settled: boolean;
  running: boolean;
  paused: boolean;
  asked: boolean;
  players: Array<PlayerJson>;
  clocks: Array<ClockJson>;
  elapsed: number;
  undo: boolean;
  wantsBack: number | null;
  wantsDraw: number | null;
  again: boolean;
  next: string | null;
  trouble: string | null;
  notSaved: string | null;
}

/** A move that was just made, and the position after it. */
interface NewMoveJson {
  key: string;
  live: boolean;
  settled: boolean;
  running: boolean;
  paused: boolean;
  asked: boolean;
  players: Array<PlayerJson>;
  clocks: Array<ClockJson>;
  elapsed: number;
  outcome: OutcomeJson | null;
  undo: boolean;
  wantsBack: number | null;
  wantsDraw: number | null;
  again: boolean;
  next: string | null;
  trouble: string | null;
  notSaved: string | null;
  move: PlayedMoveJson;
  position: PositionJson;
  stamps: Record<string, string>;
}

/** A side for which Hecht thinks in the visitor's browser, how well and for how many seconds. */
interface ThinkerJson {
  side: number;
  level: number;
  seconds: number;
}

/** What concerns one visitor of a game alone. */
interface VisitorJson {
  mine: Array<number>;
  thinks: Array<ThinkerJson>;
  admin: boolean;
  invite: string | null;
  near: boolean;
  port: number | null;
  client: boolean;
}

/** What the page of a game begins with. */
interface GamePageJson {
  game: string;
  title: string;
  rules: string;
  rounds: number;
  sides: Array<string>;
  colours: Array<string>;
  names: Array<string>;
  outcome: OutcomeJson | null;
  moves: Array<PlayedMoveJson>;
  positions: Array<PositionJson>;
  stamps: Record<string, string>;
  record?: string;
  overAt?: number;
  key: string;
  live: boolean;
  settled: boolean;
  running: boolean;
  paused: boolean;
  asked: boolean;
  players: Array<PlayerJson>;
  clocks: Array<ClockJson>;
  elapsed: number;
  undo: boolean;
  wantsBack: number | null;
  wantsDraw: number | null;
  again: boolean;
  next: string | null;
  trouble: string | null;
  notSaved: string | null;
  you: VisitorJson;
  logs: Array<number> | null;
  preface: string;
}

/** A stored game for pages of others. */
interface EmbeddedJson {
  key: string;
  game: string;
  names: Array<string>;
  moves: Array<PlayedMoveJson>;
  positions: Array<PositionJson>;
  stamps: Record<string, string>;
  result: string;
  turn: number | null;
  turned: boolean;
}

/** A game in a list: enough for a small board. */
interface SummaryJson {
  key: string;
  game: string;
  title: string;
  colours: Array<string>;
  names: Array<string>;
  sides: Array<string>;
  letters: Record<string, string>;
  above: Array<string>;
  stamps: Record<string, string>;
  round: number;
  side: number;
  last: string | null;
  running: boolean;
  over: boolean;
  watching: number;
  join: string | null;
}

interface SummariesJson {
  tables: Array<SummaryJson>;
}

/** Which game is meant. */
interface KeyJson {
  key: string;
}

/** What a bot printed about a move. */
interface LogJson {
  turn: number;
  text: string;
}

/** How many look at a game without playing it. */
interface WatchingJson {
  watching: number;
}

/** What a bot would play in a position, or why it made no move. */
interface AskedBotJson {
  move: MoveJson | null;
  note: string;
  seconds: number | null;
  printed: string;
  why: string;
}

/** Where a new game is to begin, as the address of the page says it; what is not said is empty. */
interface OriginJson {
  key: string;
  turn: string;
  position: string;
}

type GameEvent = ["you", VisitorJson] | ["sync", LiveGameJson] | ["status", StatusJson] | ["move", NewMoveJson] | ["end", StatusJson] | ["watching", WatchingJson];

type ListEvent = ["tables", SummariesJson] | ["changed", SummariesJson] | ["gone", KeyJson];

type Act = "undo" | "decline" | "resign" | "withdraw" | "draw" | "allow-undo" | "refuse-undo" | "accept-draw" | "refuse-draw" | "pause" | "go" | "step" | "cancel";

/** The player of a side: with "link" the first who follows the link, with "open" the first who joins. */
interface SideFields {
  kind: "person" | "link" | "open" | "client" | "player";
  name?: string;
  player?: string;
  browser?: boolean;
}

/** Where a game begins: in another game (at a turn or after moves), at a position, or by a seed; else at random. */
interface StartFields {
  key?: string;
  turn?: number | null;
  after?: number | null;
  position?: string;
  seed?: number | string | null;
}

/** A new game. A time control is written like 2s/10s, 5m or 3m+2s; empty is unlimited. */
interface NewGameFields {
  game: string;
  red: SideFields;
  blue: SideFields;
  rules?: string;
  time?: string;
  start?: StartFields;
}

/** A move, and the turn it is meant for. */
interface MoveFields {
  move: string;
  turn: number;
}

/** Which bot is asked, and about which position. */
interface AskBotFields {
  player: string;
  game: string;
  position: string;
  rules?: string;
}

/** The code of an invitation, and the visitor's name. */
interface SitFields {
  code: string;
  name?: string;
}

// -- shell ------------------------------------------------------------------------------------------------------------

/** The request was carried out. */
interface DoneJson {
  ok: boolean;
}

/** Why a request was refused: a stable code, and one sentence in the visitor's language. */
interface RefusalJson {
  code: string;
  sentence: string;
}

/** The answer to a request that was refused. */
interface ErrorJson {
  error: RefusalJson;
}

interface LoginFields {
  token?: string;
}

/** A token, and until when it is valid, in seconds since 1970. */
interface TokenJson {
  id: string;
  until: number;
}

/** A new token: its secret is shown only here. */
interface NewTokenJson {
  id: string;
  until: number;
  token: string;
}

interface TokensJson {
  tokens: Array<TokenJson>;
}

// -- site -------------------------------------------------------------------------------------------------------------

/** A move of a game that is kept or written down. */
interface KeptMoveJson {
  move: string;
  seconds?: number;
  note?: string;
}

/** How a game ended, without words. */
interface EndJson {
  winner: number | null;
  reason: string;
  points: Array<number>;
}

/** A whole game with remarks. */
interface ExampleJson {
  start: string;
  names: Array<string>;
  moves: Array<KeptMoveJson>;
  outcome: EndJson | null;
  preface: string;
}

/** A gap of a sentence for the next number; with names it is called by one: nobody, Red, Blue. */
interface GapJson {
  name: string;
  names: Array<string>;
}

/** A sentence about how a game stands; the core has the numbers. */
interface StandingJson {
  said: string;
  gaps: Array<GapJson>;
}

/** What is said when somebody won for a reason, and when nobody did. */
interface ReasonJson {
  won: string;
  drawn: string;
  regular: boolean;
}

/** What depends on a game alone and not on a position, in one language. */
interface GameFactsJson {
  game: string;
  title: string;
  start: string;
  columns: string;
  rows: string;
  rounds: number;
  sides: Array<string>;
  colours: Array<string>;
  stamps: Record<string, string>;
  beside: Array<Array<Array<string>>>;
  reasons: Record<string, ReasonJson>;
  rules: Array<Array<string>>;
  kinds: Record<string, Record<string, string>>;
  standing: Array<StandingJson>;
  example: ExampleJson | null;
}

// -- study ------------------------------------------------------------------------------------------------------------

type VerdictName = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** A good move. */
interface HintJson {
  from: string;
  to: string;
  move: string;
  turn: number;
}

/** A move and how it would go on; the chance is always Red's. */
interface LineJson {
  from: string;
  to: string;
  move: string;
  pv: Array<string>;
  chance: number;
}

/** What the engine thinks of a position so far, the best line first. */
interface AnalysisJson {
  position: string;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Array<LineJson>;
}

/** What the engine thinks of a move, and which one it would have played. */
interface VerdictJson {
  from: string;
  to: string;
  turn: number;
  best: string;
  verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
}

/** What the engine thinks of a game: Red's chance at every place, and a verdict on every move. */
interface ReviewJson {
  chances: Array<number>;
  moves: Array<VerdictJson>;
  mark: string;
}

interface ProgressJson {
  done: number;
  all: number;
}

/** There is no more to say. */
interface NothingJson {
}

/** Details of a game beside its moves, as HTML, and the turns with output of bots. */
interface DetailsJson {
  html: string;
  logs: Array<number> | null;
  next: string | null;
  atHand: boolean;
}

/** A move that was played in a position, and how many of those games each side won. */
interface OpeningJson {
  from: string;
  to: string;
  move: string;
  red: number;
  draws: number;
  blue: number;
}

/** What stored games say about a position, the most frequent moves first. */
interface OpeningsJson {
  red: number;
  draws: number;
  blue: number;
  moves: Array<OpeningJson>;
  complete: boolean;
}

type AnalysisEvent = ["lines", AnalysisJson] | ["done", NothingJson];

type ReviewEvent = ["progress", ProgressJson] | ["review", ReviewJson];

/** A piece that can be put on a board. */
interface PieceJson {
  letter: string;
  name: string;
}

/** What a position can be made of. */
interface EditorJson {
  text: string;
  turn: number;
  round: number;
  side: number;
  letters: Record<string, string>;
  standing: Array<string>;
  above?: Array<string>;
  moves?: Record<string, Array<string>>;
  texts?: Record<string, string>;
  stamps: Record<string, string>;
  outcome: OutcomeJson | null;
  move: MoveJson | null;
  game: string;
  sides: Array<string>;
  pieces: Array<PieceJson>;
  most: Record<string, number>;
  lastTurn: number;
  start: string;
}

/** A study: a game with variations and remarks as record text. */
interface StudyJson {
  key: string;
  text: string;
  version: number;
}

/** A study that was just made, and the secret with which it can be changed. */
interface StudyKeyJson {
  key: string;
  secret: string;
  version: number;
  title: string;
}

interface StudyVersionJson {
  version: number;
}

/** A game with variations and remarks as record text, or a replay. */
interface NewStudyFields {
  text: string;
}

/** The secret of a study. The administrator removes studies without it. */
interface SecretFields {
  secret?: string;
}

/** A changed study: the version that was changed, and the text of a change after it whose answer got lost. */
interface StudyFields {
  text: string;
  secret: string;
  version: number;
  after?: string;
}

/** Whose games are counted: those of a player, of people or of programs. */
interface OpeningsQuery {
  position?: string;
  rules?: string;
  who?: "" | "people" | "programs";
  player?: string;
}

/** How a game is drawn as an animated picture. */
interface FilmQuery {
  theme?: "light" | "dark";
  side?: "usual" | "turned";
}

// -- wall -------------------------------------------------------------------------------------------------------------

/** Games whose results a wall leaves out, and the edition that it knows. */
interface WallQuery {
  hide?: Array<string>;
  edition?: string;
}

/** After how many moves the answer begins. */
interface RecordQuery {
  from?: number;
}

/** A player: name, picture and rating, each empty if unknown. */
interface WallPlayerJson {
  name: string;
  fish: string;
  rating: string;
}

/** A game that a board of the wall may show. */
interface WallGameJson {
  key: string;
  players: Array<WallPlayerJson>;
  place: string;
  live: boolean;
  interest: number;
}

/** One line of a table; sparring partners have no place. */
interface WallRowJson {
  place: string;
  name: string;
  fish: string;
  cells: Array<string>;
}

/** A table; its last column is the one that counts. */
interface WallTableJson {
  title: string;
  columns: Array<string>;
  rows: Array<WallRowJson>;
  note: string;
}

/** A win against a much stronger opponent. */
interface WallUpsetJson {
  key: string;
  winner: WallPlayerJson;
  loser: WallPlayerJson;
  gap: string;
}

/** One game of an encounter: Red and the winner; 0 is the first of the two, None for a draw or a running game. */
interface WallDuelGameJson {
  key: string;
  red: number;
  winner: number | null;
  live: boolean;
}

/** An encounter of the Final Eight. */
interface WallDuelJson {
  players: Array<WallPlayerJson>;
  games: Array<WallDuelGameJson>;
  winner: number | null;
}

/** A round of the Final Eight. */
interface WallRoundJson {
  id: string;
  title: string;
  duels: Array<WallDuelJson>;
}

/** Everything a wall shows but the moves. All lists are bounded. */
interface WallJson {
  stamp: string;
  state: string;
  deadline: string;
  edition: string;
  boards: number;
  games: Array<WallGameJson>;
  tables: Array<WallTableJson>;
  upsets: Array<WallUpsetJson>;
  next: Array<Array<WallPlayerJson>>;
  rounds: Array<WallRoundJson>;
  difference: string;
}

/** A position on a small board, with each side's points. */
interface WallPositionJson {
  letters: Record<string, string>;
  above?: Array<string>;
  points: Array<number>;
  round: number;
}

/** A game from a move on; how it ended only where it has. */
interface WallRecordJson {
  game: string;
  colours: Array<string>;
  first: number;
  moves: Array<Step>;
  positions: Array<WallPositionJson>;
  stamps: Record<string, string>;
  outcome: OutcomeJson | null;
  live: boolean;
}

// -- addresses --------------------------------------------------------------------------------------------------------

interface Api {
  "GET /leagues/{key}/wall": { request: { key: string; query?: WallQuery }; answer: WallJson };
  "GET /contests/{event}/wall": { request: { event: string; query?: WallQuery }; answer: WallJson };
  "GET /wall/games/{key}": { request: { key: string; query?: RecordQuery }; answer: WallRecordJson };
  "POST /contests": { request: { fields: ContestFields }; answer: NewContestJson };
  "POST /seasons": { request: { fields: SeasonFields }; answer: NewContestJson };
  "GET /contests/{event}/published": { request: { event: string }; answer: PublishedJson };
  "POST /contests/{event}/{act}": { request: { event: string; act: "stop" | "go-on" | "publish" }; answer: DoneJson };
  "POST /leagues": { request: { fields: LeagueFields }; answer: SheetJson };
  "POST /leagues/invite": { request: Record<string, never>; answer: SheetJson };
  "POST /leagues/enter": { request: { fields: CodeFields }; answer: EnteredJson };
  "POST /leagues/{key}/leave": { request: { key: string }; answer: DoneJson };
  "POST /leagues/{key}/team": { request: { key: string; fields: TeamFields }; answer: DoneJson };
  "POST /leagues/{key}/home": { request: { key: string; fields: HomeFields }; answer: HomeJson };
  "POST /leagues/{key}/versions": { request: { key: string; raw: ArrayBuffer }; answer: VersionJson };
  "GET /leagues/{key}/versions/{version}": { request: { key: string; version: number }; answer: VersionJson };
  "POST /leagues/{key}/versions/{version}/choose": { request: { key: string; version: number }; answer: DoneJson };
  "POST /leagues/{key}/settings": { request: { key: string; fields: SettingsFields }; answer: DoneJson };
  "POST /leagues/{key}/delete": { request: { key: string; fields: DeleteFields }; answer: DoneJson };
  "POST /leagues/{key}/contests": { request: { key: string; fields: LeagueContestFields }; answer: NewContestJson };
  "POST /leagues/{key}/contests/forecast": { request: { key: string; fields: LeagueContestFields }; answer: ForecastJson };
  "POST /leagues/{key}/groups": { request: { key: string; fields: GroupFields }; answer: DoneJson };
  "POST /leagues/{key}/teams/{number}/name": { request: { key: string; number: number; fields: TeamNameFields }; answer: DoneJson };
  "POST /leagues/{key}/teams/{number}/standing": { request: { key: string; number: number; fields: StandingFields }; answer: DoneJson };
  "POST /leagues/codes/{code}/remove": { request: { code: number }; answer: DoneJson };
  "POST /leagues/{key}/codes": { request: { key: string; fields: NewCodeFields }; answer: SheetJson };
  "POST /leagues/{key}/codes/{code}/remove": { request: { key: string; code: number }; answer: DoneJson };
  "GET /leagues/{key}/table": { request: { key: string }; answer: LeaguePartJson };
  "GET /leagues/{key}/teams/{number}/state": { request: { key: string; number: number }; answer: LeaguePartJson };
  "GET /look/{game}": { request: { game: string; query?: MoveQuery }; answer: LookJson };
  "GET /explain/{game}": { request: { game: string; query?: MoveQuery }; answer: ExplanationJson };
  "GET /groups/{game}/{overlay}": { request: { game: string; overlay: string; query?: PositionQuery }; answer: Array<GroupJson> };
  "GET /games/{key}/hint": { request: { key: string }; answer: HintJson };
  "POST /ask-bot": { request: { fields: AskBotFields }; answer: AskedBotJson };
  "POST /games": { request: { fields: NewGameFields }; answer: KeyJson };
  "GET /games/{key}/log/{turn}": { request: { key: string; turn: number }; answer: LogJson };
  "POST /games/{key}/move": { request: { key: string; fields: MoveFields }; answer: DoneJson };
  "POST /games/{key}/sit": { request: { key: string; fields: SitFields }; answer: DoneJson };
  "POST /games/{key}/rematch": { request: { key: string }; answer: KeyJson };
  "POST /games/{key}/{act}": { request: { key: string; act: "undo" | "decline" | "resign" | "withdraw" | "draw" | "allow-undo" | "refuse-undo" | "accept-draw" | "refuse-draw" | "pause" | "go" | "step" | "cancel" }; answer: DoneJson };
  "POST /replays": { request: { raw: ArrayBuffer }; answer: KeyJson };
  "GET /games/{key}/details": { request: { key: string }; answer: DetailsJson };
  "GET /games/{key}": { request: { key: string }; answer: LiveGameJson };
  "POST /studies": { request: { fields: NewStudyFields }; answer: StudyKeyJson };
  "GET /studies/{key}": { request: { key: string }; answer: StudyJson };
  "POST /studies/{key}": { request: { key: string; fields: StudyFields }; answer: StudyVersionJson };
  "POST /studies/{key}/remove": { request: { key: string; fields: SecretFields }; answer: NothingJson };
  "GET /openings/{game}": { request: { game: string; query?: OpeningsQuery }; answer: OpeningsJson };
  "POST /login": { request: { fields: LoginFields }; answer: DoneJson };
  "POST /logout": { request: Record<string, never>; answer: DoneJson };
  "GET /tokens": { request: Record<string, never>; answer: TokensJson };
  "POST /tokens": { request: Record<string, never>; answer: NewTokenJson };
  "POST /tokens/{id}/revoke": { request: { id: string }; answer: DoneJson };
}

interface Streams {
  "GET /contests/{event}/events": { request: { event: string }; events: { scoreboard: ScoreboardJson } };
  "GET /leagues/{key}/events": { request: { key: string }; events: { edition: EditionJson } };
  "GET /games/{key}/review": { request: { key: string }; events: { progress: ProgressJson; review: ReviewJson } };
  "GET /analysis/{game}": { request: { game: string; query?: PositionQuery }; events: { lines: AnalysisJson; done: NothingJson } };
  "GET /games/{key}/events": { request: { key: string }; events: { you: VisitorJson; sync: LiveGameJson; status: StatusJson; move: NewMoveJson; end: StatusJson; watching: WatchingJson } };
  "GET /live/events": { request: Record<string, never>; events: { tables: SummariesJson; changed: SummariesJson; gone: KeyJson } };
}
