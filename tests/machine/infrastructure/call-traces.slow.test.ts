import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../support/api.js';
import { BackgroundBench } from '../../support/background-bench.js';
import { eventually } from '../../support/eventually.js';
import { startFakeTwilio, type FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { OpenApiChecker } from '../../support/openapi-checker.js';
import { Receiver } from '../../support/receiver.js';
import { registry } from '../../support/registry.js';
import { killServices, startServiceProcess, type ServiceProcess } from '../../support/service-process.js';
import { shopCommands } from '../../support/shop-commands.js';
import { Subscriber } from '../../support/subscriber.js';
import { TraceCollector, type CollectedSpan } from '../../support/trace-collector.js';

const VIN = '1HGCM82633A004352';
/** The longest wait for the background and for an export, on a machine that does much else. */
const BUSY_MS = 25_000;

const { database, shop, done } = shopCommands();
let collector: TraceCollector;
let subscriber: Subscriber;
let decoder: Receiver;
let twilio: FakeTwilio;
let service: ServiceProcess;
let folder = '';
let api: Api;

// The instrumentations patch the modules of a whole process, so the service has one of its own.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'traces-'));
  [collector, subscriber, decoder, twilio] = await Promise.all([
    TraceCollector.start(),
    Subscriber.start(),
    Receiver.start({ answer: (response) => response.writeHead(404).end(), host: '127.0.0.1' }),
    startFakeTwilio(),
  ]);
  service = await startServiceProcess(database().url, {
    ...{ ...collector.settings, OTEL_BSP_SCHEDULE_DELAY: '100', LOG_REQUESTS: 'all', DATA_DIR: folder },
    ...{ ALLOW_PRIVATE_WEBHOOKS: 'on', VIN_DECODER_URL: decoder.url('127.0.0.1', '/api/vehicles') },
    ...{ TEXT_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: twilio.accountSid, TWILIO_AUTH_TOKEN: twilio.authToken },
    ...{ TWILIO_API_URL: twilio.url, PUBLIC_URL: 'https://shop.example' },
  });
});
beforeEach(async () => {
  const { key } = await done('key', 'mint', '--shop', shop(), '--name', 'test', '--scope', 'full');
  api = new Api(service.url, key as string, OpenApiChecker.of(registry)); // safe: the command printed a key
  subscriber.reset();
});
afterAll(async () => {
  killServices();
  await Promise.all([collector.stop(), subscriber.stop(), decoder.close(), twilio.stop()]);
  await rm(folder, { recursive: true, force: true });
});

let traces = 0;

/** A trace that a client has begun. */
function newTrace(): { readonly id: string; readonly traceparent: string } {
  traces += 1;
  const id = `0af7651916cd43dd8448eb${traces.toString(16).padStart(10, '0')}`;
  return { id, traceparent: `00-${id}-b7ad6b7169203331-01` };
}

/** Waits for a span of a trace. */
async function spanOf(traceId: string, name: string): Promise<CollectedSpan> {
  const find = (): CollectedSpan | undefined => collector.trace(traceId).find((span) => span.name === name);
  const found = await eventually(find, (span) => span !== undefined, BUSY_MS);
  if (!found)
    throw new Error(
      `no span ${name}: ${collector
        .trace(traceId)
        .map((span) => span.name)
        .join(', ')}`,
    );
  return found;
}

/** The names of the statements of a trace, once its request has ended. */
async function statementsOf(traceId: string, request: string): Promise<unknown[]> {
  await spanOf(traceId, request);
  const plans = collector.trace(traceId).map(({ attributes }) => attributes['db.postgresql.plan']);
  return plans.flatMap((plan) => (typeof plan === 'string' ? [plan.split(' ')[0]] : []));
}

test('a request is a span with its route, and its statements are in it by name', async () => {
  const { body } = await api.post('/leads', { name: 'Dana', email: 'dana@example.com' });
  const { id, traceparent } = newTrace();
  await api.get(`/leads/${body.data.id}`, { 'x-request-id': 'call-7', traceparent });
  const request = await spanOf(id, 'GET /api/v1/leads/:id');
  expect(request).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331', isFault: false });
  expect(request.resource).toMatchObject({ 'service.name': 'shop-operations' });
  expect(request.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/leads/:id',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(service.url).port),
    'shop_operations.operation': 'leads.get',
    'shop_operations.request': 'call-7',
    'shop_operations.shop': shop(),
    'shop_operations.key': expect.any(String),
  });
  const statement = collector.trace(id).find(({ name }) => name.startsWith('pg.query:leads.find '));
  expect(statement).toMatchObject({ kind: 3, parentSpanId: request.spanId, attributes: { 'db.system.name': 'postgresql' } });
});

test('a refusal has its code, and only what the operator should look into is a fault', async () => {
  const [refused, unknown] = [newTrace(), newTrace()];
  await api.post('/leads', { name: ' ' }, refused);
  await api.send('GET', '/nowhere?q=613', { headers: { traceparent: unknown.traceparent } });
  expect(await spanOf(refused.id, 'POST /api/v1/leads')).toMatchObject({
    ...{ isFault: false, attributes: { 'error.type': 'validation_error', 'http.response.status_code': 422 } },
  });
  expect(await spanOf(unknown.id, 'GET')).toMatchObject({ isFault: false, attributes: { 'error.type': 'not_found' } });
});

test('a call of a tool is told by the name of its operation', async () => {
  const { id, traceparent } = newTrace();
  await api.rpc(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tasks.assignees', arguments: {} } },
    { traceparent },
  );
  expect((await spanOf(id, 'POST /api/mcp')).attributes).toMatchObject({ 'shop_operations.operation': 'tasks.assignees' });
});

test('many requests at once each keep their own statements, also when they wait for a connection', async () => {
  const { body } = await api.post('/leads', { name: 'Dana', email: 'dana@example.com' });
  const asked = Array.from({ length: 60 }, newTrace);
  await Promise.all(asked.map(({ traceparent }) => api.get(`/leads/${body.data.id}`, { traceparent })));
  for (const { id } of asked) expect(await statementsOf(id, 'GET /api/v1/leads/:id')).toEqual(['leads.find']);
});

test('a webhook goes on with the trace of the request that made its event', async () => {
  await api.post('/webhooks', { url: subscriber.url, events: ['lead.created'] });
  const { id, traceparent } = newTrace();
  await api.post('/leads', { name: 'Dana' }, { traceparent, tracestate: 'shop=1', baggage: 'a=b' });
  const sent = await spanOf(id, 'POST');
  expect(sent.attributes).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(subscriber.url).port),
    'http.response.status_code': 200,
  });
  await spanOf(id, 'deliver lead.created');
  expect(collector.way(sent)).toEqual(['POST', 'deliver lead.created', 'POST /api/v1/leads']);
  const { headers, event } = subscriber.received[0]!;
  expect(headers).toMatchObject({ traceparent: `00-${id}-${sent.spanId}-01` });
  expect(headers).not.toHaveProperty('baggage');
  expect(event.cause).not.toHaveProperty('trace');
});

test('a rule goes on with the trace of the event that it follows', async () => {
  const rule = { name: 'call', on: 'lead.created', do: [{ step: 'create_task', title: 'Call {{name}}' }] };
  expect((await api.post('/automations/create', rule)).status).toBe(200);
  const { id, traceparent } = newTrace();
  await api.post('/leads', { name: 'Dana' }, { traceparent });
  const work = await spanOf(id, 'process automations.run');
  expect(work).toMatchObject({ kind: 5, attributes: { 'shop_operations.shop': shop() } });
});

test('the hand-over of a text goes on with the trace of the request that queued it, up to the provider', async () => {
  await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
  await done('number', 'add', '--shop', shop(), '--number', '613 555 0100');
  const customer = (await api.post('/customers', { name: 'Dana Whitfield', phone: '613 555 0142' })).body.data.id as string;
  const { id, traceparent } = newTrace();
  expect((await api.post('/messages', { customer_id: customer, body: 'Your car is ready.' }, { traceparent })).status).toBe(201);
  await spanOf(id, 'process messages.hand_over');
  const sent = await spanOf(id, 'POST');
  expect(collector.way(sent)).toEqual(['POST', 'process messages.hand_over', 'POST /api/v1/messages']);
  expect(twilio.requests.find(({ method }) => method === 'POST')?.traceparent).toBe(`00-${id}-${sent.spanId}-01`);
});

test('a decoder of VINs is asked in a span, and gets its traceparent', async () => {
  const customer = (await api.post('/customers', { name: 'Dana', email: 'dana@example.com' })).body.data.id as string;
  const { id, traceparent } = newTrace();
  await api.post('/vehicles', { customer_id: customer, vin: VIN }, { traceparent });
  const asked = await spanOf(id, 'GET');
  expect(decoder.requests.map(({ headers }) => headers['traceparent'])).toContain(`00-${id}-${asked.spanId}-01`);
  expect(asked).toMatchObject({ isFault: true, attributes: { 'http.response.status_code': 404, 'error.type': '404' } });
  await spanOf(id, 'POST /api/v1/vehicles');
  expect(collector.way(asked)).toEqual(['GET', 'POST /api/v1/vehicles']);
});

test('a traceparent that is not valid begins a new trace', async () => {
  const { id, traceparent } = newTrace();
  const wrong = {
    text: 'a trace of mine',
    zeros: `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    version: `ff-${id}-b7ad6b7169203331-01`,
    twice: `${traceparent}, ${traceparent}`,
  };
  for (const [name, header] of Object.entries(wrong)) {
    await api.get('/me', { traceparent: header, 'x-request-id': `wrong-${name}` });
  }
  const requests = (): CollectedSpan[] =>
    collector.spans.filter(({ attributes }) => String(attributes['shop_operations.request']).startsWith('wrong-'));
  const found = await eventually(requests, ({ length }) => length === Object.keys(wrong).length, BUSY_MS);
  expect(found.map(({ parentSpanId }) => parentSpanId)).toEqual(Object.keys(wrong).map(() => ''));
  expect(new Set([id, ...found.map(({ traceId }) => traceId)]).size).toBe(found.length + 1);
});

test('a trace that its client does not record is not recorded, and webhooks say so', async () => {
  await api.post('/webhooks', { url: subscriber.url, events: ['lead.created'] });
  const { id, traceparent } = newTrace();
  await api.post('/leads', { name: 'Dana' }, { traceparent: `${traceparent.slice(0, -2)}00` });
  await eventually(
    () => subscriber.received,
    ({ length }) => length > 0,
    BUSY_MS,
  );
  expect(subscriber.received[0]?.headers['traceparent']).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`));
  expect(collector.trace(id)).toEqual([]);
});

test('neither probes nor looks for work make spans', async () => {
  const known = /^(GET|POST|deliver \S+|process \S+)( |$)/;
  await api.send('GET', '/healthz', {});
  await api.send('GET', '/readyz', {});
  const { id, traceparent } = newTrace();
  await api.get('/me', { traceparent });
  await spanOf(id, 'GET /api/v1/me');
  const begun = collector.spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name);
  expect(begun.filter((name) => !known.test(name) || name.includes('/healthz') || name.includes('/readyz'))).toEqual([]);
});

test('nothing exported has a key, contact data, a query, a body, a URL of a webhook or what a client made up', async () => {
  await api.post('/webhooks', { url: `${subscriber.url}/in-the-path`, events: ['customer.created'] });
  const odd = { 'user-agent': 'an-agent', 'idempotency-key': 'an-idempotency-key', referer: 'http://a-referer/' };
  const person = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '613 555 0142' };
  const { id, traceparent } = newTrace();
  const { body } = await api.post('/customers', person, { ...odd, traceparent });
  await api.post('/customers', person);
  await api.post('/vehicles', { customer_id: body.data.id, vin: VIN });
  await api.get('/customers?q=in-the-query');
  await api.send('GET', '/api/v1/customers/in-the-place-of-an-id', { headers: odd });
  await api.tool('customers.search', { q: 'in-the-arguments' });
  await spanOf(id, 'deliver customer.created');
  const last = newTrace();
  const minted = await api.post('/keys/mint', { name: 'website', scope: 'read' }, last);
  await spanOf(last.id, 'POST /api/v1/keys/mint');
  const secrets = [
    ...[api.token!, 'dana@example.com', 'Whitfield', '5550142', '555 0142', VIN, 'an-agent', 'an-idempotency-key', 'a-referer'],
    ...['in-the-path', 'in-the-query', 'in-the-place-of-an-id', 'in-the-arguments', 'select ', 'shop-operations tests'],
    ...[twilio.authToken, twilio.accountSid, '5550100', 'Your car is ready', minted.body.data.key.split('_')[3] as string],
  ];
  expect(secrets.filter((secret) => collector.text.includes(secret))).toEqual([]);
});

test('the lines of a request have its ids', async () => {
  const { id, traceparent } = newTrace();
  await api.get('/me', { traceparent, 'x-request-id': 'call-8' });
  const { spanId } = await spanOf(id, 'GET /api/v1/me');
  const line = await eventually(
    () => service.log().find(({ requestId }) => requestId === 'call-8'),
    (found) => found !== undefined,
    BUSY_MS,
  );
  expect(line).toMatchObject({ trace_id: id, span_id: spanId });
});

test('a service without a collector sends no traceparent on', async () => {
  const bench = await BackgroundBench.open();
  const plain = await bench.start({ ALLOW_PRIVATE_WEBHOOKS: 'on' });
  const client = await plain.key(await plain.shop());
  await client.post('/webhooks', { url: subscriber.url, events: ['lead.created'] });
  await client.post('/leads', { name: 'Dana' }, newTrace());
  await eventually(
    () => subscriber.received,
    ({ length }) => length > 0,
    BUSY_MS,
  );
  expect(subscriber.received[0]?.headers).not.toHaveProperty('traceparent');
  expect((await bench.sql.query('select from outbox where trace is not null')).rowCount).toBe(0);
  await bench.close();
});
