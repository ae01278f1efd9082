import { randomUUID } from 'node:crypto';
import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import type { Answer, Api } from '../../support/api.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const STRANGER = '+16135550177';

let service: TestService;
let shop: TestShop;
let line: string;
let advisor: Api;
let staffId: string;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  ({ number: line } = await aPhoneNumber(service, shop, { is_primary: true }));
  ({ user_id: staffId } = await aStaffMember(service, shop));
  advisor = await service.key(shop.id, { actsFor: staffId as StaffUserId }); // safe: the id of a stored staff member
});
afterAll(() => service.stop());

const writes = (body: string, from = STRANGER) =>
  service.container
    .get(ProviderEvents)
    .received({ providerId: randomUUID(), shop: shop.id, from, to: line, body, media: [], receivedAt: null });
const threads = async (query = ''): Promise<Answer['body'][]> =>
  (await shop.read.get(`/conversations?${query}`)).body.data as Answer['body'][];
const sentTexts = async (): Promise<string[]> =>
  (await service.container.get(SandboxOutbox).newest(shop.id, 100, null)).map(({ body }) => body).reverse();
const messageRow = async (id: string): Promise<{ status: string; error: string | null }> => {
  const [row] = await service.sql<{ status: string; error: string | null }>(
    'select status, error from messages where shop_id = $1 and id = $2',
    [shop.id, id],
  );
  if (!row) throw new Error('there is no such message');
  return row;
};

it('a stranger texts in, is answered, opts out and comes back', async () => {
  await writes('Do you have time on Monday?');
  const [thread] = await threads('unread=true');
  expect(thread).toMatchObject({ contact_number: STRANGER, channel: 'sms', status: 'open', unread: true, customer_id: null });

  const sent = await advisor.post('/messages', { conversation: thread.id, body: 'Monday at nine?' });
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    { status: 'queued', direction: 'outbound', from: line, to: STRANGER, automated: false, sent_by: staffId, segments: 1 },
  ]);
  await doDueWork(service);
  expect(await messageRow(sent.body.data.id)).toEqual({ status: 'sent', error: null });
  await passWorking(service, 1);
  expect(await messageRow(sent.body.data.id)).toEqual({ status: 'delivered', error: null });
  expect(await threads('unread=true')).toEqual([]);
  const [answered] = await threads();
  expect(answered.last_human_outbound_at).toBe(sent.body.data.created_at);

  service.clock.pass(60_000);
  await writes('Stop.');
  const refused = await advisor.post('/messages', { conversation: thread.id, body: 'Are you sure?' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  await writes('start');
  await doDueWork(service);
  expect((await advisor.post('/messages', { conversation: thread.id, body: 'Welcome back' })).status).toBe(201);
  await doDueWork(service);
  expect(await sentTexts()).toEqual([
    'Monday at nine?',
    'You get no more texts from Northside Auto Care. Reply START to get them again.',
    'Welcome back',
  ]);
  expect(await threads()).toHaveLength(1);
});

it('twenty copies of one inbound text make one message, and ten texts at once one thread', async () => {
  const copy = { providerId: randomUUID(), shop: shop.id, from: STRANGER, to: line, body: 'Hello', media: [], receivedAt: null };
  const events = service.container.get(ProviderEvents);
  const ids = await Promise.all(Array.from({ length: 20 }, () => events.received(copy)));
  expect(new Set(ids).size).toBe(1);
  await Promise.all(Array.from({ length: 10 }, (_, n) => writes(`Text ${n}`, '+16135550188')));
  expect(await threads()).toHaveLength(2);
  const stored = await service.sql('select id from messages where shop_id = $1', [shop.id]);
  expect(stored).toHaveLength(11);
});

it.each([
  ['+15005550001', 'failed', '21211: The recipient’s number is not a valid phone number.'],
  ['+15005550009', 'undelivered', '30003: The recipient’s phone is switched off or out of reach.'],
  ['+15005550013', 'delivered', null],
])('a text to %s ends %s', async (number, status, error) => {
  await writes('Hi', number);
  const [thread] = await threads();
  const { body } = await shop.full.post('/messages', { conversation: thread.id, body: 'Hello' });
  await passWorking(service, 6);
  expect(await messageRow(body.data.id)).toEqual({ status, error });
});

it('a text to a number on the provider’s opt-out list blocks it', async () => {
  await writes('Hi', '+15005550004');
  const [thread] = await threads();
  await shop.full.post('/messages', { conversation: thread.id, body: 'Hello' });
  await doDueWork(service);
  expect((await shop.full.post('/messages', { conversation: thread.id, body: 'Again' })).status).toBe(409);
});

it('a hand-over that was cut off leaves an unconfirmed text, and no second one', async () => {
  await writes('Hi');
  const [thread] = await threads();
  const { body } = await shop.full.post('/messages', { conversation: thread.id, body: 'Hello' });
  await service.sql(`update messages set status = 'sending' where shop_id = $1 and id = $2`, [shop.id, body.data.id]);
  await doDueWork(service);
  expect(await messageRow(body.data.id)).toMatchObject({ status: 'unconfirmed' });
  expect(await sentTexts()).toEqual([]);
});
