import { setTimeout as sleep } from 'node:timers/promises';
import { listLeads } from '../../application/leads/list-leads.js';
import { extension } from '../../infrastructure/extensions/extension.js';
import type { Api } from '../support/api.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { guardedByPlace, placedRead } from '../support/placed-reads.js';
import { operations } from '../support/registry.js';
import { ReplicatedDatabase } from '../support/replicated-database.js';
import { startTestService, type TestService, type TestServiceOptions, type TestShop } from '../support/service.js';

const STALE_OK = { prefer: 'stale-ok' };
const LONG_MS = 60_000;

let database: ReplicatedDatabase;
const services: TestService[] = [];

beforeAll(async () => {
  database = await ReplicatedDatabase.open();
}, 60_000);
afterEach(async () => {
  for (const one of services.splice(0)) await one.stop();
});
afterAll(() => database.stop());

async function start(options: TestServiceOptions = {}, mostLagMs = LONG_MS): Promise<{ service: TestService; shop: TestShop }> {
  const service = await startTestService({
    database: database.lent,
    replica: { url: database.replicaUrl, mostLagMs },
    ...options,
  });
  services.push(service);
  await state(service, 'ok');
  return { service, shop: await service.shop() };
}

/** Waits until the service is ready and sees its replica in a state. */
async function state(service: TestService, wanted: string): Promise<void> {
  const ask = async (): Promise<unknown> => {
    const answer = await fetch(`${service.url}/readyz`);
    return [answer.status, ((await answer.json()) as { checks: { replica: string } }).checks.replica];
  };
  expect(await eventually(ask, (found) => String(found) === `200,${wanted}`)).toEqual([200, wanted]);
}

/** The names of the leads that a client lists, and whether the replica has listed them. */
async function leadsFor(client: Api): Promise<readonly [names: string[], onReplica: boolean]> {
  const { status, body, headers } = await client.get('/leads', STALE_OK);
  expect(status).toBe(200);
  return [body.data.map(({ name }: { name: string }) => name), headers.get('preference-applied') === 'stale-ok'];
}

function logged({ log }: TestService, words: string): string[] {
  return log.lines
    .filter(({ message }) => message.startsWith('the read replica'))
    .map(({ message, detail }) => {
      return message + ('reason' in detail ? ` ${String(detail.reason)}` : '');
    })
    .filter((line) => line.includes(words));
}

describe('while the replica replays nothing', () => {
  afterEach(() => database.resume());

  it('the primary answers a client that may have written, and the replica one that cannot have', async () => {
    const { shop } = await start();
    await shop.full.post('/leads', { name: 'Dana' });
    await database.caughtUp();
    await database.pause();
    expect(await leadsFor(shop.full)).toEqual([['Dana'], true]);
    await shop.full.post('/leads', { name: 'Sam' });
    expect(await leadsFor(shop.full)).toEqual([['Sam', 'Dana'], false]);
    expect(await leadsFor(shop.read)).toEqual([['Dana'], true]);
  });

  it('the primary decides about what the replica does not know', async () => {
    const { shop } = await start();
    await database.caughtUp();
    await database.pause();
    const { body } = await shop.full.post('/webhooks', { url: 'https://hooks.example/in', event_types: ['lead.created'] });
    const log = await shop.read.get(`/webhooks/${body.data.id}/deliveries`, STALE_OK);
    expect([log.status, log.headers.get('preference-applied')]).toEqual([200, null]);
  });

  it('the primary answers all clients once it lags more than the limit, and the log says so once', async () => {
    const { service, shop } = await start({}, 1000);
    await shop.full.post('/leads', { name: 'Dana' });
    await database.caughtUp();
    await database.pause();
    await shop.full.post('/leads', { name: 'Sam' });
    await state(service, 'behind');
    expect(await leadsFor(shop.read)).toEqual([['Sam', 'Dana'], false]);
    await sleep(2500); // the replica is looked at again
    expect(logged(service, 'not used')).toEqual(['the read replica is not used behind: it lags more than 1 s']);
    await database.resume();
    await state(service, 'ok');
    expect(await leadsFor(shop.read)).toEqual([['Sam', 'Dana'], true]);
    expect(logged(service, 'can be used')).toHaveLength(2);
  });

  it('with a limit of 0 every client gets what was written before its request', async () => {
    const { shop } = await start({}, 0);
    await database.caughtUp();
    await database.pause();
    await shop.full.post('/leads', { name: 'Sam' });
    expect(await leadsFor(shop.read)).toEqual([['Sam'], false]);
  });
});

it('clients get no error while the replica is killed and started again', async () => {
  const { service, shop } = await start();
  await shop.full.post('/leads', { name: 'Dana' });
  let isOver = false;
  const client = async (): Promise<number> => {
    let applied = 0;
    while (!isOver) {
      const [names, onReplica] = await leadsFor(shop.full);
      expect(names).toEqual(['Dana']);
      if (onReplica) applied += 1;
    }
    return applied;
  };
  const clients = Promise.all(Array.from({ length: 4 }, client));
  await database.killReplica();
  await state(service, 'away');
  expect(await leadsFor(shop.full)).toEqual([['Dana'], false]);
  await database.startReplica();
  await state(service, 'ok');
  await eventually(
    () => leadsFor(shop.full),
    ([, onReplica]) => onReplica,
  );
  isOver = true;
  expect(Math.min(...(await clients))).toBeGreaterThan(0);
}, 60_000);

it('a replica that falls silent delays the first calls only, and the primary answers them in time', async () => {
  const proxy = await DatabaseProxy.before(database.replicaUrl);
  const { service, shop } = await start({ replica: { url: proxy.url, mostLagMs: LONG_MS } });
  proxy.fallSilent();
  expect(await Promise.all([leadsFor(shop.full), leadsFor(shop.read)])).toEqual([
    [[], false],
    [[], false],
  ]);
  await state(service, 'away');
  expect(await leadsFor(shop.full)).toEqual([[], false]);
  proxy.speakAgain();
  await state(service, 'ok');
  await proxy.close();
}, 30_000);

describe('a call that fails on the replica', () => {
  it('runs again on the primary when the replica cancels it for what the primary has removed', async () => {
    const { placed, operation } = placedRead();
    const { service, shop } = await start({ operations: [...operations, operation] });
    await database.onReplica('alter system set max_standby_streaming_delay = 0');
    await database.onReplica('select pg_reload_conf()');
    await shop.full.post('/leads', { name: 'Dana' });
    expect((await shop.full.get('/places', STALE_OK)).body.data).toEqual({ items: [{ standby: true }] });
    placed.seconds = 1.5;
    const answer = shop.read.get('/places', STALE_OK);
    const running = `select count(*)::int as n from pg_stat_activity where query like '%places.list%' and state = 'active' and pid <> pg_backend_pid()`;
    await eventually(
      () => database.onReplica<{ n: number }>(running),
      ([row]) => row?.n === 1,
    );
    await service.sql('delete from leads where shop_id = $1', [shop.id]);
    await service.sql('vacuum leads');
    expect((await answer).body.data).toEqual({ items: [{ standby: false }] });
    expect((await answer).headers.get('preference-applied')).toBeNull();
    await state(service, 'ok');
  }, 30_000);

  it('runs again on the primary when it takes too long', async () => {
    const { placed, operation } = placedRead();
    const { service, shop } = await start({ operations: [...operations, operation] });
    placed.seconds = 10;
    expect((await shop.full.get('/places', STALE_OK)).body.data).toEqual({ items: [{ standby: false }] });
    await state(service, 'ok');
  }, 30_000);

  it('runs again on the primary when it wants to write', async () => {
    const { placed, operation } = placedRead();
    const { shop } = await start({ operations: [...operations, operation] });
    placed.writes = true;
    const { body, headers } = await shop.full.get('/places', STALE_OK);
    expect([body.data, headers.get('preference-applied')]).toEqual([{ items: [{ standby: false }] }, null]);
  });
});

it('a guard judges by what the primary has', async () => {
  const guards = [guardedByPlace(listLeads)];
  const { shop } = await start({ extensions: [extension({ name: 'places', about: 'A guard of this test.', guards })] });
  expect(await leadsFor(shop.full)).toEqual([[], true]);
});

it('another database of the replica’s server is not read', async () => {
  const other = new URL(database.replicaUrl);
  other.pathname = '/postgres';
  const service = await startTestService({ database: database.lent, replica: { url: other.href, mostLagMs: LONG_MS } });
  services.push(service);
  await state(service, 'away');
  expect(logged(service, 'another database')).toHaveLength(1);
  const { full } = await service.shop();
  await full.post('/leads', { name: 'Dana Reyes' });
  expect(await leadsFor(full)).toEqual([['Dana Reyes'], false]);
});

it('a primary in the place of the replica is not read', async () => {
  const service = await startTestService({
    database: database.lent,
    replica: { url: database.primaryUrl, mostLagMs: LONG_MS },
  });
  services.push(service);
  await state(service, 'away');
  expect(logged(service, 'not used')).toEqual([
    'the read replica is not used away: it is no replica: it was promoted, or never was one',
  ]);
  expect(await leadsFor((await service.shop()).full)).toEqual([[], false]);
});

/** The last test, because the replica does not come back. */
it('a promoted replica is not read, also before anybody has noticed', async () => {
  const { service, shop } = await start();
  await database.promote();
  await shop.full.post('/leads', { name: 'Dana' });
  expect(await leadsFor(shop.read)).toEqual([['Dana'], false]);
  expect(await leadsFor(shop.full)).toEqual([['Dana'], false]);
  await state(service, 'away');
});
