import { mayBeStale } from '../../application/operation/staleness.js';
import { outcomeOf, requestOf, titleOf } from '../support/entry-points.js';
import { describeEntryPoints, entryPoints } from '../support/entry-point-suites.js';
import { fillShop, type ShopRecords } from '../support/records.js';
import { ReplicatedDatabase } from '../support/replicated-database.js';
import { sampleOf } from '../support/samples.js';
import { startTestService, type TestService, type TestShop } from '../support/service.js';

const STALE_OK = { prefer: 'stale-ok' };
const APPLIED = 'preference-applied';

let database: ReplicatedDatabase;
let services: TestService[];
let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  database = await ReplicatedDatabase.open();
  await database.logStatements();
  const replica = { url: database.replicaUrl, mostLagMs: 60_000 };
  services = [
    await startTestService({ database: database.lent, replica }),
    await startTestService({ database: database.lent, replica }),
  ];
  [service] = services as [TestService, TestService];
  shop = await service.shop();
  records = await fillShop(service, shop);
}, 60_000);

afterAll(async () => {
  for (const one of services) await one.stop();
  await database.stop();
});

/** The statements of the work that the replica has logged, and not those that look at its position. */
async function readThere(work: () => Promise<unknown>): Promise<string[]> {
  const names = async (): Promise<string[]> => (await database.loggedStatements()).filter((name) => !name.startsWith('replica.'));
  const before = (await names()).length;
  await work();
  return (await names()).slice(before);
}

describe('a list with Prefer: stale-ok', () => {
  describeEntryPoints(
    entryPoints.filter(({ operation }) => mayBeStale(operation)),
    (entryPoint) => {
      it('is answered by the replica, as the primary answers it', async () => {
        const { method, path, body } = requestOf(entryPoint, sampleOf(entryPoint.operation, records));
        await database.caughtUp();
        const send = (headers: Record<string, string>) => shop.read.send(method, path, { headers, body });
        const [there, here] = [await send(STALE_OK), await send({})];
        expect([there.status, there.headers.get(APPLIED)]).toEqual([200, 'stale-ok']);
        expect(there.body).toEqual(here.body);
        expect(outcomeOf(entryPoint, there).code).toBeNull();
        expect(here.headers.get(APPLIED)).toBeNull();
      });
    },
  );

  it('has its total, its rows and their names from the replica', async () => {
    expect(await readThere(() => shop.full.get('/tasks', STALE_OK))).toEqual(['tasks.list']);
    expect(await readThere(() => shop.full.get(`/webhooks/${records.webhook}/deliveries`, STALE_OK))).toEqual([
      'webhooks.find',
      'webhook_deliveries.list',
    ]);
  });
});

it.each(entryPoints.filter(({ operation }) => !mayBeStale(operation)).map((one) => [titleOf(one), one] as const))(
  'nothing of %s is sent to the replica',
  async (_, entryPoint) => {
    const { method, path, body } = requestOf(entryPoint, sampleOf(entryPoint.operation, records));
    let applied: string | null = '';
    const statements = await readThere(async () => {
      const answer = await shop.full.send(method, path, { headers: STALE_OK, body });
      applied = answer.headers.get(APPLIED);
    });
    expect([statements, applied]).toEqual([[], null]);
  },
);

it.each([[{}], [{ prefer: 'respond-async' }], [{ prefer: 'stale-ok=no' }], [{ 'x-prefer': 'stale-ok' }]])(
  'a list with the headers %j is read on the primary',
  async (headers) => {
    expect(await readThere(() => shop.full.get('/leads', headers as Record<string, string>))).toEqual([]);
  },
);

it('HEAD and a page of a browser learn that the replica has answered', async () => {
  const head = await shop.full.send('HEAD', '/api/v1/leads', { headers: { ...STALE_OK, origin: 'https://app.example' } });
  expect(head.headers.get(APPLIED)).toBe('stale-ok');
  expect(head.headers.get('access-control-expose-headers')).toContain('Preference-Applied');
  const preflight = await shop.full.send('OPTIONS', '/api/v1/leads', { headers: { origin: 'https://app.example' } });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Prefer');
});

it('a client reads what it has just written, on whatever instance', async () => {
  const { id, full } = await service.shop();
  const token = full.token;
  let applied = 0;
  for (let round = 0; round < 200; round += 1) {
    const [writer, reader] = [anyOf(services), anyOf(services)];
    const name = `Dana ${round}`;
    await writer.as(token).post('/leads', { name });
    const list = await reader.as(token).get('/leads?limit=1', STALE_OK);
    expect([round, list.body.data[0].name]).toEqual([round, name]);
    if (list.headers.get(APPLIED) !== null) applied += 1;
  }
  expect(applied).toBeGreaterThan(0);
  expect(id).not.toBe(shop.id);
});

it('many clients at once read what they have written', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => service.shop()));
  await Promise.all(
    clients.map(async ({ full: { token } }) => {
      for (let round = 0; round < 10; round += 1) {
        const title = `Call back ${round}`;
        await anyOf(services).as(token).post('/tasks', { title });
        const { body } = await anyOf(services).as(token).get('/tasks', STALE_OK);
        expect([body.meta.total, body.data[0].title]).toEqual([round + 1, title]);
      }
    }),
  );
});

function anyOf<T>(some: readonly T[]): T {
  return some[Math.floor(Math.random() * some.length)]!;
}
