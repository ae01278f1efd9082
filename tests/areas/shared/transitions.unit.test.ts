import { anyToAny, canMove, MoveRefused, type Transitions } from '../../../domain/shared/transitions.js';

const LIGHT: Transitions<'red' | 'green' | 'off'> = { red: ['green'], green: ['red'], off: [] };

describe('a table of transitions', () => {
  it('allows the transitions that it names, and no other', () => {
    const states = ['red', 'green', 'off'] as const;
    const moves = states.flatMap((from) => states.filter((to) => canMove(LIGHT, from, to)).map((to) => `${from} ${to}`));
    expect(moves).toEqual(['red green', 'green red']);
  });

  it('is named by the error for a move that it lacks, with the field', () => {
    expect(new MoveRefused('stage', 'it is off')).toMatchObject({ code: 'conflict', field: 'stage', message: 'it is off' });
  });

  it('allows every other state, and never the same state, if it is made for any states', () => {
    expect(anyToAny(['a', 'b', 'c'])).toEqual({ a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] });
  });
});
