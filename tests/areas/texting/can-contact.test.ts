import { randomUUID } from 'node:crypto';
import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { BLOCK_SOURCES } from '../../../domain/texting/may-text.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const PHONE = '+16135550142' as E164; // a number in E.164 is what the brand stands for
const OTHER = '+16135550143' as E164;

let service: TestService;
let shop: TestShop;
let customer: CustomerId;
let line: string;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  shop = await service.shop({ timezone: 'America/Toronto' });
  line = (await aPhoneNumber(service, shop, { is_primary: true })).number;
  const dana = { name: 'Dana Whitfield', phone: PHONE, email: 'dana@example.com', consent_source: 'web_form' };
  customer = (await shop.full.post('/customers', dana)).body.data.id as CustomerId;
});
afterAll(() => service.stop());

const ask = (input: object): Promise<Answer> => shop.read.post('/comms/can_contact', input);
const set = (input: object): Promise<Answer> => shop.full.post('/comms/set_texting_block', input);
const block = (number: E164, source: (typeof BLOCK_SOURCES)[number]) =>
  service.container.get(TextingBlocks).block(shop.id, { number, source }, NO_CAUSE);

const FREE = { allowed: true, reasons: [], blocked_since: null, blocked_by: null, next_permitted_at: null };

describe('comms.can_contact', () => {
  test('answers every rule for a customer who may be texted', async () => {
    const { status, body } = await ask({ customer_id: customer });
    expect([status, body.data]).toEqual([
      200,
      {
        texting: { ...FREE, from_number: line },
        marketing_consent: true,
        timezone: 'America/Toronto',
        local_time: '2026-03-02T10:00:00-05:00',
      },
    ]);
  });

  test('answers the same for the customer, a thread and the number in any spelling', async () => {
    await block(PHONE, 'stop');
    const { id: conversation } = await aConversation(service, shop, { customerId: customer, contactNumber: PHONE });
    const answers = await Promise.all([{ customer_id: customer }, { conversation }, { phone: '(613) 555-0142' }].map(ask));
    expect(answers[0]!.body.data).toMatchObject({ texting: { blocked_by: 'stop' }, marketing_consent: false });
    for (const { body } of answers) expect(body.data).toEqual(answers[0]!.body.data);
  });

  test.each(BLOCK_SOURCES)('names a block by %s, and since when', async (source) => {
    await block(PHONE, source);
    const since = service.clock.now();
    service.clock.pass(60_000);
    expect((await ask({ phone: PHONE })).body.data.texting).toEqual({
      ...{
        allowed: false,
        reasons: [source === 'staff' ? 'blocked_by_staff' : 'opted_out'],
        blocked_since: since,
        blocked_by: source,
      },
      ...{ next_permitted_at: null, from_number: line },
    });
  });

  test('names all rules that refuse, and when the quiet hours end', async () => {
    service.clock.set('2026-03-03T02:00:00Z');
    await service.sql('update phone_numbers set is_sending = false where shop_id = $1', [shop.id]);
    await block(PHONE, 'staff');
    expect((await ask({ customer_id: customer })).body.data).toMatchObject({
      texting: {
        ...{ allowed: false, reasons: ['blocked_by_staff', 'quiet_hours', 'no_sender'], from_number: null },
        next_permitted_at: '2026-03-03T13:00:00.000Z',
      },
      local_time: '2026-03-02T21:00:00-05:00',
    });
  });

  test('says that a customer has no phone, and that the hourly limit is reached', async () => {
    await service.container.get(SettingsOfShops).change(shop.id, { textsPerHour: 1 });
    await shop.full.post('/messages', { customer_id: customer, body: 'Your car is ready.' });
    await shop.full.patch(`/customers/${customer}`, { phone: null });
    const { texting, marketing_consent } = (await ask({ customer_id: customer })).body.data;
    expect([texting.allowed, texting.reasons, marketing_consent]).toEqual([false, ['no_phone', 'hourly_limit'], true]);
  });

  test('knows no consent of strangers and leads', async () => {
    const lead = { name: 'Sam Okafor', phone: OTHER };
    await shop.full.post('/leads', lead);
    const { id: conversation } = await aConversation(service, shop, { contactNumber: '+16135550144' as E164 });
    for (const asked of [{ phone: OTHER }, { conversation }]) {
      expect((await ask(asked)).body.data).toMatchObject({ texting: FREE, marketing_consent: false });
    }
  });

  test('proposes the line that the contact wrote to last', async () => {
    const { number } = await aPhoneNumber(service, shop);
    await aConversation(service, shop, { contactNumber: OTHER, line: number as E164 });
    expect((await ask({ phone: OTHER })).body.data.texting.from_number).toBe(number);
  });

  test('needs exactly one field, and records of this shop', async () => {
    const answers = await Promise.all(
      [{}, { phone: PHONE, customer_id: customer }, { phone: 'call me' }, { conversation: randomUUID() }].map(ask),
    );
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual([
      [422, 'body: give exactly one of customer_id, conversation, phone'],
      [422, 'body: give exactly one of customer_id, conversation, phone'],
      [422, 'phone: is not a phone number'],
      [404, 'conversation not found'],
    ]);
  });
});

describe('comms.set_texting_block', () => {
  test('blocks and lifts, for a customer and for any number, with the answer of can_contact', async () => {
    for (const [asked, number] of [
      [{ customer_id: customer }, PHONE],
      [{ phone: '613 555 0143' }, OTHER],
    ] as const) {
      const blocked = await set({ ...asked, blocked: true, note: 'asked at the counter' });
      expect([blocked.status, blocked.body.data.texting.blocked_by]).toEqual([200, 'staff']);
      expect(blocked.body).toEqual((await ask({ phone: number })).body);
      expect((await set({ ...asked, blocked: false })).body.data.texting).toMatchObject(FREE);
    }
  });

  test('is announced once, with the operation as its cause', async () => {
    for (let n = 0; n < 2; n += 1) await set({ phone: OTHER, blocked: true });
    await set({ phone: OTHER, blocked: false });
    const events = await service.sql(
      `select type, data->>'source' as source, cause->>'operation' as operation from outbox
        where shop_id = $1 and type like 'customer.texting%' order by created_at, id`,
      [shop.id],
    );
    const operation = 'comms.set_texting_block';
    expect(events).toEqual([
      { type: 'customer.texting_blocked', source: 'staff', operation },
      { type: 'customer.texting_unblocked', source: 'staff', operation },
    ]);
  });

  test('a text to the blocked number is refused, and goes after the lift', async () => {
    const text = { customer_id: customer, body: 'Your car is ready.' };
    await set({ customer_id: customer, blocked: true });
    expect((await shop.full.post('/messages', text)).body.error).toMatchObject({ code: 'conflict' });
    await set({ customer_id: customer, blocked: false });
    expect((await shop.full.post('/messages', text)).status).toBe(201);
  });

  test('cannot lift a STOP, also beside a block of the staff', async () => {
    await set({ customer_id: customer, blocked: true });
    await block(PHONE, 'stop');
    const { status, body } = await set({ customer_id: customer, blocked: false });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toContain('only the contact can lift this, with START');
    await service.container.get(TextingBlocks).lift(shop.id, PHONE, 'start', NO_CAUSE);
    expect((await ask({ customer_id: customer })).body.data.texting.blocked_by).toBe('staff');
    expect((await set({ customer_id: customer, blocked: false })).body.data.texting).toMatchObject(FREE);
  });

  test.each(['provider', 'import'] as const)('lifts a block by %s', async (source) => {
    await block(PHONE, source);
    expect((await set({ phone: PHONE, blocked: false })).body.data.texting).toMatchObject(FREE);
  });

  test('needs a customer with a phone, or a number, and not both', async () => {
    await shop.full.patch(`/customers/${customer}`, { phone: null });
    const inputs = [{}, { customer_id: customer, phone: PHONE }, { customer_id: customer }, { customer_id: randomUUID() }];
    const answers = await Promise.all(inputs.map((input) => set({ ...input, blocked: true })));
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual([
      [422, 'customer_id: give a customer_id or a phone, and not both'],
      [422, 'customer_id: give a customer_id or a phone, and not both'],
      [422, 'customer_id: this customer has no phone'],
      [404, 'customer not found'],
    ]);
    expect((await set({ phone: PHONE })).body.error.message).toBe('blocked: blocked is required');
  });
});
