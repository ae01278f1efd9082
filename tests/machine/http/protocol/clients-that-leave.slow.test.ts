import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { eventually } from '../../../support/eventually.js';
import { probeOperation, Gate } from '../../../support/probe-operation.js';
import { operations } from '../../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

const { probe, operation: probing } = probeOperation();
let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, probing] });
  shop = await service.shop();
});
afterAll(() => service.stop());

const NOBODY = '0197a1c0-0000-7000-8000-000000000000';

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.full.token}\r\n\r\n`;
}

/** Opens a connection and returns both its ends. */
async function pair(): Promise<readonly [client: Socket, server: Socket]> {
  const accepted = once(service.server, 'connection') as Promise<[Socket]>;
  const client = await opened();
  return [client, (await accepted)[0]];
}

/** Resolves when the socket is closed, with or without an error. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('a client that sends many requests and leaves without reading', () => {
  const descriptors = (): string[] =>
    readdirSync('/proc/self/fd')
      .flatMap((fd) => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`).replace(/\d+/g, 'N')];
        } catch {
          return []; // the entry of the folder that is being listed
        }
      })
      .sort();
  /** Sends three requests for each path on each of several connections. Each connection begins with another path. */
  async function abandonAll(paths: readonly string[]): Promise<void> {
    const sockets: Socket[] = [];
    const closed: Promise<void>[] = [];
    for (let index = 0; index < paths.length; index += 5) {
      const [socket, served] = await pair();
      sockets.push(socket);
      closed.push(closing(served));
      const rotated = [...paths.slice(index), ...paths.slice(0, index)];
      await new Promise((resolve) => socket.pause().write(rotated.map(get).join('').repeat(3), resolve));
    }
    await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  }

  /** Opens every connection that the service may have to the database, so that each count has all of them. */
  async function openConnections(): Promise<void> {
    const { pool } = service.connections;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of clients) client.release();
  }

  it('leaves no open descriptor, on any route', async () => {
    const paths = service.routes.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/:\w+/g, NOBODY));
    expect(paths).toEqual(expect.arrayContaining(['/docs/', '/healthz', '/readyz', '/api/v1/leads', `/api/v1/leads/${NOBODY}`]));
    await abandonAll(paths);
    await openConnections();
    const before = descriptors();
    await abandonAll(paths);
    await openConnections();
    // A connection to the database that took too long may have been closed after the first count, and is no longer there.
    const left = await eventually(descriptors, ({ length }) => length <= before.length, 3000);
    expect(left.length).toBeLessThanOrEqual(before.length);
  });
});

function post(path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.full.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Returns the data that arrived until the service closed the connection. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

const leads = async (): Promise<string[]> => (await shop.full.get('/leads')).body.data.map(({ name }: { name: string }) => name);

it('a client that shuts its sending half after a request gets the answers to all its requests', async () => {
  const gate = new Gate();
  probe.before = gate.step;
  const socket = await opened();
  socket.end(get('/api/v1/me') + post('/api/v1/probes', '{"name":"Dana"}'));
  await gate.reached(1);
  gate.letGo();
  const answers = await received(socket);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 201']);
});

/** The connections of this database that wait for a lock. `pg_locks` would also show those of other tests' databases. */
const WAITING_FOR_A_LOCK = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

describe('a request that waits for the look-up of its key', () => {
  /** Sends a request with a key that the service must look up. A lock delays the look-up until `work` has ended. */
  async function whileKeysAreLocked(work: (socket: Socket, served: Socket) => Promise<unknown>, name: string): Promise<Socket> {
    const key = await service.key(shop.id);
    const client = await service.connections.pool.connect();
    await client.query('begin; lock table api_keys in access exclusive mode');
    try {
      const [socket, served] = await pair();
      socket.write(post('/api/v1/leads', JSON.stringify({ name })).replace(shop.full.token!, key.token!));
      // Requests of clients that have left earlier may still wait, too.
      expect(
        await eventually(
          () => service.sql(WAITING_FOR_A_LOCK),
          ({ length }) => length > 0,
        ),
      ).not.toEqual([]);
      await work(socket, served);
      return socket;
    } finally {
      await client.query('commit');
      client.release();
    }
  }

  const refusedCreations = (): unknown[] =>
    service.log.lines.filter(({ detail }) => {
      const { operation, code } = detail as { operation?: string; code?: string };
      return operation === 'leads.create' && code === 'invalid_request';
    });

  it('is not carried out if its connection is gone', async () => {
    await whileKeysAreLocked((socket, served) => {
      const closed = closing(served);
      socket.resetAndDestroy();
      return closed;
    }, 'Nobody waits');
    expect(await eventually(refusedCreations, ({ length }) => length === 1)).toHaveLength(1);
    expect(await leads()).not.toContain('Nobody waits');
  });

  it('is refused if its client has shut its sending half and may have hung up', async () => {
    const socket = await whileKeysAreLocked(async (waiting, served) => {
      const ended = once(served, 'end');
      waiting.end();
      await ended;
      // A client that has closed its sending half counts as gone after 1 s.
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }, 'Perhaps nobody waits');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 503 [^]*nothing changed/);
    expect(await leads()).not.toContain('Perhaps nobody waits');
  });
});

describe('a client that never reads', () => {
  let decided: number;
  beforeAll(() => {
    decided = service.server.timeout;
    service.server.timeout = 150;
  });
  afterAll(() => {
    service.server.timeout = decided;
  });

  it('is cut off after 15 s (less in the test)', async () => {
    expect(decided).toBe(7500); // half of 15 s, because the client is cut off after two such timeouts
    const idle = await opened();
    const [socket, served] = await pair();
    socket.pause().write(get('/docs/').repeat(20));
    await closing(served);
    expect(idle.write(get('/healthz').replace('Host', 'Connection: close\r\nHost'))).toBe(true);
    expect(await received(idle)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is told apart from a client that waits for its answer', async () => {
    const gate = new Gate();
    probe.before = gate.step;
    const socket = await opened();
    socket.end(post('/api/v1/probes', '{"name":"Dana"}'));
    await gate.reached(1);
    await new Promise((resolve) => setTimeout(resolve, 500)); // more than three times the timeout that this test has set
    gate.letGo();
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 201 /);
  });
});
