// The text of a position in its parts: what stands where, the turn, and whatever else the game writes behind.

/** @typedef {{ letters: Record<string, string>, turn: string, rest: string[] }} PositionParts */

/** @param {string} text @returns {Omit<PositionParts, "letters">} */
export function splitPosition(text) {
  const [, turn = "0", ...rest] = text.split(" ");
  return { turn, rest };
}

// Rows from top to bottom as the board is drawn, with runs of empty squares as long as possible.
/** @param {PositionParts} parts @param {Pick<StencilJson, "columns" | "rows"> | undefined} kit The board as it is usually drawn. */
export function joinPosition({ letters, turn, rest }, kit) {
  const { columns, rows } = kit ?? { columns: "", rows: "" };
  const lines = [...rows].map((row) => {
    let line = "", empty = 0;
    for (const column of columns) {
      const letter = letters[column + row];
      if (!letter) {
        empty += 1;
        continue;
      }
      line += (empty || "") + letter;
      empty = 0;
    }
    return line + (empty || "");
  });
  return [lines.join("/"), turn, ...rest].join(" ");
}
