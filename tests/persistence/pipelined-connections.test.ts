import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { PipelinedConnections } from '../../adapters/persistence/connection/pipelined-connections.js';
import { eventually } from '../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';

let database: TestDatabase;
let connections: PipelinedConnections;

beforeAll(async () => {
  database = await cloneDatabase();
  connections = new PipelinedConnections({ connectionString: database.url });
});
afterAll(async () => {
  await connections.end();
  await database.drop();
});

/** Runs a statement as soon as a connection has room for it. */
async function run(text: string, values: unknown[] = []): Promise<object[]> {
  for (;;) {
    const answer = connections.run('read', { name: text, text, values }, 4000, performance.now());
    if (answer) return answer;
    await turn();
  }
}

it('gives the same rows when a statement is run again, with or without columns', async () => {
  for (let n = 0; n < 3; n += 1) {
    expect(await run('select $1::int as n, null as nothing, $2::jsonb as json', [n, { n }])).toEqual([
      { n, nothing: null, json: { n } },
    ]);
    expect(await run('create temp table if not exists numbers (n int)')).toEqual([]);
  }
});

it('refuses a value that cannot be written, and answers the statements beside it', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const beside = run('select 1 as one');
  await expect(run('select $1::jsonb as json', [circle])).rejects.toThrow(/circular/);
  expect(await beside).toEqual([{ one: 1 }]);
  expect(connections.inFlight).toBe(0);
});

/** Sends many statements at once. Returns the connections that answered, by the processes of the server. */
async function sendMany(kind: 'read' | 'write'): Promise<Set<number>> {
  const sent = Array.from({ length: 40 }, () =>
    connections.run<{ pid: number }>(kind, { text: 'select pg_backend_pid() as pid' }, 4000, performance.now()),
  );
  const rows = await Promise.all(sent.map(async (answer) => (await answer) ?? []));
  return new Set(rows.flat().map(({ pid }) => pid));
}

it('sends no read behind a write, and leaves one connection to the reads', async () => {
  await eventually(
    () => sendMany('read'),
    ({ size }) => size === 4,
  );
  const [writers, readers] = await Promise.all([sendMany('write'), sendMany('read')]);
  expect([writers.size, readers.size]).toEqual([3, 1]);
  expect([...readers].filter((pid) => writers.has(pid))).toEqual([]);
});

it('tries again only after a pause when no connection can be opened', async () => {
  let tries = 0;
  const refusing = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo; // safe: `address` returns a text only for a pipe
  const refused = new PipelinedConnections({ host: '127.0.0.1', port });
  const failures: unknown[] = [];
  refused.onFailure = (error) => failures.push(error);
  const now = performance.now();
  for (let n = 0; n < 200; n += 1) {
    expect(refused.run('read', { text: 'select 1' }, 4000, now)).toBeNull();
    await turn();
  }
  await eventually(
    () => failures.length,
    (count) => count === tries,
  );
  expect(failures).toHaveLength(tries);
  for (let n = 0; n < 50; n += 1) {
    expect(refused.run('read', { text: 'select 1' }, 4000, performance.now())).toBeNull();
    await turn();
  }
  expect(failures).toHaveLength(tries);
  expect(tries).toBeGreaterThan(0);
  expect(tries).toBeLessThanOrEqual(4);
  await refused.end();
  refusing.close();
});
