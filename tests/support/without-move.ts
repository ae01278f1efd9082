import type { Transitions } from '../../domain/shared/transitions.js';

/** Takes one move out of a transition table for the duration of `work`. */
export async function withoutMove<State extends string, T>(
  table: Transitions<State>,
  from: State,
  to: State,
  work: () => T | Promise<T>,
): Promise<T> {
  const open = table as Record<State, readonly State[]>; // safe: the table is an object, which is put right again below
  const moves = open[from];
  open[from] = moves.filter((state) => state !== to);
  try {
    return await work();
  } finally {
    open[from] = moves;
  }
}
