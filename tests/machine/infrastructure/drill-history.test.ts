interface Answer {
  readonly status: number;
  readonly text: string;
}
interface Calls {
  readonly checkHistory: (sql: { rows(): Promise<object[]> }, created: ReadonlyMap<string, Answer>) => Promise<string[]>;
}

const file = new URL('../../../workshop/drills/support/answers.mjs', import.meta.url).href;
const { checkHistory } = (await import(file)) as Calls; // safe: the script has no types, but exports this function

const judged = (answer: Answer, times: number): Promise<string[]> =>
  checkHistory({ rows: () => Promise.resolve(times > 0 ? [{ name: 'Dana', n: times }] : []) }, new Map([['Dana', answer]]));
const refused = (outcome: string): Answer => ({ status: 503, text: `the service cannot reach its database; ${outcome}` });

describe('a drill that compares answers with stored rows', () => {
  it.each([
    ['an acknowledged write that is stored', { status: 201, text: '' }, 1],
    ['a write without an answer that is stored', { status: 0, text: 'socket hang up' }, 1],
    ['a write of unknown outcome that is stored', refused('it is unknown whether the change was stored: check'), 1],
    ['a write of unknown outcome that is not stored', refused('it is unknown whether the change was stored: check'), 0],
    ['a refused write that is not stored', refused('nothing changed'), 0],
  ] as const)('accepts %s', async (_, answer, times) => {
    expect(await judged(answer, times)).toEqual([]);
  });

  it.each([
    ['an acknowledged write that is not stored', { status: 201, text: '' }, 0, '1 × acknowledged and not stored'],
    ['a refused write that is stored', refused('nothing changed'), 1, '1 × refused without a doubt, and stored'],
    ['a failed write that is stored', { status: 500, text: '' }, 1, '1 × refused without a doubt, and stored'],
    ['a write that is stored twice', { status: 201, text: '' }, 2, '1 × stored twice'],
  ] as const)('reports %s', async (_, answer, times, line) => {
    expect(await judged(answer, times)).toEqual([line]);
  });
});
