import pg from 'pg';
import { BackgroundTurns } from '../../adapters/background-turns.js';
import { QueueWorker } from '../../adapters/queue/queue-worker.js';
import { addWork } from '../../adapters/queue/queued-work.js';
import type { QueuedWork, Work } from '../../application/events/work.js';
import { eventually } from '../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';
import { TestLog } from '../support/test-log.js';

interface Payload {
  readonly shop: string;
  readonly id: number;
}

let database: TestDatabase;
let sql: pg.Client;
/** the work that has run, in this order */
let ran: Payload[];

beforeEach(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  ran = [];
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const workOf = (shop: string, first: number, amount: number): QueuedWork[] =>
  Array.from({ length: amount }, (_, nth) => ({
    work: 'note',
    payload: { shop, id: first + nth },
    key: `note:${shop}:${String(first + nth)}`,
  }));

/** Lets one worker run the queue's work, one after the other, until at least so much has run in all. */
async function runUntil(amount: number): Promise<void> {
  const work: Work<Payload> = {
    name: 'note',
    againAfterMs: 0,
    keyOf: ({ shop, id }) => `${shop}:${String(id)}`,
    run: ({ shop, id }) => {
      ran.push({ shop, id });
      return Promise.resolve(true);
    },
  };
  const worker = new QueueWorker({
    connection: { url: database.url, ssl: false },
    works: [work],
    log: new TestLog(),
    turns: new BackgroundTurns(),
    concurrency: 1,
    pollMs: 20,
  });
  worker.start();
  await eventually(
    () => ran.length,
    (now) => now >= amount,
  );
  await worker.stop();
}

/** the numbers of the places at which work of this shop ran, from 0 */
const placesOf = (shop: string): number[] => [...ran.entries()].filter(([, one]) => one.shop === shop).map(([place]) => place);

it('work of a shop runs before the hundredth work of another shop that came first', async () => {
  await addWork(sql, workOf('busy', 0, 200));
  await addWork(sql, workOf('busy', 200, 100));
  await addWork(sql, workOf('other', 0, 3));
  await runUntil(303);
  expect(Math.max(...placesOf('other'))).toBeLessThan(12);
});

it('shops with much work take turns', async () => {
  await addWork(sql, [...workOf('one', 0, 100), ...workOf('two', 0, 100)]);
  await addWork(sql, workOf('three', 0, 100));
  await runUntil(300);
  for (const shop of ['one', 'two', 'three']) expect(placesOf(shop).filter((place) => place < 99).length).toBeGreaterThan(20);
});

it('when a part of a shop’s work is done, later work goes before that of no shop but a busier one', async () => {
  await addWork(sql, workOf('busy', 0, 100));
  await runUntil(50);
  const done = ran.length;
  await addWork(sql, workOf('busy', 100, 20));
  await addWork(sql, workOf('other', 0, 1));
  await runUntil(121);
  expect(placesOf('other')[0]).toBeLessThan(done + 12);
  const busy = ran.filter(({ shop }) => shop === 'busy').map(({ id }) => id);
  expect(Math.min(...busy.slice(-20))).toBeGreaterThan(90); // the later work is the last, but for work of the same priority
});
