import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { AddPhoneNumber } from '../../../application/areas/phone-numbers/add-phone-number.js';
import { WEEKDAYS } from '../../../domain/access/shop.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const ALL_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, [{ from: '00:00', until: '24:00' }]]));
/** The sandbox refuses texts to this number. */
const REFUSED_BY_PROVIDER = '+15005550001';

let database: TestDatabase;
let service: WholeService;

beforeAll(async () => {
  database = await cloneDatabase();
  service = await startWholeService(database.url, { METRICS_PORT: '0' });
});

afterAll(async () => {
  await service.stop();
  await database.drop();
});

async function metricsOf({ metricsPort }: WholeService): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

const metrics = (): Promise<Map<string, number>> => metricsOf(service);

it('counters are there at 0 before anything has happened', async () => {
  const found = await metrics();
  const names = [
    'texts_total{outcome="failed",code=""}',
    ...['overload', 'deadline', 'database', 'limit'].map((cause) => `refusals_total{cause="${cause}"}`),
    'texts_total{outcome="delivered",code=""}',
    'webhook_deliveries_total{outcome="exhausted"}',
    'background_jobs_total{task="messages.hand_over",outcome="failed"}',
  ];
  expect(names.map((name) => found.get(name))).toEqual(names.map(() => 0));
});

it('the metrics count texts by their status and the code of their error', async () => {
  const shop = await service.shop();
  await service.container.get(SettingsOfShops).change(shop, { textingHours: ALL_DAY });
  await service.container.get(AddPhoneNumber).execute(shop, { number: '+16135550100', primary: true, sending: true });
  const api = await service.key(shop);
  const { body } = await api.post('/customers', { name: 'Dana Reyes', phone: REFUSED_BY_PROVIDER });
  await api.post('/messages', { customer_id: body.data.id, body: 'Your car is ready.' });
  const failed = 'texts_total{outcome="failed",code="21211"}';
  expect((await eventually(metrics, (values) => values.has(failed))).get(failed)).toBe(1);
});

it('the metrics tell who is alive, who leads, and how many connections are used', async () => {
  const found = await eventually(metrics, (values) => values.get('leader') === 1 && values.get('workers_alive') === 2);
  expect(
    ['leader', 'leaders_alive', 'instances_alive', 'workers_alive', 'migrations_pending'].map((name) => found.get(name)),
  ).toEqual([1, 1, 1, 2, 0]);
  expect(found.get('database_connections_used')).toBeGreaterThan(0);
  expect(found.get('database_connections_max')).toBeGreaterThan(found.get('database_connections_used') ?? Infinity);
});

it('an instance that serves only requests does not lead, and is counted', async () => {
  const web = await startWholeService(database.url, { METRICS_PORT: '0', ROLE: 'web' });
  const found = await eventually(
    () => metricsOf(web),
    (values) => values.get('instances_alive') === 2,
  );
  await web.stop();
  expect([found.get('leader'), found.get('leaders_alive'), found.get('instances_alive')]).toEqual([0, 1, 2]);
});
