// The board widget inside the app: properties in, callbacks out.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { pageBoard } from "page/page-board.js";
import type { Board, BoardState, Options } from "../board/index.ts";

type Callbacks = Pick<Options, "onMove" | "onPoint" | "onWhyNot" | "onUnplan" | "onDraw">;
type Shown = Partial<BoardState> & { stamps?: Record<string, string>; slide?: boolean };

interface Props {
  label: string;
  on: Callbacks;
  /** What is shown; a part that is another value than before is set again. */
  shown: Shown;
}

export function BoardView({ label, on, shown }: Props) {
  const host = useRef<HTMLDivElement>(null), board = useRef<Board | null>(null), before = useRef<Shown>({}), callbacks = useRef(on);
  callbacks.current = on;
  useLayoutEffect(() => {
    const made = board.current = pageBoard(host.current as HTMLDivElement, {
      label,
      onMove: (move) => callbacks.current.onMove?.(move),
      onPoint: (from, to) => callbacks.current.onPoint?.(from, to),
      onWhyNot: (from, to) => callbacks.current.onWhyNot?.(from, to),
      onUnplan: () => callbacks.current.onUnplan?.(),
      onDraw: (marks) => callbacks.current.onDraw?.(marks),
    });
    return () => made.destroy();
  }, []);
  useEffect(() => {
    const { slide, stamps, ...parts } = shown;
    const changed = Object.fromEntries(Object.entries(parts).filter(([name, value]) => value !== before.current[name as keyof Shown]));
    before.current = shown;
    if (Object.keys(changed).length) board.current?.set({ ...changed, stamps, slide });
  });
  return <div class="board" ref={host} />;
}
