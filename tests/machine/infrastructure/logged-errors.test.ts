import { TestLog } from '../../support/test-log.js';

/** What the test environment adds to the error of a test that fails. */
const printed = (): string[] =>
  (globalThis as unknown as { faults: { stack?: string }[] }).faults
    .splice(0)
    .map(({ stack = '' }) => stack.split('\n', 1)[0] ?? '');

test.each([
  ['an error', { error: new Error('the query has a fault') }, 'Error: the query has a fault'],
  [
    'the reason of a 503, which has no stack',
    { status: 503, reason: 'ECONNREFUSED' },
    'request failed {"status":503,"reason":"ECONNREFUSED"}',
  ],
])('a test that fails is printed with %s that the service logged', (_, detail, line) => {
  new TestLog().error('request failed', detail);
  expect(printed()).toEqual([line]);
});
