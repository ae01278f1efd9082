import type pg from 'pg';
import { Leader } from '../../../adapters/queue/leader.js';
import type { Log } from '../../../application/kernel/ports/ports.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

it('a task that throws is tried again at its own time, and the tasks behind it have their turn', async () => {
  const runs = { broken: 0, other: 0 };
  const warnings: string[] = [];
  const log = { warn: (message: string) => warnings.push(message) } as unknown as Log; // safe: the leader only warns
  const broken = {
    everyMs: 3_600_000,
    run: (): Promise<boolean> => {
      runs.broken += 1;
      return Promise.reject(new Error('this task has a fault'));
    },
  };
  const other = { everyMs: 1, run: (): Promise<boolean> => Promise.resolve((runs.other += 1) < 0) };
  const connection = { connectionString: database.url } satisfies pg.ClientConfig;
  const leader = new Leader({ connection, tasks: [broken, other], duty: () => Promise.resolve(), log, standByMs: 1 });
  leader.start();
  await eventually(
    () => Promise.resolve(runs.other),
    (count) => count > 5,
  );
  await leader.stop();
  expect({ broken: runs.broken, warnings }).toEqual({ broken: 1, warnings: ['background work was interrupted'] });
});
