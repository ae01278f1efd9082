import { BackgroundBench } from '../support/background-bench.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import { Subscriber } from '../support/subscriber.js';
import { TraceCollector } from '../support/trace-collector.js';
import type { WholeService } from '../support/whole-service.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;
const VIN = '1HGCM82633A004352';
/** The longest wait for the background, on a machine that does much else. */
const BUSY_MS = 25_000;

let bench: BackgroundBench;
let collector: TraceCollector;

beforeEach(async () => {
  [bench, collector] = await Promise.all([BackgroundBench.open(), TraceCollector.start()]);
});
afterEach(async () => {
  await bench.close();
  await collector.stop();
});

const start = (env: Readonly<Record<string, string>> = {}): Promise<WholeService> =>
  bench.start({ ...collector.settings, ALLOW_PRIVATE_WEBHOOKS: 'on', ...env });

async function first<T>(list: readonly T[]): Promise<T> {
  const [found] = await eventually(
    () => list,
    ({ length }) => length > 0,
    BUSY_MS,
  );
  if (found === undefined) throw new Error('nothing came');
  return found;
}

test('a request is a span, with its operation in it, and its statements in the operation', async () => {
  const service = await start();
  const shop = await service.shop();
  const api = await service.key(shop);
  const { body } = await api.post('/leads', { name: 'Dana', email: 'dana@example.com' });
  await api.get(`/leads/${body.data.id}`, { 'x-request-id': 'call-7' });
  await bench.stop(service);
  const statement = collector.single('leads.find');
  expect(collector.way(statement)).toEqual(['leads.find', 'leads.read', 'GET /api/v1/leads/:id']);
  expect(statement).toMatchObject({ kind: 3, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'leads.find' } });
  const request = collector.single('GET /api/v1/leads/:id');
  expect(request).toMatchObject({ kind: 2, parentSpanId: '', isFault: false, resource: { 'service.name': 'shop-operations' } });
  expect(request.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/leads/:id',
    'url.path': `/api/v1/leads/${body.data.id}`,
    'http.response.status_code': 200,
    'shop_operations.operation': 'leads.read',
    'shop_operations.request': 'call-7',
    'shop_operations.shop': shop,
    'shop_operations.key': expect.any(String),
  });
});

test('a refusal has its code, and only what the operator should look into is a fault', async () => {
  const service = await start();
  const api = await service.key(await service.shop());
  await api.post('/leads', { name: ' ' });
  await api.send('GET', '/nowhere?q=613', {});
  await bench.sql.query('alter table tasks rename to lost');
  await api.get('/tasks');
  await bench.sql.query('alter table lost rename to tasks');
  await bench.stop(service);
  const told = ['POST /api/v1/leads', 'leads.create', 'GET', 'GET /api/v1/tasks'].map((name) => {
    const { attributes, isFault } = collector.single(name);
    return [name, attributes['error.type'], attributes['http.response.status_code'], isFault];
  });
  expect(told).toEqual([
    ['POST /api/v1/leads', 'validation_error', 422, false],
    ['leads.create', 'validation_error', undefined, false],
    ['GET', 'not_found', 404, false],
    ['GET /api/v1/tasks', 'internal_error', 500, true],
  ]);
});

test('a call of a tool is a span with the method and the tool', async () => {
  const service = await start();
  const api = await service.key(await service.shop());
  await api.tool('tasks.assignees');
  await api.rpc({ jsonrpc: '2.0', id: 2, method: 'dana@example.com' });
  await bench.stop(service);
  expect(collector.way(collector.single('tasks.assignees'))).toEqual([
    'tasks.assignees',
    'tools/call tasks.assignees',
    'POST /api/mcp',
  ]);
  expect(collector.single('tools/call tasks.assignees').attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'tasks.assignees',
  });
  expect(collector.names).toContain('_OTHER');
});

test('a webhook goes on with the trace of the request that made its event', async () => {
  const subscriber = await Subscriber.start();
  const service = await start();
  const api = await service.key(await service.shop());
  await api.post('/webhooks', { url: subscriber.url, events: ['lead.created'] });
  await api.post('/leads', { name: 'Dana' }, { traceparent: PARENT, tracestate: 'shop=1' });
  const { headers, event } = await first(subscriber.received);
  const { port } = new URL(subscriber.url);
  await bench.stop(service);
  await subscriber.stop();
  const sent = collector.single('POST');
  expect(headers).toMatchObject({ traceparent: `00-${TRACE}-${sent.spanId}-01` });
  expect(event.cause).not.toHaveProperty('trace');
  expect(sent.attributes).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'server.port': Number(port),
    'http.response.status_code': 200,
  });
  expect(collector.way(sent)).toEqual(['POST', 'deliver lead.created', 'leads.create', 'POST /api/v1/leads']);
  expect(collector.single('deliver lead.created').attributes).toMatchObject({ 'shop_operations.outcome': 'delivered' });
  expect(collector.single('POST /api/v1/leads')).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' });
});

test('a rule goes on with the trace of the event that it follows', async () => {
  const service = await start();
  const api = await service.key(await service.shop());
  const rule = { name: 'call', on: 'lead.created', do: [{ step: 'create_task', title: 'Call {{name}}' }] };
  expect((await api.post('/automations/create', rule)).status).toBe(200);
  await api.post('/leads', { name: 'Dana' }, { traceparent: PARENT });
  await eventually(
    async () => (await api.get('/tasks')).body.meta.total as number,
    (total) => total > 0,
    BUSY_MS,
  );
  await bench.stop(service);
  const work = collector.trace(TRACE).filter(({ kind }) => kind === 5);
  expect(work.map(({ name }) => name)).toContain('process automations.run');
});

test('a decoder of VINs is asked in a span, and gets its traceparent', async () => {
  const decoder = await Receiver.start({ answer: (response) => response.writeHead(404).end(), host: '127.0.0.1' });
  const service = await start({ VIN_DECODER_URL: decoder.url('127.0.0.1', '/api/vehicles'), ROLE: 'web' });
  const api = await service.key(await service.shop());
  const customer = (await api.post('/customers', { name: 'Dana', email: 'dana@example.com' })).body.data.id as string;
  await api.post('/vehicles', { customer_id: customer, vin: VIN }, { traceparent: PARENT });
  await bench.stop(service);
  const asked = decoder.requests.map(({ headers }) => headers['traceparent']);
  await decoder.close();
  const spans = collector.trace(TRACE).filter(({ name }) => name === 'GET');
  expect(spans.map(({ spanId }) => `00-${TRACE}-${spanId}-01`)).toEqual(asked);
  expect(collector.way(spans[0]!)).toEqual(['GET', 'vehicles.create', 'POST /api/v1/vehicles']);
  expect(spans[0]).toMatchObject({ isFault: true, attributes: { 'http.response.status_code': 404, 'error.type': '404' } });
});

test('a traceparent that is not valid begins a new trace', async () => {
  const wrong = {
    text: 'a trace of mine',
    zeros: `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    version: `ff-${TRACE}-b7ad6b7169203331-01`,
    longer: `${PARENT}-more`,
    twice: `${PARENT}, ${PARENT}`,
    capitals: PARENT.toUpperCase(),
  };
  const service = await start({ ROLE: 'web' });
  const api = await service.key(await service.shop());
  for (const [id, traceparent] of Object.entries(wrong)) await api.get('/me', { traceparent, 'x-request-id': id });
  await bench.stop(service);
  const requests = collector.spans.filter(({ name }) => name === 'GET /api/v1/me');
  expect(requests.map(({ attributes }) => attributes['shop_operations.request'])).toEqual(Object.keys(wrong));
  expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual(Object.keys(wrong).map(() => ''));
  expect(new Set([TRACE, ...requests.map(({ traceId }) => traceId)]).size).toBe(requests.length + 1);
});

test('a trace that its client does not record is not recorded, and webhooks say so', async () => {
  const subscriber = await Subscriber.start();
  const service = await start();
  const api = await service.key(await service.shop());
  await api.post('/webhooks', { url: subscriber.url, events: ['lead.created'] });
  await api.post('/leads', { name: 'Dana' }, { traceparent: `${PARENT.slice(0, -2)}00` });
  const { headers } = await first(subscriber.received);
  await bench.stop(service);
  await subscriber.stop();
  expect(headers['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  expect([collector.trace(TRACE), collector.names.includes('POST /api/v1/webhooks')]).toEqual([[], true]);
});

test('a sampler by ratio decides alone, whatever a client asks for', async () => {
  const service = await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0', ROLE: 'web' });
  const api = await service.key(await service.shop());
  await api.get('/me', { traceparent: PARENT });
  await bench.stop(service);
  expect(collector.requests).toEqual([]);
});

test('neither probes nor a service that has nothing to do make spans', async () => {
  const service = await start({});
  await service.as(null).send('GET', '/healthz', {});
  await service.as(null).send('GET', '/readyz', {});
  await eventually(
    async () =>
      (await bench.sql.query('select from pg_stat_activity where application_name like $1', ['shop-operations%'])).rowCount,
    (count) => (count ?? 0) > 4,
  );
  await bench.stop(service);
  expect(collector.names).toEqual([]);
});

test('nothing exported has a key, contact data, a query, a body, a URL of a webhook or what a client made up', async () => {
  const subscriber = await Subscriber.start();
  const service = await start({ VIN_DECODER_URL: 'http://127.0.0.1:9/decoder' });
  const api = await service.key(await service.shop());
  await api.post('/webhooks', { url: `${subscriber.url}/in-the-path`, events: ['customer.created'] });
  const odd = { 'user-agent': 'an-agent', 'idempotency-key': 'an-idempotency-key', referer: 'http://a-referer/' };
  const person = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '613 555 0142' };
  const { body } = await api.post('/customers', person, odd);
  await api.post('/customers', person);
  await api.post('/vehicles', { customer_id: body.data.id, vin: VIN });
  await api.get('/customers?q=in-the-query');
  await api.send('GET', '/api/v1/customers/in-the-place-of-an-id', { headers: odd });
  await api.tool('customers.search', { q: 'in-the-arguments' });
  await first(subscriber.received);
  await bench.stop(service);
  await subscriber.stop();
  expect(collector.names).toContain('deliver customer.created');
  const secrets = [
    ...[api.token!, 'dana@example.com', 'Whitfield', '5550142', '555 0142', VIN, 'an-agent', 'an-idempotency-key', 'a-referer'],
    ...['in-the-path', 'in-the-query', 'in-the-place-of-an-id', 'in-the-arguments', 'select '],
  ];
  expect(secrets.filter((secret) => collector.text.includes(secret))).toEqual([]);
});

test('the lines of a request have its ids', async () => {
  const service = await start({ ROLE: 'web' });
  const api = await service.key(await service.shop());
  await api.get('/me', { 'x-request-id': 'call-8' });
  await bench.stop(service);
  const { traceId, spanId } = collector.single('GET /api/v1/me');
  expect(service.log.lines.find(({ detail }) => 'requestId' in detail && detail.requestId === 'call-8')?.detail).toMatchObject({
    trace_id: traceId,
    span_id: spanId,
  });
});

test('a service without a collector sends no traceparent on', async () => {
  const subscriber = await Subscriber.start();
  const service = await bench.start({ ALLOW_PRIVATE_WEBHOOKS: 'on' });
  const api = await service.key(await service.shop());
  await api.post('/webhooks', { url: subscriber.url, events: ['lead.created'] });
  await api.post('/leads', { name: 'Dana' }, { traceparent: PARENT });
  const { headers } = await first(subscriber.received);
  await bench.stop(service);
  await subscriber.stop();
  expect(headers).not.toHaveProperty('traceparent');
  expect((await bench.sql.query('select from outbox where trace is not null')).rowCount).toBe(0);
});
