import { AsyncLocalStorage } from 'node:async_hooks';
import { WriteBell } from '../../../adapters/queue/write-bell.js';
import { eventually } from '../../support/eventually.js';

const request = new AsyncLocalStorage<string>();

/** A bell, and the requests in whose context it has made its announcements. */
function bellWith(): { readonly bell: WriteBell; readonly announced: (string | undefined)[] } {
  const announced: (string | undefined)[] = [];
  const query = (): Promise<unknown> => Promise.resolve(announced.push(request.getStore()));
  return { bell: new WriteBell({ query } as never), announced }; // safe: the bell only waits for the query
}

it('makes two announcements of many writes at once, in the context of no request', async () => {
  const { bell, announced } = bellWith();
  bell.hear(true);
  request.run('the first writer', () => {
    for (let nth = 0; nth < 5; nth += 1) bell.ring();
  });
  expect(announced).toHaveLength(1);
  await eventually(
    () => announced.length,
    (count) => count === 2,
  );
  expect(announced).toEqual([undefined, undefined]);
});

it('announces nothing while the process hears no announcements', () => {
  const { bell, announced } = bellWith();
  bell.ring();
  bell.hear(true);
  bell.hear(false);
  bell.ring();
  expect(announced).toEqual([]);
});
