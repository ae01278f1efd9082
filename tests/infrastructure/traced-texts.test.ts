import { eventually } from '../support/eventually.js';
import { startFakeTwilio } from '../support/fake-twilio.js';
import { shopCommands } from '../support/shop-commands.js';
import { TraceCollector } from '../support/trace-collector.js';
import { startWholeService, type WholeService } from '../support/whole-service.js';

const { database, shop, done } = shopCommands();
const TRACE = '0af7651916cd43dd8448eb211c80319c';

it('the hand-over of a text goes on with the trace of the request that queued it, up to the provider', async () => {
  const [twilio, collector] = await Promise.all([startFakeTwilio(), TraceCollector.start()]);
  const service = await startWholeService(database().url, {
    ...collector.settings,
    ...{ TEXT_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: twilio.accountSid, TWILIO_AUTH_TOKEN: twilio.authToken },
    ...{ TWILIO_API_URL: twilio.url, PUBLIC_URL: 'https://shop.example' },
  });
  await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
  await done('number', 'add', '--shop', shop(), '--number', '613 555 0100');
  const api = await service.key(shop() as Parameters<WholeService['key']>[0]); // safe: the command printed a shop's id
  const customer = (await api.post('/customers', { name: 'Dana Whitfield', phone: '613 555 0142' })).body.data.id as string;
  const parent = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
  expect((await api.post('/messages', { customer_id: customer, body: 'Your car is ready.' }, parent)).status).toBe(201);
  const sent = await eventually(
    () => twilio.sent,
    (texts) => texts.length > 0,
  );
  await service.stop();
  await twilio.stop();
  await collector.stop();
  expect(sent).toHaveLength(1);
  const handOver = collector.single('hand over text');
  expect(handOver).toMatchObject({
    ...{ kind: 3, traceId: TRACE, isFault: false },
    attributes: { 'server.address': '127.0.0.1', 'shop_operations.outcome': 'accepted' },
  });
  expect(collector.way(handOver)).toEqual([
    'hand over text',
    'process messages.hand_over',
    'comms.send_text',
    'POST /api/v1/messages',
  ]);
  expect(collector.single('process messages.hand_over').attributes).toMatchObject({ 'shop_operations.shop': shop() });
  expect(twilio.requests.find(({ method }) => method === 'POST')?.traceparent).toBe(`00-${TRACE}-${handOver.spanId}-01`);
  for (const secret of [twilio.authToken, twilio.accountSid, '5550142', '5550100', 'Your car is ready', 'Whitfield']) {
    expect(collector.text).not.toContain(secret);
  }
});
