import { unannounced } from '../../../application/kernel/events/announcer.js';
import { randomUUID } from 'node:crypto';
import { Calls } from '../../../application/areas/calls/calls.js';
import { ExpectMedia } from '../../../application/areas/media/expect-media.js';
import { aCall } from '../../support/builders/a-call.js';
import { eventually } from '../../support/eventually.js';
import { startFakeTwilio, type FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { wav } from '../../support/media-samples.js';
import { shopCommands } from '../../support/shop-commands.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

/** The files that a process fetches at once. */
const AT_ONCE = 4;

const { database, shop, done } = shopCommands();
let twilio: FakeTwilio;
let service: WholeService;

beforeEach(async () => {
  twilio = await startFakeTwilio();
  service = await startWholeService(database().url, {
    ...{ TEXT_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: twilio.accountSid, TWILIO_AUTH_TOKEN: twilio.authToken },
    ...{ TWILIO_API_URL: twilio.url, PUBLIC_URL: 'https://shop.example' },
  });
});
afterEach(async () => {
  twilio.files.cut();
  await service.stop();
  await twilio.stop();
});

it('files that come slowly hold up no text', async () => {
  await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
  await done('number', 'add', '--shop', shop(), '--number', '613 555 0100');
  const shopId = shop() as Parameters<WholeService['key']>[0]; // safe: the command printed a shop's id
  const api = await service.key(shopId);
  const customer = (await api.post('/customers', { name: 'Dana Whitfield', phone: '613 555 0142' })).body.data.id as string;
  const call = aCall();
  await service.container.get(Calls).add(shopId, unannounced(call, true));
  const files = Array.from({ length: AT_ONCE }, () => ({
    ...({ kind: 'recording', callId: call.id, providerId: randomUUID(), durationSeconds: 60 } as const),
    source: twilio.files.recording(wav(), 'stall', { status: 404 }),
  }));
  await service.container.get(ExpectMedia).expect(shopId, files);
  const open = (): number => twilio.files.open;
  expect(await eventually(open, (count) => count === AT_ONCE)).toBe(AT_ONCE);
  expect((await api.post('/messages', { customer_id: customer, body: 'Your car is ready.' })).status).toBe(201);
  const sent = await eventually(
    () => twilio.sent,
    (texts) => texts.length > 0,
  );
  expect([sent.map(({ body }) => body), open()]).toEqual([['Your car is ready.'], AT_ONCE]);
});
