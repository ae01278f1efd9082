import type pg from 'pg';
import { Leader, type PeriodicTask } from '../../../adapters/queue/leader.js';
import type { Log } from '../../../application/kernel/ports/ports.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const quiet = { warn: () => undefined } as unknown as Log; // safe: the leader only warns

it('runs after a write what follows writes, and nothing else', async () => {
  const ran: string[] = [];
  const taskOf = (name: string, rest: object): PeriodicTask => ({
    everyMs: 3_600_000,
    ...rest,
    run: () => Promise.resolve(ran.push(name) < 0),
  });
  const tasks = [taskOf('follower', { afterWritesMs: 1 }), taskOf('other', {})];
  const connection = { connectionString: database.url } satisfies pg.ClientConfig;
  const leader = new Leader({ connection, tasks, duty: () => Promise.resolve(), log: quiet, standByMs: 1 });
  leader.start();
  const untilRuns = (amount: number): Promise<number> =>
    eventually(
      () => ran.length,
      (count) => count >= amount,
    );
  await untilRuns(2);
  leader.noticeWrite();
  await untilRuns(3);
  await leader.stop();
  expect(ran).toEqual(['follower', 'other', 'follower']);
});

it('runs every task, also when a write comes before its first run and the task before it throws', async () => {
  const ran: string[] = [];
  const connection = { connectionString: database.url } satisfies pg.ClientConfig;
  const first: PeriodicTask = {
    everyMs: 3_600_000,
    run: () => {
      ran.push('first');
      leader.noticeWrite();
      return Promise.reject(new Error('this task has a fault'));
    },
  };
  const second: PeriodicTask = { everyMs: 3_600_000, run: () => Promise.resolve(ran.push('second') < 0) };
  const leader = new Leader({ connection, tasks: [first, second], duty: () => Promise.resolve(), log: quiet, standByMs: 1 });
  leader.start();
  await eventually(
    () => ran.length,
    (count) => count === 2,
    5_000,
  );
  await leader.stop();
  expect(ran).toEqual(['first', 'second']);
});

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
