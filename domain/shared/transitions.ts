import { Conflict } from './errors.js';

/** A typed transition table: for each state, the states that it can move to. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** A table that allows every move to another state, for records for which the specification allows all moves. */
export function anyToAny<State extends string>(states: readonly State[]): Transitions<State> {
  const table = Object.fromEntries(states.map((from) => [from, states.filter((to) => to !== from)]));
  // The cast is safe: `Object.fromEntries` loses the type of the keys, and the keys are exactly `states`.
  return table as Record<string, readonly State[]> as Transitions<State>;
}

export function canMove<State extends string>(table: Transitions<State>, from: State, to: State): boolean {
  return table[from].includes(to);
}

/** Thrown when a transition table lacks the move that is asked for. */
export class MoveRefused extends Conflict {
  /** @param field the field of the record that holds the state: `status` */
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(problem);
  }
}
