import { BackgroundBench } from '../support/background-bench.js';
import { eventually } from '../support/eventually.js';
import { Subscriber } from '../support/subscriber.js';
import { TraceCollector } from '../support/trace-collector.js';

let bench: BackgroundBench;
let collector: TraceCollector;

beforeEach(async () => {
  [bench, collector] = await Promise.all([BackgroundBench.open(), TraceCollector.start()]);
});
afterEach(async () => {
  await bench.close();
  await collector.stop();
});

test('a request is a span, with its operation in it, and its statements in the operation', async () => {
  const service = await bench.start(collector.settings);
  const shop = await service.shop();
  const api = await service.key(shop);
  const { body } = await api.post('/leads', { name: 'Dana', email: 'dana@example.com' });
  await api.get(`/leads/${body.data.id}`, { 'x-request-id': 'call-7' });
  await bench.stop(service);
  const statement = collector.only('leads.find');
  expect(collector.way(statement)).toEqual(['leads.find', 'leads.read', 'GET /api/v1/leads/:id']);
  expect(statement).toMatchObject({ kind: 3, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'leads.find' } });
  expect(collector.only('GET /api/v1/leads/:id')).toMatchObject({
    kind: 2,
    parentSpanId: '',
    isFault: false,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/leads/:id',
      'url.path': `/api/v1/leads/${body.data.id}`,
      'http.response.status_code': 200,
      'shop_operations.operation': 'leads.read',
      'shop_operations.request': 'call-7',
      'shop_operations.shop': shop,
    },
    resource: { 'service.name': 'shop-operations' },
  });
});

test('a webhook goes on with the trace of the request that made its event', async () => {
  const subscriber = await Subscriber.start();
  const service = await bench.start({ ...collector.settings, ALLOW_PRIVATE_WEBHOOKS: 'on' });
  const api = await service.key(await service.shop());
  await api.post('/webhooks', { url: subscriber.url, events: ['lead.created'] });
  const trace = '0af7651916cd43dd8448eb211c80319c';
  await api.post('/leads', { name: 'Dana' }, { traceparent: `00-${trace}-b7ad6b7169203331-01`, tracestate: 'shop=1' });
  await eventually(
    () => subscriber.received,
    (received) => received.length > 0,
  );
  await bench.stop(service);
  await subscriber.stop();
  const sent = collector.only('POST');
  expect(subscriber.received[0]?.headers['traceparent']).toBe(`00-${trace}-${sent.spanId}-01`);
  expect(collector.way(sent)).toEqual(['POST', 'deliver lead.created', 'leads.create', 'POST /api/v1/leads']);
  expect(collector.only('POST /api/v1/leads')).toMatchObject({ traceId: trace, parentSpanId: 'b7ad6b7169203331' });
});
