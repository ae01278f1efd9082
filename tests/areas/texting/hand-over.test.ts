import { SettingsOfShops, Shops } from '../../../application/areas/access/shops.js';
import { PhoneNumbers } from '../../../application/areas/phone-numbers/phone-numbers.js';
import { GiveToProvider } from '../../../application/areas/texting/give-to-provider.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Answer } from '../../support/api.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { causesOf, eventsOf, eventTypesOf } from '../../support/outbox.js';
import { startTestService, type TestService } from '../../support/service.js';

const NUMBER = STRANGER as E164; // safe: a number in E.164

let service: TestService;
let inbox: Inbox;
let text: Answer['body'];

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
  await inbox.writes('Hello');
  text = await inbox.queued({ conversation: (await inbox.threadOf()).id });
});
afterAll(() => service.stop());

const numbers = (change: string): Promise<unknown> =>
  service.sql(`update phone_numbers set ${change} where shop_id = $1`, [inbox.shop.id]);

it('a text is handed over as it is, is sent, and then delivered; each is told of', async () => {
  await doDueWork(service);
  expect(await inbox.handedOver()).toMatchObject([
    { message: text.id, channel: 'sms', from: inbox.line, to: STRANGER, body: text.body, handedOverAt: service.clock.now() },
  ]);
  expect(await inbox.stateOf(text)).toEqual({ status: 'sent', error: null });
  await passWorking(service, 1);
  expect(await inbox.stateOf(text)).toEqual({ status: 'delivered', error: null });
  const events = await eventsOf(service, text);
  expect(events.map(({ type, data }) => [type, data['status'], data['previous']])).toEqual([
    ['message.sent', 'sent', { status: 'sending' }],
    ['message.delivered', 'delivered', { status: 'sent' }],
  ]);
  const nobody = {
    operation: null,
    request_id: null,
    key_id: null,
    user_id: null,
    automation_id: null,
    event_id: null,
    operator: null,
  };
  expect((await causesOf(service, text)).map(({ cause }) => cause)).toEqual([nobody, nobody]);
  await passWorking(service, 60);
  expect(await inbox.handedOver()).toHaveLength(1);
});

describe('a text that waits is not handed over', () => {
  it.each<[string, () => unknown, string]>([
    [
      'when its number was blocked meanwhile',
      () => service.container.get(TextingBlocks).block(inbox.shop.id, { number: NUMBER, source: 'staff' }, NO_CAUSE),
      'opted_out',
    ],
    ['when quiet hours began', () => service.clock.set('2026-03-02T21:00:00Z'), 'quiet_hours'],
    ['when its line was released', () => numbers(`status = 'released'`), 'no_sender'],
    ['when its line sends no more', () => numbers('is_sending = false'), 'no_sender'],
    ['when its line takes no texts any more', () => numbers('sms = false'), 'no_sender'],
    [
      'when the shop was suspended',
      () => service.container.get(Shops).change(inbox.shop.id, { suspended: true }),
      'account_suspended',
    ],
    [
      'when it is more than an hour late',
      () => {
        service.clock.pass(3_600_001);
      },
      'too_late',
    ],
  ])('%s', async (_, happens, error) => {
    await happens();
    await doDueWork(service);
    await service.container.get(Shops).change(inbox.shop.id, { suspended: false });
    expect(await inbox.stateOf(text)).toEqual({ status: 'failed', error });
    expect(await inbox.handedOver()).toEqual([]);
    expect(await eventTypesOf(service, text)).toEqual(['message.failed']);
    service.clock.restart();
    await passWorking(service, 2);
    expect(await inbox.handedOver()).toEqual([]);
  });
});

describe('a text that waits is handed over', () => {
  it('when it is an hour late, but no more', async () => {
    service.clock.pass(3_600_000);
    await doDueWork(service);
    expect(await inbox.handedOver()).toHaveLength(1);
  });

  it('when the plan lapsed meanwhile', async () => {
    await service.container.get(Shops).change(inbox.shop.id, { planLapsed: true });
    await doDueWork(service);
    expect(await inbox.handedOver()).toHaveLength(1);
  });

  it('from the line that it was accepted for, also when the contact wrote to another one since', async () => {
    const { number: to } = await aPhoneNumber(service, inbox.shop);
    await inbox.writes('Hello', { to });
    await doDueWork(service);
    expect(await inbox.handedOver()).toMatchObject([{ from: inbox.line }]);
  });

  it('through the messaging service for which it was accepted', async () => {
    await service.container.get(SettingsOfShops).change(inbox.shop.id, { messagingService: 'MG1' });
    await numbers('is_sending = false');
    const through = await inbox.queued({ conversation: text.conversation });
    await doDueWork(service);
    expect(await inbox.stateOf(through)).toEqual({ status: 'sent', error: null });
    expect(await inbox.handedOver()).toMatchObject([{ from: 'MG1', message: through.id }]);
  });
});

it('a block that comes after the rules were asked still holds the text back', async () => {
  const { items } = await service.container.get(PhoneNumbers).list(inbox.shop.id);
  const [line] = items;
  if (!line) throw new Error('the shop has a line');
  await service.container.get(TextingBlocks).block(inbox.shop.id, { number: NUMBER, source: 'staff' }, NO_CAUSE);
  await service.container.get(GiveToProvider).execute(inbox.shop.id, text.id, {
    sender: { kind: 'line', line },
    room: { taken: 0, left: 1 },
  });
  expect([await inbox.stateOf(text), await inbox.handedOver()]).toEqual([{ status: 'failed', error: 'opted_out' }, []]);
});

it('after six hours without the service, none of 100 texts is sent', async () => {
  await service.sql(
    `insert into messages (shop_id, id, conversation_id, direction, body, "from", "to", status, origin, due_at, created_at)
     select shop_id, gen_random_uuid(), conversation_id, direction, body, "from", "to", status, origin, due_at, created_at
     from messages, generate_series(2, 100) where id = $1`,
    [text.id],
  );
  await service.container.get(Shops).change(inbox.shop.id, { timezone: 'America/Toronto' });
  service.clock.pass(6 * 3_600_000); // 16:00 there
  await doDueWork(service);
  expect(await inbox.handedOver()).toEqual([]);
  const states = await service.sql(
    `select status, error, count(*) as n from messages where shop_id = $1 and direction = 'outbound' group by 1, 2`,
    [inbox.shop.id],
  );
  expect(states).toEqual([{ status: 'failed', error: 'too_late', n: 100 }]);
});

it('texts that were accepted at once beyond the hour’s limit are held back', async () => {
  await service.container.get(SettingsOfShops).change(inbox.shop.id, { textsPerHour: 5 });
  await Promise.all(Array.from({ length: 10 }, () => inbox.sends({ conversation: text.conversation })));
  await doDueWork(service);
  expect(await inbox.handedOver()).toHaveLength(5);
  const held = (await inbox.messagesOf({ id: text.conversation })).filter(({ error }) => error === 'hourly_limit');
  expect(held.every(({ status }) => status === 'failed')).toBe(true);
});

it('a text that is taken twice is handed over once', async () => {
  await service.sql('update messages set due_at = $2 where id = $1', [text.id, service.clock.now()]);
  await Promise.all([doDueWork(service), doDueWork(service), doDueWork(service)]);
  expect(await inbox.handedOver()).toHaveLength(1);
  expect(await inbox.stateOf(text)).toEqual({ status: 'sent', error: null });
});
