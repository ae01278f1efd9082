import pg from 'pg';
import type { Api } from '../../support/api.js';
import { aWebhook } from '../../support/builders/a-webhook.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { eventually } from '../../support/eventually.js';
import { startFakeTwilio, type FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { Subscriber } from '../../support/subscriber.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let sql: pg.Client;
let twilio: FakeTwilio;
let service: WholeService;
let api: Api;

beforeAll(async () => {
  twilio = await startFakeTwilio();
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  sql.on('error', () => undefined);
  await sql.connect();
  proxy = await DatabaseProxy.before(database.url);
  const texts = {
    TEXT_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_API_URL: twilio.url,
    PUBLIC_URL: 'https://shop.example',
  };
  service = await startWholeService(proxy.url, { ...texts, METRICS_PORT: '0', DATABASE_POOL: '3', ALLOW_PRIVATE_WEBHOOKS: 'on' });
  api = await service.key(await service.shop());
});

afterAll(async () => {
  await service.stop();
  await twilio.stop();
  await proxy.close();
  await sql.end();
  await database.drop();
});

async function metrics(): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

const answered = (operation: string, method: string, status: number): string =>
  `http_request_duration_seconds_count{operation="${operation}",method="${method}",status="${status}"}`;

it('the metrics count answers by operation, method and status, also of tools', async () => {
  await api.get('/me');
  await api.get('/me');
  await api.post('/leads', {});
  await api.tool('tasks.list');
  await api.send('GET', '/api/v1/nowhere', {});
  const found = await metrics();
  expect(found.get(answered('account.read', 'GET', 200))).toBe(2);
  expect(found.get(answered('leads.create', 'POST', 422))).toBe(1);
  expect(found.get(answered('tasks.list', 'POST', 200))).toBe(1);
  expect(found.get(answered('none', 'GET', 404))).toBe(1);
});

it('the metrics count the calls of the provider of texts by their outcome', async () => {
  const path = '/providers/twilio/messages';
  const text = { MessageSid: 'SM0123', From: '+16135550142', To: '+16135559999', Body: 'Hello' };
  const call = (signedFor: string, form: object): Promise<Response> =>
    twilio.call(signedFor + path, Object.entries<string>({ ...form }), service.url + path);
  await call('https://shop.example', text);
  await call('https://shop.example', {});
  await call('https://other.example', text);
  const found = await metrics();
  const counted = (outcome: string) => found.get(`provider_calls_total{path="providers.messages",outcome="${outcome}"}`);
  expect(['unknown', 'unreadable', 'forged', 'taken'].map(counted)).toEqual([1, 1, 1, undefined]);
});

it('the metrics count the calls about calls of nobody’s line, too', async () => {
  const path = '/providers/twilio/calls';
  const ends = { From: '+16135550142', To: '+16135559999', Direction: 'inbound' };
  await twilio.call(
    `https://shop.example${path}`,
    Object.entries({ CallSid: 'CA1', CallStatus: 'ringing', ...ends }),
    service.url + path,
  );
  expect((await metrics()).get('provider_calls_total{path="providers.calls",outcome="unknown"}')).toBe(1);
});

it('the metrics describe the process, the pool and the jobs', async () => {
  await sql.query(
    `select graphile_worker.add_job('complete-vehicle', '{"shop":"${crypto.randomUUID()}","id":"${crypto.randomUUID()}","vin":"1HGCM82633A004352","since":"2099-01-01T00:00:00.000Z"}')`,
  );
  const done = 'background_jobs_total{task="complete-vehicle",outcome="done"}';
  const found = await eventually(metrics, (values) => values.get(done) === 1);
  expect(found.get(done)).toBe(1);
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(found.get('database_pool_connections')).toBeGreaterThan(0);
  expect(found.get('database_pool_connections')).toBeLessThanOrEqual(3);
  expect(found.get('database_pool_idle')).toBeLessThanOrEqual(3);
  for (const waiting of ['database_pool_waiting', 'outbox_waiting'])
    expect((await eventually(metrics, (values) => values.get(waiting) === 0)).get(waiting)).toBe(0);
});

it('the metrics count the events that wait', async () => {
  const empty = await cloneDatabase();
  const idle = await startWholeService(empty.url, { METRICS_PORT: '0', WORKER: 'off' });
  const leads = await idle.key(await idle.shop());
  for (const name of ['Dana Reyes', 'Sam Okafor']) await leads.post('/leads', { name });
  const text = await (await fetch(`http://127.0.0.1:${idle.metricsPort}/metrics`)).text();
  expect(text).toMatch(/^outbox_waiting 2$/m);
  await idle.stop();
  await empty.drop();
});

it('the metrics count the deliveries to subscribers by their outcome', async () => {
  const subscriber = await Subscriber.start();
  const shop = await service.shop();
  const asked = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => service.dataSource.query<Row[]>(text, values);
  await aWebhook({ sql: asked, container: service.container }, { id: shop }, subscriber.url);
  await (await service.key(shop)).post('/leads', { name: 'Dana Reyes' });
  const delivered = 'webhook_deliveries_total{outcome="delivered"}';
  const due = 'webhook_deliveries_due';
  const found = await eventually(metrics, (values) => values.get(delivered) === 1 && values.get(due) === 0);
  expect([delivered, 'webhook_deliveries_in_flight', due].map((name) => found.get(name))).toEqual([1, 0, 0]);
  await subscriber.stop();
});

it('the metrics name the release that runs', async () => {
  expect([...(await metrics()).keys()]).toContainEqual(
    expect.stringMatching(/^build_info\{version="\d+\.\d+\.\d+",commit="[^"]+"\}$/),
  );
});

it('the metrics are served on their own port only', async () => {
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${service.metricsPort}/api/v1/me`)).status).toBe(404);
});

it('the metrics are still served while the database is unreachable', async () => {
  await proxy.goAway();
  expect((await api.get('/tasks')).status).toBe(503);
  const found = await metrics();
  expect(found.get('refusals_total{cause="database"}')).toBe(1);
  expect([found.has('outbox_waiting'), found.has('webhook_deliveries_due')]).toEqual([false, false]);
  expect([...found.values()].filter((value) => Number.isNaN(value))).toEqual([]);
  await proxy.comeBack();
  expect((await eventually(metrics, (values) => values.get('outbox_waiting') === 0)).get('outbox_waiting')).toBe(0);
});

it('the metrics are off without METRICS_PORT', async () => {
  const quiet = await startWholeService(database.url, { WORKER: 'off' });
  expect(quiet.metricsPort).toBeNull();
  await quiet.stop();
});
