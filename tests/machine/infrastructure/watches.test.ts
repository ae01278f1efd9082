import pg from 'pg';
import { ownConnection } from '../../../adapters/postgres/pool.js';
import { Leader } from '../../../adapters/queue/leader.js';
import { QueueWorker } from '../../../adapters/queue/worker.js';
import { ClockWatch } from '../../../infrastructure/server/clock-watch.js';
import { DiskWatch, folderOf } from '../../../infrastructure/server/disk-watch.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { TestLog } from '../../support/test-log.js';

/** The two clocks of a machine that nobody sets. */
function bothClocks(now: () => number): [wall: () => number, steady: () => number] {
  return [now, now];
}

describe('the clock of an instance', () => {
  const NOW = 1_800_000_000_000;
  /** @param databaseMs what the database's clock says @param tookMs the time of its answer */
  async function watched(databaseMs: number | null, tookMs = 0): Promise<{ watch: ClockWatch; log: TestLog }> {
    const log = new TestLog();
    let now = NOW;
    const read = (): Promise<never[]> => {
      now += tookMs;
      if (databaseMs === null) return Promise.reject(new Error('the database is away'));
      return Promise.resolve([{ ms: databaseMs }] as never[]); // safe: the watch reads this property
    };
    const watch = new ClockWatch({ read }, log, ...bothClocks(() => now));
    await watch.look();
    return { watch, log };
  }

  it.each([
    [0, 'ok', true],
    [2_000, 'ok', true],
    [-2_001, 'off', true],
    [60_000, 'off', true],
    [60_001, 'far off', false],
    [-600_000, 'far off', false],
  ] as const)('that is %i ms ahead of the database’s is %s', async (ahead, state, isTrusted) => {
    const { watch, log } = await watched(NOW - ahead);
    expect([watch.offsetMs, watch.state, watch.isTrusted()]).toEqual([ahead, state, isTrusted]);
    expect(log.lines.map(({ level }) => level)).toEqual(state === 'ok' ? [] : ['warn']);
  });

  it('is taken from the middle of the question and its answer', async () => {
    expect((await watched(NOW, 1_000)).watch.offsetMs).toBe(500);
  });

  it.each([
    ['the answer takes long', NOW - 600_000, 1_001],
    ['the database is away', null, 0],
  ])('is unknown when %s, and the instance goes on working', async (_, databaseMs, tookMs) => {
    const { watch } = await watched(databaseMs, tookMs);
    expect([watch.state, watch.isTrusted()]).toEqual(['unknown', true]);
  });

  it('is told of once, with the seconds, and again when it is right', async () => {
    const log = new TestLog();
    let ahead = 600_000;
    const read = (): Promise<never[]> => Promise.resolve([{ ms: NOW - ahead }] as never[]); // safe: the watch reads this property
    const watch = new ClockWatch({ read }, log, ...bothClocks(() => NOW));
    for (const next of [600_000, 600_000, 0]) {
      ahead = next;
      await watch.look();
    }
    expect(log.lines).toEqual([
      {
        level: 'warn',
        message:
          'the clock of this machine differs from the database’s: this instance does no background work, and answers with the time of the database',
        detail: { reason: '600.0 s ahead' },
      },
      { level: 'info', message: 'the clock of this machine agrees with the database’s again', detail: {} },
    ]);
  });
});

describe('the clock of a machine that is set while an instance runs', () => {
  const NOW = 1_800_000_000_000;
  /** @returns the watch, how often the database was asked, and the way to set the clock of the machine by so many milliseconds */
  async function watched() {
    let [setBy, asked] = [0, 0];
    const read = (): Promise<never[]> => {
      asked += 1;
      return Promise.resolve([{ ms: NOW }] as never[]); // safe: the watch reads this property
    };
    const watch = new ClockWatch(
      { read },
      new TestLog(),
      () => NOW + setBy,
      () => 1_000,
    );
    await watch.look();
    return { watch, asked: () => asked, set: (ms: number) => (setBy = ms) };
  }

  it.each([600_000, -600_000])(
    'by %i ms is not trusted from that moment on, and trusted again when it is set back',
    async (ms) => {
      const { watch, set } = await watched();
      set(ms);
      expect(watch.isTrusted()).toBe(false);
      set(0);
      expect(watch.isTrusted()).toBe(true);
    },
  );

  it('is compared at once when it was set, and not when it was not', async () => {
    const { watch, asked, set } = await watched();
    await watch.lookIfSet();
    expect([asked(), watch.state, watch.correctionMs()]).toEqual([1, 'ok', 0]);
    set(600_000);
    await watch.lookIfSet();
    expect([asked(), watch.state, watch.correctionMs()]).toEqual([2, 'far off', 600_000]);
    await watch.lookIfSet();
    expect(asked()).toBe(2);
  });

  it('of a machine that has slept is right again with the next look', async () => {
    let woke = NOW;
    let steady = 0;
    const read = (): Promise<never[]> => Promise.resolve([{ ms: woke }] as never[]); // safe: the watch reads this property
    const watch = new ClockWatch({ read }, new TestLog(), ...([() => woke, () => steady] as const));
    await watch.look();
    woke += 3_600_000;
    steady += 10;
    await watch.lookIfSet();
    expect([watch.state, watch.isTrusted(), watch.correctionMs()]).toEqual(['ok', true, 0]);
  });
});

describe('the disk', () => {
  it.each([
    [0.5, 'ok', 0],
    [0.9, 'nearly full', 1],
  ] as const)('of which %d is used is %s', async (used, state, lines) => {
    const log = new TestLog();
    const watch = new DiskWatch('/files', log, () => Promise.resolve({ used, free: 0 }));
    await watch.look();
    await watch.look();
    expect([watch.used, watch.state, log.lines.length]).toEqual([used, state, lines]);
  });

  it('of a folder that cannot be looked at is unknown, and the real one has a ratio', async () => {
    const broken = new DiskWatch('/files', new TestLog(), () => Promise.reject(new Error('no such folder')));
    await broken.look();
    const real = new DiskWatch('no/such/folder/yet', new TestLog());
    await real.look();
    expect([broken.state, broken.used]).toEqual(['unknown', null]);
    expect(real.used).toBeGreaterThan(0);
    expect(real.used).toBeLessThanOrEqual(1);
  });

  it('that counts is the one where files are kept', () => {
    const folder = { kind: 'folder', folder: '/sounds' } as const;
    const bucket = { kind: 's3', bucket: 'sounds', prefix: '', endpoint: null, region: 'ca-central-1' } as const;
    const database = { url: 'postgres://db', directUrl: null, poolSize: 1, ssl: false };
    expect(folderOf({ database: null, dataDir: '/data', recordings: bucket })).toBe('/data');
    expect(folderOf({ database, dataDir: '/data', recordings: folder })).toBe('/sounds');
    expect(folderOf({ database, dataDir: '/data', recordings: bucket })).toBe(null);
  });
});

describe('an instance whose clock is wrong', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.drop());

  it('gives the lead to another, and takes it again only when its clock is right', async () => {
    const connection = ownConnection({ url: database.url, ssl: false });
    const trusted = { one: true, other: false };
    const runs = { one: 0, other: 0 };
    const leaderOf = (name: 'one' | 'other'): Leader =>
      new Leader({
        connection,
        tasks: [
          {
            everyMs: 1,
            run: () => {
              runs[name] += 1;
              return Promise.resolve(false);
            },
          },
        ],
        duty: () => Promise.resolve(),
        log: new TestLog(),
        isTrusted: () => trusted[name],
        standByMs: 1,
      });
    const leaders = [leaderOf('one'), leaderOf('other')];
    for (const leader of leaders) leader.start();
    await eventually(
      () => runs.one,
      (count) => count > 3,
    );
    expect(runs.other).toBe(0);
    Object.assign(trusted, { one: false, other: true });
    await eventually(
      () => runs.other,
      (count) => count > 3,
    );
    const before = runs.one;
    expect(
      await eventually(
        () => runs.other,
        (count) => count > 10,
      ),
    ).toBeGreaterThan(10);
    expect(runs.one).toBe(before);
    await Promise.all(leaders.map((leader) => leader.stop()));
  });

  it('does no queued work, and does it when its clock is right', async () => {
    const sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    let isTrusted = false;
    let looked = 0;
    let done = 0;
    const work = { name: 'note', run: () => Promise.resolve((done += 1) > 0) };
    const worker = new QueueWorker({
      ...{ connection: ownConnection({ url: database.url, ssl: false }), works: [work], log: new TestLog(), concurrency: 1 },
      isTrusted: () => {
        looked += 1;
        return isTrusted;
      },
      restartMs: 5,
      pollMs: 50,
    });
    await sql.query(`select graphile_worker.add_job('note', '{}')`);
    worker.start();
    await eventually(
      () => looked,
      (times) => times > 10,
    );
    expect(done).toBe(0);
    isTrusted = true;
    expect(
      await eventually(
        () => done,
        (times) => times > 0,
      ),
    ).toBe(1);
    await worker.stop();
    await sql.end();
  });
});
