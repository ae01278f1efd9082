import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CallId } from '../../../domain/shared/id.js';
import { contentsOf, keepFile, manifestOf, TONE } from '../../support/carried-media.js';
import { bareEnvironment, shopOps } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { importRows } from '../../support/importing.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const COUNT = 400;
const LARGE = Buffer.concat([TONE, Buffer.alloc(200_000)]);

let service: TestService;
let root: string;

beforeAll(async () => {
  service = await startTestService();
  root = await mkdtemp(join(tmpdir(), 'recordings-killed-'));
});
afterAll(async () => {
  await service.stop();
  await rm(root, { recursive: true, force: true });
});

const settings = (): Record<string, string> => ({
  DATABASE_URL: service.databaseUrl,
  SIGNING_KEYS: 'a-signing-key-of-the-tests',
  DATA_DIR: root,
  RECORDINGS: `file:${service.recordings.folder}`,
});

/** Restores calls into a shop. */
async function restored(calls: readonly CallId[]): Promise<TestShop> {
  const shop = await service.shop();
  const call = { direction: 'inbound', from: '+16135550142', to: '+16135550100', started_at: '2026-03-01T09:00:00.000Z' };
  const { created } = await importRows(
    service,
    shop,
    'calls',
    calls.map((id) => ({ ...call, id, has_recording: true })),
    { restore: true },
  );
  expect(created).toBe(calls.length);
  return shop;
}

/** Runs a command until `begun`, and kills it. */
async function killed(args: readonly string[], begun: () => Promise<boolean>): Promise<void> {
  const child = spawn(process.execPath, ['bin/shop-ops.mjs', ...args], { env: bareEnvironment(settings()), stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await eventually(begun, (has) => has, 60_000);
  child.kill('SIGKILL');
  await ended;
}

const isFile = (name: string): boolean => /^[0-9a-f-]{36}$/.test(name);

test('killed exports and imports leave nothing that is not whole, and the same commands complete them', async () => {
  const calls = Array.from({ length: COUNT }, () => randomUUID() as CallId); // safe: ids are UUIDs
  const shop = await restored(calls);
  const fields = { kind: 'recording', contentType: 'audio/wav', durationSeconds: 1 } as const;
  for (const callId of calls) await keepFile(service, shop.id, LARGE, { ...fields, callId });
  const folder = join(root, 'export');
  const exported = ['recordings', 'export', folder, '--shop', shop.id, '--json'];
  await killed(exported, async () => (await readdir(folder).catch(() => [])).filter(isFile).length > 20);
  const names = await readdir(folder);
  expect(names.filter(isFile).length).toBeLessThan(COUNT);
  expect(names).not.toContain('recordings.ndjson');
  for (const name of names.filter(isFile)) expect((await stat(join(folder, name))).size).toBe(LARGE.length);
  expect((await shopOps(settings(), ...exported)).document).toMatchObject({ files: COUNT, skipped: 0 });
  expect(await manifestOf(folder)).toHaveLength(COUNT);

  const copy = await restored(calls);
  const imported = ['recordings', 'import', folder, '--shop', copy.id, '--json'];
  const stored = async (): Promise<number> => Object.keys(await contentsOf(service, copy.id)).length;
  await killed(imported, async () => (await stored()) > 5);
  const before = await contentsOf(service, copy.id);
  expect(Object.values(before).filter((content) => content !== LARGE.toString('base64'))).toEqual([]);
  const { document } = await shopOps(settings(), ...imported);
  expect(document).toMatchObject({ read: COUNT, created: COUNT - Object.keys(before).length, skipped: 0 });
  expect(await stored()).toBe(COUNT);
}, 300_000);
