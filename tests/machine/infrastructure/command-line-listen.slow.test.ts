import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { storeNumberedEvents } from '../../support/numbered-events.js';
import { Receiver } from '../../support/receiver.js';
import { shopCommands } from '../../support/shop-commands.js';

const { database, shop } = shopCommands();

test('shop-ops listen delivers each event from now on, of the wanted kinds, until Ctrl-C', async () => {
  const receiver = await Receiver.start({
    answer: (response, { body }) => response.writeHead(body.includes('task') ? 500 : 200).end(),
  });
  await storeNumberedEvents(database().url, shop(), ['lead.created']);
  const forwardTo = `localhost:${receiver.port}/hook`;
  const kinds = ['--events', 'lead.created,task.created'];
  const args = ['bin/shop-ops.mjs', 'listen', '--forward-to', forwardTo, ...kinds, '--json'];
  const env = bareEnvironment({ DATABASE_URL: database().url, SIGNING_KEYS: 'a-signing-key-of-the-tests' });
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line) as Record<string, unknown>); // each line is a document
  });
  const isWritten = (count: number): Promise<number> =>
    eventually(
      () => lines.length,
      (length) => length >= count,
      30_000, // on a busy machine a process takes seconds to begin
    );
  await isWritten(1);
  const records = await storeNumberedEvents(database().url, shop(), ['lead.created', 'lead.updated', 'task.created']);
  await isWritten(5);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await receiver.close();
  const [begun, ...tries] = lines;
  const secret = String(begun?.['secret']);
  expect(begun).toEqual({ shop: shop(), forward_to: `http://${forwardTo}`, secret, after: 1 });
  const outcomes = tries.map(({ type, attempt, status, again }) => [type, attempt, status, again]).sort();
  expect(outcomes).toEqual([
    ['lead.created', 1, 200, false],
    ['task.created', 1, 500, true],
    ['task.created', 2, 500, true],
    ['task.created', 3, 500, false],
  ]);
  const delivered = receiver.requests.map(({ body, headers }) => {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as { data: { id: string } }; // as the feed has it
  });
  expect(new Set(delivered.map(({ data }) => data.id))).toEqual(new Set([records[0], records[2]]));
}, 60_000);

/** The processes that a failed test would leave behind. */
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

test('shop-ops listen goes on where it was: when the database was away, and when it starts again after it was killed', async () => {
  const receiver = await Receiver.start();
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-listen-'));
  const env = bareEnvironment({ DATABASE_URL: database().url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: folder });
  const sql = new pg.Client(database().url);
  await sql.connect();
  const backends = async (): Promise<number[]> => {
    const { rows } = await sql.query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()');
    return rows.map(({ pid }) => pid);
  };
  const listening = async (...more: string[]): Promise<{ readonly child: ChildProcess; readonly after: number }> => {
    const args = ['bin/shop-ops.mjs', 'listen', '--forward-to', receiver.url(), '--shop', shop(), '--json', ...more];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    children.add(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, after: (JSON.parse(line) as { after: number }).after };
  };
  const happens = async (): Promise<string> => (await storeNumberedEvents(database().url, shop(), ['lead.created']))[0] ?? '';
  /** The ids of the records, each once: a delivery whose answer was not heard is repeated. */
  const delivered = (count: number): Promise<string[]> =>
    eventually(
      () => [...new Set(receiver.requests.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id))],
      ({ length }) => length >= count,
      30_000,
    );
  const before = new Set(await backends());
  const { child } = await listening();
  const own = (await backends()).filter((pid) => !before.has(pid));
  await sql.query('select pg_terminate_backend(pid) from unnest($1::integer[]) as pid', [own]);
  const first = await happens();
  expect(await delivered(1)).toEqual([first]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const meanwhile = await happens();
  const again = await listening();
  expect(await delivered(2)).toEqual([first, meanwhile]);
  again.child.kill('SIGINT');
  await once(again.child, 'exit');
  await happens();
  const { rows } = await sql.query<{ newest: string }>('select max(number) as newest from outbox');
  expect((await listening('--from-now')).after).toBe(Number(rows[0]?.newest));
  await Promise.all([sql.end(), receiver.close(), rm(folder, { recursive: true })]);
}, 120_000);
