import pg from 'pg';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Answer, Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

/** The longest time for a call in ms. The service promises five seconds, but the machine of a test may be busy. */
const LONGEST_MS = 6000;

/** The limits of a statement in the address of the database. They are longer than the service's own, so that a call has two slow ones. */
const SLOW = 'query_timeout=4000&options=-c%20timezone%3DUTC%20-c%20datestyle%3DISO%20-c%20statement_timeout%3D3500';

let database: TestDatabase;
let service: WholeService;
let shop: ShopId;
let lockers: pg.Client[];

beforeAll(async () => {
  database = await cloneDatabase();
  service = await startWholeService(`${database.url}${database.url.includes('?') ? '&' : '?'}${SLOW}`, { WORKER: 'off' });
  shop = await service.shop();
});
beforeEach(() => {
  lockers = [];
});
afterEach(async () => {
  for (const locker of lockers) await locker.end();
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

/** Locks a table until the returned function is called. */
async function locked(table: string): Promise<() => Promise<unknown>> {
  const locker = new pg.Client({ connectionString: database.url });
  lockers.push(locker);
  await locker.connect();
  await locker.query('begin');
  await locker.query(`lock table ${table} in access exclusive mode`);
  return () => locker.query('rollback');
}

interface Timed extends Answer {
  readonly ms: number;
}

/**
 * Makes a call during which the database is slow twice: first when the service looks up the key, and then when it uses the table
 * `records`.
 */
async function slowly(ask: (api: Api) => Promise<Answer>, records: string, firstMs = 3350): Promise<Timed> {
  const api = await service.key(shop); // no instance remembers this new key
  const unlock = await locked('api_keys');
  await locked(records);
  setTimeout(() => void unlock(), firstMs);
  const began = performance.now();
  const answer = await ask(api);
  return { ...answer, ms: performance.now() - began };
}

const lines = (requestId: string): object[] =>
  service.log.lines
    .map(({ detail, ...line }) => ({ ...line, ...detail }) as { requestId?: string })
    .filter((line) => line.requestId === requestId);

describe('a call that makes several slow calls to the database', () => {
  it('is refused within five seconds, and a read changed nothing', async () => {
    const { status, body, headers, ms } = await slowly((api) => api.get('/leads', { 'x-request-id': 'slow' }), 'leads');
    expect([status, body.error]).toEqual([
      503,
      { code: 'unavailable', message: 'the database took too long; nothing changed, try again shortly' },
    ]);
    expect(headers.get('retry-after')).toBe('1');
    expect(ms).toBeLessThan(LONGEST_MS);
    const logged = await eventually(
      () => Promise.resolve(lines('slow')),
      (found) => found.length > 0,
    );
    expect(logged).toEqual([
      expect.objectContaining({
        level: 'error',
        status: 503,
        reason: 'the database calls of the request took too long in total',
      }),
    ]);
  });

  it('is told that the outcome is unknown when a change was under way', async () => {
    const { status, body, ms } = await slowly((api) => api.post('/leads', { name: 'Slow' }), 'leads', 2600);
    expect([status, body.error.message]).toEqual([503, expect.stringContaining('unknown whether the change was stored')]);
    expect(ms).toBeLessThan(LONGEST_MS);
  });

  it('is refused in the form of the tool endpoint when it is a tool', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tasks.create', arguments: { title: 'Slow' } } };
    const { status, body, ms } = await slowly((api) => api.rpc(call), 'tasks', 2600);
    expect([status, body]).toEqual([
      503,
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_000, message: expect.stringContaining('unknown whether the change'), data: { code: 'unavailable' } },
      },
    ]);
    expect(ms).toBeLessThan(LONGEST_MS);
  });
});

it('the time in which a client sends its body does not count', async () => {
  const api = await service.key(shop);
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from('{"name":'));
      setTimeout(() => {
        controller.enqueue(Buffer.from('"Slow sender"}'));
        controller.close();
      }, 5200);
    },
  });
  const headers = { authorization: `Bearer ${api.token}` };
  // `fetch` refuses a stream as a body without `duplex`.
  const answer = await fetch(`${service.url}/api/v1/leads`, { method: 'POST', headers, body, duplex: 'half' });
  expect(answer.status).toBe(201);
});
