interface Answer {
  readonly key: number;
  readonly at: number;
  readonly status: number;
}
interface Judging {
  readonly judgeLimits: (answers: readonly Answer[], rules: object) => string[];
}

const file = new URL('../../../workshop/drills/support/limit-windows.mjs', import.meta.url).href;
const { judgeLimits } = (await import(file)) as Judging; // safe: the script has no types, but has this export

const RULES = { limit: 20, mostOver: 0.05, mostUnder: 0.05, outages: [] };

/** The answers to a key that asks every second for so many seconds, and is served until its limit of each minute is used up. */
const asked = (seconds: number, served: number, key = 0): Answer[] =>
  Array.from({ length: seconds }, (_, n) => ({ key, at: n * 1000, status: n % 60 < served ? 200 : 429 }));

it('the limits hold when each whole window has the limit, and the last one no more', () => {
  expect(judgeLimits([...asked(130, 20), ...asked(190, 21, 1), ...asked(10, 10, 2)], RULES)).toEqual([]);
});

it('a key that was served too often in one window breaks the limits', () => {
  expect(judgeLimits([...asked(60, 22, 3), ...asked(60, 20)], RULES)).toEqual([
    'the key 3 was served 22 times in a window of 20',
  ]);
});

it('a key that was served too seldom in a whole window breaks the limits', () => {
  expect(judgeLimits(asked(61, 18), RULES)).toEqual(['the key 0 was served only 18 times in a window of 20']);
});

it('an outage of Redis begins the windows anew, and is in none of them', () => {
  const twice = asked(60, 60).map((answer) => ({ ...answer, status: answer.at % 30_000 < 20_000 ? 200 : 429 }));
  expect(judgeLimits(twice, RULES)).toEqual(['the key 0 was served 40 times in a window of 20']);
  expect(judgeLimits(twice, { ...RULES, outages: [{ from: 30_000, to: 32_000 }] })).toEqual([]);
});

it('a request without an answer may have been counted', () => {
  const answers = asked(61, 20).map((answer) => (answer.at < 3000 ? { ...answer, status: 0 } : answer));
  expect(judgeLimits(answers, RULES)).toEqual([]);
});
