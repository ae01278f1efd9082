import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { BackgroundBench } from '../../support/background-bench.js';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { startFakeVpic, type FakeVpic } from '../../support/fakes/vpic/fake-vpic.js';
import { freshVin } from '../../support/areas/vehicles.js';

// The limit is high, because the test starts a process of its own.
jest.setTimeout(120_000);

const JOBS = 200;

let bench: BackgroundBench;
let vpic: FakeVpic;
let child: ChildProcess | undefined;

beforeEach(async () => {
  bench = await BackgroundBench.open();
  vpic = await startFakeVpic();
  vpic.mode = 'slow';
  vpic.slowMs = 80;
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await vpic.stop();
  await bench.close();
});

test('a process lives on when all its sessions are ended while jobs wait, and does every job', async () => {
  const shop = await (await bench.start({ WORKER: 'off' })).shop();
  await bench.sql.query(
    `select graphile_worker.add_job('complete-vehicle',
        json_build_object('shop', $1::text, 'id', gen_random_uuid(), 'vin', vin, 'since', '2099-01-01T00:00:00.000Z'))
      from unnest($2::text[]) vin`,
    [shop, Array.from({ length: JOBS }, freshVin)],
  );
  const env = { DATABASE_URL: bench.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', PORT: '0', VIN_DECODER_URL: vpic.url };
  const service = spawn(process.execPath, ['bin/start.mjs'], {
    env: bareEnvironment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child = service;
  let log = '';
  service.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
  for (const asked of [10, 60, 110, 160]) {
    await eventually(
      () => vpic.requests.length,
      (now) => now >= asked || service.exitCode !== null,
      30_000,
    );
    await bench.sql.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
  }
  const left = await eventually(
    () => bench.jobs(),
    (rows) => rows.length === 0 || service.exitCode !== null,
    60_000,
  );
  const ended = service.exitCode === null ? null : log;
  expect({ left: left.length, ended }).toEqual({ left: 0, ended: null });
  expect(new Set(vpic.requests).size).toBe(JOBS);
});
