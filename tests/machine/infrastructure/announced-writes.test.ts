import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { AddPhoneNumber } from '../../../application/areas/phone-numbers/add-phone-number.js';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import { WEEKDAYS } from '../../../domain/access/shop.js';
import { BackgroundBench, relayed } from '../../support/background-bench.js';
import { eventually } from '../../support/eventually.js';

/** The leader looks at its start and after writes, and by itself not again. */
const SELDOM = { relayEvery: 3_600_000, dueEvery: 3_600_000, workerPoll: 3_600_000 };
const ALL_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, [{ from: '00:00', until: '24:00' }]]));

let bench: BackgroundBench;

beforeEach(async () => {
  bench = await BackgroundBench.open();
});
afterEach(() => bench.close());

const leads = async (): Promise<boolean> => (await bench.holders(71_406)).length === 1;

test('an event is relayed and a text leaves after the write, not at the next look of the leader', async () => {
  const service = await bench.start({}, SELDOM);
  const { container } = service;
  const shop = await service.shop();
  await container.get(SettingsOfShops).change(shop, { textingHours: ALL_DAY });
  await container.get(AddPhoneNumber).execute(shop, { number: '+1 613 555 0100', primary: true, sending: true });
  const api = await service.key(shop);
  await eventually(leads, Boolean);
  const { id: customer_id } = (await api.post('/customers', { name: 'Dana', phone: '+1 613 555 0142' })).body.data;
  expect(relayed(await eventually(() => bench.outbox('customer.created'), relayed))).toBe(true);
  const sent = await api.post('/comms/send_text', { customer_id, body: 'Your car is ready.' });
  expect(sent.body).toMatchObject({ data: { status: 'queued' } });
  const left = await eventually(
    () => container.get(SandboxOutbox).newest(shop, 10, null),
    (all) => all.length > 0,
  );
  expect(left).toMatchObject([{ channel: 'sms', to: '+16135550142' }]);
});

test('the leader hears the writes of another process, also when they follow each other closely', async () => {
  await bench.start({}, SELDOM);
  await eventually(leads, Boolean);
  const web = await bench.start({ WORKER: 'off' });
  const api = await web.key(await web.shop());
  for (let nth = 1; nth <= 5; nth += 1) await api.post('/customers', { name: 'Dana', phone: `+1 613 555 014${nth}` });
  const all = await eventually(() => bench.outbox('customer.created'), relayed);
  expect({ count: all.length, relayed: relayed(all) }).toEqual({ count: 5, relayed: true });
});
