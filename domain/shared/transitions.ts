/** A typed transition table: from each state, the states that some verb can lead to. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Every state to every other, where the documents allow all moves. */
export function anyToAny<State extends string>(states: readonly State[]): Transitions<State> {
  const table = Object.fromEntries(states.map((from) => [from, states.filter((to) => to !== from)]));
  // fromEntries forgets the key type; the keys are exactly `states`.
  return table as Record<string, readonly State[]> as Transitions<State>;
}

export function canMove<State extends string>(table: Transitions<State>, from: State, to: State): boolean {
  return table[from].includes(to);
}
