import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { ShopSettings } from '../../../domain/access/shop.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { BLOCK_SOURCES } from '../../../domain/texting/may-text.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aCustomer } from '../../support/builders/records.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { sharedTestService, type TestService } from '../../support/service.js';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';
const PHONE = '+16135550142' as E164; // safe: a number in E.164

let service: TestService;
let inbox: Inbox;
let customer: CustomerId;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
  customer = (await aCustomer(inbox.shop.full, { phone: PHONE })).id;
});
afterAll(() => service.stop());

const sends = (fields: object): Promise<Answer> => inbox.sends({ customer_id: customer, ...fields });
const set = (settings: Partial<ShopSettings>): Promise<ShopSettings> =>
  service.container.get(SettingsOfShops).change(inbox.shop.id, settings);
const textsStored = async (): Promise<number> =>
  (await service.sql('select from messages where shop_id = $1', [inbox.shop.id])).length;

/** Expects a refusal that stored nothing. */
async function refused(sent: Promise<Answer>, status: number, code: string, message: RegExp): Promise<Answer> {
  const before = await textsStored();
  const answer = await sent;
  const { error } = answer.body;
  expect([answer.status, error?.code, error?.message]).toEqual([status, code, expect.stringMatching(message)]);
  expect(await textsStored()).toBe(before);
  return answer;
}

describe('a text that is a mistake is refused with 422', () => {
  it.each<[string, RegExp, object]>([
    ['neither a customer nor a thread', /^customer_id: /, { customer_id: undefined }],
    ['an id that is none', /^customer_id: /, { customer_id: '17' }],
    ['a thread’s id that is none', /^conversation: /, { conversation: 'x' }],
    ['no body', /^body: /, { body: undefined }],
    ['an empty body', /^body: /, { body: '' }],
    ['a body of blanks', /^body: /, { body: ' \n\t ' }],
    ['a body that is too long', /^body: must be at most 1600 characters$/, { body: 'x'.repeat(1601) }],
    ['a body of too many emoji', /^body: must be at most 1600 characters$/, { body: '👍'.repeat(1601) }],
    ['a body with a control character', /^body: /, { body: 'ready\u0007' }],
    ['a line whose id is none', /^phone_number_id: /, { phone_number_id: 'x' }],
    ['an unknown line', /^phone_number_id: /, { phone_number_id: UNKNOWN }],
  ])('%s', (_, message, fields) => refused(sends(fields), 422, 'validation_error', message));

  it('a line of another shop, or one that was released', async () => {
    const other = await aPhoneNumber(service, await service.shop());
    const released = await aPhoneNumber(service, inbox.shop, { status: 'released' });
    for (const { id } of [other, released])
      await refused(sends({ phone_number_id: id }), 422, 'validation_error', /^phone_number_id: .*not a live line/);
  });

  it('a customer without a phone, alone or as the contact of a thread', async () => {
    const { id } = await aCustomer(inbox.shop.full);
    const thread = await aConversation(service, inbox.shop, { customerId: id, channel: 'email' });
    await refused(inbox.sends({ customer_id: id }), 422, 'validation_error', /^customer_id: there is no phone number on file/);
    await refused(inbox.sends({ conversation: thread.id }), 422, 'validation_error', /^conversation: there is no phone/);
  });

  it('a thread and a customer that do not belong together', async () => {
    const stranger = await aConversation(service, inbox.shop, { contactNumber: STRANGER as E164 }); // safe: as above
    const other = await aCustomer(inbox.shop.full, { phone: '+16135550143' });
    const theirs = await aConversation(service, inbox.shop, { customerId: other.id, contactNumber: other.phone });
    for (const { id } of [stranger, theirs])
      await refused(sends({ conversation: id }), 422, 'validation_error', /^customer_id: the conversation is with somebody else/);
  });

  it('a mistake is named before a rule of texting', async () => {
    await service.container.get(TextingBlocks).block(inbox.shop.id, { number: PHONE, source: 'stop' }, NO_CAUSE);
    await refused(sends({ phone_number_id: UNKNOWN }), 422, 'validation_error', /^phone_number_id: /);
  });
});

describe('a text that a rule forbids is refused with 409', () => {
  it.each(BLOCK_SOURCES)('to a number that is blocked by %s', async (source) => {
    await service.container.get(TextingBlocks).block(inbox.shop.id, { number: PHONE, source }, NO_CAUSE);
    await refused(sends({}), 409, 'conflict', /opted out|blocked|opt-outs/);
    const other = await Inbox.open(service);
    const { id } = await aCustomer(other.shop.full, { phone: PHONE });
    expect(await other.queued({ customer_id: id })).toMatchObject({ status: 'queued', to: PHONE });
  });

  it('in quiet hours, with the next permitted minute in the shop’s zone', async () => {
    inbox = await Inbox.open(service, { timezone: 'America/Toronto' });
    customer = (await aCustomer(inbox.shop.full, { phone: PHONE })).id;
    service.clock.set('2026-03-03T01:59:59.999Z'); // 20:59 in Toronto
    expect(await sends({})).toMatchObject({ status: 201 });
    service.clock.set('2026-03-03T02:00:00.000Z');
    await refused(
      sends({}),
      409,
      'conflict',
      /texting hours; .* 2026-03-03T08:00:00-05:00 \(America\/Toronto\); schedule the text for then instead$/,
    );
    service.clock.set('2026-03-03T13:00:00.000Z'); // 08:00 in Toronto
    expect(await sends({})).toMatchObject({ status: 201 });
  });

  it('on a closed day, with the first minute after it', async () => {
    await set({ closures: ['2026-03-02'] });
    await refused(sends({}), 409, 'conflict', / 2026-03-03T08:00:00Z \(UTC\); schedule the text for then instead$/);
  });

  it('without a line that sends, and from a line asked for that does not', async () => {
    const silent = await aPhoneNumber(service, inbox.shop, { is_sending: false });
    const voice = await aPhoneNumber(service, inbox.shop, { sms: false });
    for (const { id } of [silent, voice])
      await refused(sends({ phone_number_id: id }), 409, 'conflict', /the line asked for cannot send/);
    await service.sql('update phone_numbers set is_sending = false where shop_id = $1', [inbox.shop.id]);
    await refused(sends({}), 409, 'conflict', /no line of the shop can send/);
  });

  it('names every rule', async () => {
    await service.container.get(TextingBlocks).block(inbox.shop.id, { number: PHONE, source: 'stop' }, NO_CAUSE);
    await service.sql('update phone_numbers set is_sending = false where shop_id = $1', [inbox.shop.id]);
    service.clock.set('2026-03-03T03:00:00Z');
    await refused(sends({}), 409, 'conflict', /STOP; .*texting hours.*; no line/);
  });
});

it('beyond the texts of an hour a text is refused with 429, until the first of them is an hour old', async () => {
  await set({ textsPerHour: 2 });
  for (const seconds of [0, 600]) {
    service.clock.pass(seconds * 1_000);
    expect(await sends({})).toMatchObject({ status: 201 });
  }
  const { headers, body } = await refused(sends({}), 429, 'rate_limited', /2 texts within 60 minutes/);
  expect(headers.get('retry-after')).toBe('3000');
  expect(body.error.message).toContain('3000');
  service.clock.pass(2_999_999);
  expect((await refused(sends({}), 429, 'rate_limited', /2 texts/)).headers.get('retry-after')).toBe('1');
  service.clock.pass(2);
  expect(await sends({})).toMatchObject({ status: 201 });
  await refused(sends({}), 429, 'rate_limited', /2 texts/);
});
