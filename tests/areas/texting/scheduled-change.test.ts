import { randomUUID } from 'node:crypto';
import { scheduledMessageEvents } from '../../../application/areas/texting/scheduled-message.view.js';
import { ScheduledMessages } from '../../../application/areas/texting/scheduled-messages.js';
import { Announcer } from '../../../application/kernel/events/announcer.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { amend, cancel, SCHEDULED_MESSAGE_STATUSES, type ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { startSending } from '../../../domain/texting/send-scheduled.js';
import type { Answer } from '../../support/api.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const LATER = '2026-03-05T15:00:00.000Z';
const OTHERS = SCHEDULED_MESSAGE_STATUSES.filter((status) => status !== 'scheduled');

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const update = (id: string, fields: object): Promise<Answer> =>
  shop.full.post('/comms/update_scheduled_message', { id, ...fields });
const pullBack = (id: string): Promise<Answer> => shop.full.post('/comms/cancel_scheduled_message', { id });
const times = (id: string): Promise<unknown[]> =>
  service.sql('select due_at, send_at, scheduled_for from scheduled_messages where id = $1', [id]);

describe('an update', () => {
  it('changes the time, and only the new time is due', async () => {
    const { id, body: text } = await aScheduledMessage(service, shop);
    const { status, body } = await update(id, { send_at: LATER });
    expect([status, body.data]).toMatchObject([200, { id, send_at: LATER, body: text }]);
    expect(await times(id)).toEqual([{ due_at: LATER, send_at: LATER, scheduled_for: LATER }]);
    expect(await eventsOf(service, { id })).toEqual([
      {
        ...{ type: 'scheduled_message.updated', created_at: service.clock.now() },
        data: { ...body.data, previous: { send_at: '2026-03-03T15:00:00.000Z' } },
      },
    ]);
  });

  it('gives a text the rules of a new one', async () => {
    const { id } = await aScheduledMessage(service, shop);
    const { body } = await update(id, { body: 'Ready at www.maple.example today', subject: 'ignored' });
    const text = 'Ready at today\nReply to this text to reach us.';
    expect(body.data).toMatchObject({
      ...{ body: text, links_removed: true, removed_links: ['www.maple.example'], subject: null },
    });
    expect(await update(id, { body: 'www.maple.example' })).toMatchObject({ status: 422 });
    expect(await update(id, { body: 'x'.repeat(1600) })).toMatchObject({ status: 422 });
    expect((await update(id, { body: 'Ready.' })).body.data).toMatchObject({ links_removed: false, removed_links: [] });
  });

  it('changes and clears the subject of an e-mail', async () => {
    const { id } = await aScheduledMessage(service, shop, { channel: 'email', to: 'dana@example.com', subject: 'Ready' });
    const body = 'See https://maple.example';
    expect((await update(id, { subject: 'Then', body })).body.data).toMatchObject({ subject: 'Then', body });
    expect((await update(id, { subject: '' })).body.data).toMatchObject({ subject: null, links_removed: false });
  });

  it.each([['x'.repeat(201)], [5], [null], [['Ready']], ['two\nlines']])(
    'ignores the subject %j of a text, not of an e-mail',
    async (subject) => {
      const { id } = await aScheduledMessage(service, shop);
      expect(await update(id, { subject })).toMatchObject({ status: 200, body: { data: { id, subject: null } } });
      expect(await eventTypesOf(service, { id })).toEqual([]);
      const tool = await shop.full.tool('comms.update_scheduled_message', { id, subject, send_at: LATER });
      expect(tool.structuredContent).toMatchObject({ id, subject: null, send_at: LATER });
      const email = await aScheduledMessage(service, shop, { channel: 'email', to: 'dana@example.com', subject: 'Ready' });
      const answer = await update(email.id, { subject });
      expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringMatching(/^subject: must /)]);
    },
  );

  it('that changes nothing announces nothing', async () => {
    const { id, sendAt, body } = await aScheduledMessage(service, shop);
    for (const fields of [{ send_at: sendAt }, { body }, { subject: 'ignored' }]) {
      expect(await update(id, fields)).toMatchObject({ status: 200, body: { data: { send_at: sendAt, body } } });
    }
    expect(await eventTypesOf(service, { id })).toEqual([]);
  });

  it.each([
    [/at least one/, {}],
    [/^send_at: must be in the future$/, { send_at: '2026-03-02T14:00:00Z' }],
    [/^send_at: must not be null$/, { send_at: null }],
    [/^body: /, { body: '' }],
  ])('is refused with 422 (%s)', async (message, fields) => {
    const { id } = await aScheduledMessage(service, shop);
    const answer = await update(id, fields);
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringMatching(message)]);
  });
});

test.each(OTHERS)('a message that is %s can be neither changed nor canceled', async (status) => {
  const { id } = await aScheduledMessage(service, shop, { status });
  const answers = [await update(id, { send_at: LATER }), await update(id, { body: 'www.maple.example' }), await pullBack(id)];
  const refusal = (verb: string): unknown => [
    409,
    { code: 'conflict', message: `the message is ${status}: only one that still waits can be ${verb}` },
  ];
  expect(answers.map(({ status: code, body }) => [code, body.error])).toEqual(['changed', 'changed', 'canceled'].map(refusal));
  expect(await eventTypesOf(service, { id })).toEqual([]);
});

test('a canceled message is not due, and stays as it is', async () => {
  const { id } = await aScheduledMessage(service, shop);
  expect(await pullBack(id)).toMatchObject({ status: 200, body: { data: { id, status: 'canceled' } } });
  expect(await times(id)).toMatchObject([{ due_at: null }]);
  expect(await eventTypesOf(service, { id })).toEqual(['scheduled_message.canceled']);
});

describe('of 20 that cancel, change and send at once', () => {
  const now = at('2026-03-02T15:00:00.000Z');
  const VERBS = [
    (before: ScheduledMessage) => cancel(before, now),
    (before: ScheduledMessage) => startSending(before, randomUUID() as MessageId, now), // safe: an id is a UUID
    (before: ScheduledMessage, n: number) => amend(before, { subject: `change ${n}` }, now),
  ];

  it.each([1, 2, 3, 4, 5])('exactly one takes the message (round %i)', async () => {
    const [port, announcer] = [service.container.get(ScheduledMessages), service.container.get(Announcer)];
    const { id } = await aScheduledMessage(service, shop, { sendAt: at('2026-03-02T14:59:00.000Z') });
    const attempt = async (n: number): Promise<boolean> => {
      let took = false;
      await port.change(shop.id, id, (before) => {
        const decision = announcer.announce(scheduledMessageEvents, before, VERBS[n % VERBS.length]!(before, n), NO_CAUSE);
        took = decision.changed && decision.next.status !== 'scheduled';
        return decision;
      });
      return took;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => attempt(n)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value)).toHaveLength(1);
    const end = await port.find(shop.id, id);
    expect(['canceled', 'sending']).toContain(end?.status);
    const canceled = (await eventTypesOf(service, { id })).filter((type) => type === 'scheduled_message.canceled');
    expect(canceled).toHaveLength(end?.status === 'canceled' ? 1 : 0);
  });
});
