// The board as a widget of its own: see README.md beside this file.

export * from "./board.ts";
export { Palette, type PaletteOptions } from "./palette.ts";
export { element, Picture, pieceDrawing, type Place, type Stencil } from "./picture.ts";
export type { Group, Line } from "./overlays.ts";
export type { Letters, Step } from "./pieces.ts";
