import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { AddPhoneNumber } from '../../../application/areas/phone-numbers/add-phone-number.js';
import { SandboxOutbox, type SandboxEntry } from '../../../application/areas/texting/sandbox-outbox.js';
import { WEEKDAYS } from '../../../domain/access/shop.js';
import { millisOf } from '../../../domain/shared/instant.js';
import { BackgroundBench } from '../../support/background-bench.js';
import { eventually } from '../../support/eventually.js';

const ALL_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, [{ from: '00:00', until: '24:00' }]]));

let bench: BackgroundBench;

beforeEach(async () => {
  bench = await BackgroundBench.open();
});
afterEach(() => bench.close());

test('a scheduled text and a scheduled e-mail leave when they are due, and not before', async () => {
  const service = await bench.start();
  const { container } = service;
  const shop = await service.shop();
  await container.get(SettingsOfShops).change(shop, { textingHours: ALL_DAY });
  await container.get(AddPhoneNumber).execute(shop, { number: '+1 613 555 0100', primary: true, sending: true });
  const api = await service.key(shop);
  const dana = { name: 'Dana', email: 'dana@example.com', phone: '+1 613 555 0142' };
  const { id: customer_id } = (await api.post('/customers', dana)).body.data;
  const due = Date.now() + 4_000;
  for (const channel of ['sms', 'email']) {
    const given = { channel, customer_id, body: 'Come at nine.', send_at: new Date(due).toISOString() };
    expect((await api.post('/comms/schedule_message', given)).status).toBe(200);
  }
  const kept = (): Promise<readonly SandboxEntry[]> => container.get(SandboxOutbox).newest(shop, 10, null);
  const entries = await eventually(kept, (all) => all.length === 2);
  expect(entries.map(({ channel, to }) => [channel, to]).sort()).toEqual([
    ['email', 'dana@example.com'],
    ['sms', '+16135550142'],
  ]);
  for (const { handedOverAt } of entries) expect(millisOf(handedOverAt)).toBeGreaterThanOrEqual(due);
});
