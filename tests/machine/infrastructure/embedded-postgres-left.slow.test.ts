import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ownEmbeddedPostgres, visitEmbeddedPostgres } from '../../../infrastructure/embedded-postgres/embedded-postgres.js';
import { query } from '../../support/database-process.js';

let dataDir = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-postgres-test-'));
  await chmod(dataDir, 0o755);
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

test('a visitor keeps the server that it started when a service that took it over stops', async () => {
  const visitor = await visitEmbeddedPostgres(dataDir);
  await (await ownEmbeddedPostgres(dataDir)).stop();
  expect(await query(visitor.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await visitor.stop();
  await expect(query(visitor.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a service that stops leaves its server to a visitor who still uses it', async () => {
  const owner = await ownEmbeddedPostgres(dataDir);
  const visitor = await visitEmbeddedPostgres(dataDir);
  await owner.stop();
  expect(await query(visitor.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await visitor.stop();
  await expect(query(visitor.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a visitor leaves no server behind when it leaves at the same moment as the service', async () => {
  for (let round = 0; round < 5; round += 1) {
    const visitor = await visitEmbeddedPostgres(dataDir);
    const owner = await ownEmbeddedPostgres(dataDir);
    await Promise.all([visitor.stop(), owner.stop()]);
    await expect(query(visitor.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
});
