// What the page's older scripts use of the app.

export * from "./board/index.ts";
export * from "./game/record.ts";
export * from "./game/tree-store.ts";
export * from "./game/tree.ts";
export { beatenLevels, noteBeaten } from "./learn/beaten.ts";
export { beginFirstGame } from "./learn/first-game.ts";
export { handOver, type Mistake } from "./learn/mistakes.ts";
export { makePuzzle, makePuzzles } from "./learn/puzzles.ts";
export { lookAgain } from "./learn/second-look.ts";
