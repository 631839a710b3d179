// The board, for scripts of the page that are not part of the app.

export * from "./board/index.ts";
