import { randomUUID } from 'node:crypto';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { insert } from '../../support/builders/insert.js';
import { doDueWork } from '../../support/due-work.js';
import { startTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('120 texts that were due while the service was down for six hours are not sent', async () => {
  const shop = await service.shop();
  await aPhoneNumber(service, shop, { is_primary: true });
  const ids = Array.from({ length: 120 }, () => randomUUID());
  await service.sql(
    `insert into scheduled_messages (shop_id, id, channel, body, "to", scheduled_for, send_at, due_at, status, links_removed,
       created_at, version)
     select $1, d.id, 'sms', 'Your car is ready.', '+1613555' || lpad(d.n::text, 4, '0'), $3, $3, $3, 'scheduled', false, $4, 1
     from unnest($2::uuid[]) with ordinality as d (id, n)`,
    [shop.id, ids, '2026-03-02T15:30:00Z', '2026-03-02T15:00:00Z'],
  );
  const counts = { shop_id: shop.id, list: 'scheduled_messages', bucket: 'scheduled', slot: 0, n: 120 };
  await insert(service, 'record_counts', counts);
  const last = await aScheduledMessage(service, shop, { sendAt: at('2026-03-02T21:00:00Z') });
  service.clock.set('2026-03-02T21:30:00Z');
  await doDueWork(service);
  expect(await service.container.get(SandboxOutbox).newest(shop.id, 1000, null)).toEqual([]);
  const states = 'select status, error, count(*)::int as n from scheduled_messages where shop_id = $1 and id <> $2 group by 1, 2';
  expect(await service.sql(states, [shop.id, last.id])).toEqual([{ status: 'refused', error: 'too_late', n: 120 }]);
  // The one that is not late lies in quiet hours.
  const waiting = (await shop.read.post('/comms/list_scheduled_messages', { status: 'scheduled' })).body.data;
  expect(waiting).toMatchObject({ total: 1, items: [{ id: last.id, send_at: '2026-03-03T08:00:00.000Z' }] });
});
