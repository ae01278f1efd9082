import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { isDue } from '../../../infrastructure/backup/backup-watch.js';
import { command } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, onServer, type TestDatabase } from '../../support/postgres.js';
import { asRole } from '../../support/service-role.js';
import { at } from '../../support/test-clock.js';
import { startWholeService } from '../../support/whole-service.js';

jest.setTimeout(120_000);

let database: TestDatabase;
let root: string;

beforeAll(async () => {
  database = await cloneDatabase();
  root = await mkdtemp(join(tmpdir(), 'daily-backup-test-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

const HALF_PAST_TWO = 2.5 * 3_600_000;

test.each([
  [null, '2026-03-01T00:00:00Z', true],
  ['2026-03-01T02:30:00Z', '2026-03-01T23:00:00Z', false],
  ['2026-03-01T02:30:00Z', '2026-03-02T02:29:59Z', false],
  ['2026-03-01T02:30:00Z', '2026-03-02T02:30:00Z', true],
  ['2026-03-01T23:00:00Z', '2026-03-02T02:30:00Z', true],
])('after a backup at %s, one of 02:30 is due at %s: %s', (made, now, due) => {
  expect(isDue({ made: made === null ? null : at(made), verified: null }, HALF_PAST_TWO, at(now))).toBe(due);
});

/** The verification makes a database, so docs/operating.md lets the role of the service do that. */
const ROLE = 'daily_backup_of_tests';

test('a service with BACKUP_TO makes a backup, verifies it, and says how old it is', async () => {
  const to = join(root, 'backups');
  const leastRights = await asRole(ROLE, database.url);
  await onServer((client) => client.query(`alter role ${ROLE} createdb`));
  const service = await startWholeService(leastRights, { BACKUP_TO: to, DATA_DIR: root, METRICS_PORT: '0' });
  const readiness = async (): Promise<string> => (await fetch(`${service.url}/readyz`)).text();
  const verified = async (): Promise<number> => {
    const [name = ''] = await readdir(to).catch(() => []);
    return (await readdir(join(to, name)).catch(() => [])).filter((file) => file === 'verified').length;
  };
  try {
    expect(await readiness()).toContain('"backup":');
    await eventually(verified, (n) => n === 1, 60_000);
    await eventually(readiness, (text) => text.includes('"backup":"0 h old, the last verified one 0 h"'), 60_000);
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^backup_age_seconds \d/m);
    expect(metrics).toMatch(/^backup_verified_age_seconds \d/m);
    const settings = { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: root, BACKUP_TO: to };
    const { findings } = (await command(settings, 'doctor', '--json')).document;
    expect(findings).toContainEqual(expect.objectContaining({ check: 'backups', status: 'ok' }));
  } finally {
    await service.stop();
  }
});
