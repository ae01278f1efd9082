import { randomUUID } from 'node:crypto';
import { Shops } from '../../../application/areas/access/shops.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Answer } from '../../support/api.js';
import { aCustomer } from '../../support/builders/records.js';
import { doDueWork } from '../../support/due-work.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { eventTypesOf } from '../../support/outbox.js';
import { startTestService, type TestService } from '../../support/service.js';

const NUMBER = STRANGER as E164; // safe: a number in E.164
const STOPPED = 'You get no more texts from Northside Auto Care. Reply START to get them again.';
const STARTED = 'You get texts from Northside Auto Care again. Reply STOP to get no more.';

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
});
afterAll(() => service.stop());

const isBlocked = async (): Promise<boolean> =>
  (await inbox.shop.read.get(`/conversations/${(await inbox.threadOf()).id}`)).body.data.texting_blocked;
const answers = async (): Promise<Answer['body'][]> =>
  (await inbox.messagesOf(await inbox.threadOf())).filter(({ direction }) => direction === 'outbound');
const answerTexts = async (): Promise<string[]> => (await answers()).map(({ body }) => body);
const blockedBy = (source: 'staff' | 'provider' | 'import') =>
  service.container.get(TextingBlocks).block(inbox.shop.id, { number: NUMBER, source }, NO_CAUSE);

describe('STOP', () => {
  it.each(['STOP', 'stop', ' Stop! ', '“Unsubscribe”', 'ＳＴＯＰ', 'stop all', 'ARRÊT', 'arre\u0302t.', 'opt-out'])(
    'in the form %j blocks, and is answered',
    async (body) => {
      await inbox.writes(body);
      expect([await isBlocked(), await answerTexts()]).toEqual([true, [STOPPED]]);
    },
  );

  it.each(['please stop', 'STOP IT', 'nonstop', 'S.T.O.P. that', ''])('is not what %j says', async (body) => {
    await inbox.writes(body);
    expect([await isBlocked(), await answerTexts()]).toEqual([false, []]);
  });

  it('ends the texts that wait, and leaves the thread open, unread and answered by no person', async () => {
    await inbox.writes('Hello');
    const { id: conversation } = await inbox.threadOf();
    const texts = [await inbox.queued({ conversation }), await inbox.queued({ conversation })];
    const other = await inbox.queued({ customer_id: (await aCustomer(inbox.shop.full, { phone: '+16135550142' })).id });
    await inbox.shop.full.post(`/conversations/${conversation}`, { snooze: true });
    await inbox.writes('STOP');
    for (const text of texts) {
      expect(await inbox.stateOf(text)).toEqual({ status: 'failed', error: 'opted_out' });
      expect(await eventTypesOf(service, text)).toEqual(['message.failed']);
    }
    expect(await inbox.stateOf(other)).toEqual({ status: 'queued', error: null });
    expect(await inbox.threadOf()).toMatchObject({ status: 'open', unread: true, last_human_outbound_at: null });
    await doDueWork(service);
    expect((await inbox.handedOver()).map(({ to }) => to).toSorted()).toEqual(['+16135550142', STRANGER]);
  });

  it('is answered in quiet hours and through the line that it came to, as an automated message', async () => {
    service.clock.set('2026-03-03T03:00:00Z');
    await inbox.writes('STOP');
    await doDueWork(service);
    expect(await answers()).toMatchObject([
      { body: STOPPED, from: inbox.line, to: STRANGER, automated: true, sent_by: null, status: 'sent' },
    ]);
    expect(await inbox.handedOver()).toMatchObject([{ from: inbox.line, to: STRANGER, body: STOPPED }]);
  });

  it('that is repeated blocks and answers once, also when twenty copies come at once', async () => {
    const providerId = randomUUID();
    const ids = await Promise.all(Array.from({ length: 20 }, () => inbox.writes('STOP', { providerId })));
    expect(new Set(ids).size).toBe(1);
    expect([await isBlocked(), await answerTexts()]).toEqual([true, [STOPPED]]);
    const blocks = await service.sql<{ data: unknown }>(
      `select data from outbox where shop_id = $1 and type = 'customer.texting_blocked'`,
      [inbox.shop.id],
    );
    // The thread is named though the STOP is the first text of its number.
    expect(blocks).toMatchObject([{ data: { number: STRANGER, conversation: (await inbox.threadOf()).id } }]);
    expect(await inbox.threads()).toHaveLength(1);
  });

  it('that is repeated after a START does not block again, and ends no texts', async () => {
    const providerId = randomUUID();
    const id = await inbox.writes('STOP', { providerId });
    await inbox.writes('START');
    const text = await inbox.queued({ conversation: (await inbox.threadOf()).id });
    expect(await inbox.writes('STOP', { providerId })).toBe(id);
    expect([await isBlocked(), await inbox.stateOf(text)]).toEqual([false, { status: 'queued', error: null }]);
    await doDueWork(service);
    expect(await inbox.stateOf(text)).toEqual({ status: 'sent', error: null });
  });
});

describe('START', () => {
  it.each(['START', 'unstop', 'Yes.'])('in the form %j lifts a STOP', async (body) => {
    await inbox.writes('STOP');
    service.clock.pass(3_600_001);
    await inbox.writes(body);
    expect([await isBlocked(), await answerTexts()]).toEqual([false, [STOPPED, STARTED]]);
  });

  it.each(['provider', 'import'] as const)('lifts the block of %s', async (source) => {
    await blockedBy(source);
    await inbox.writes('YES');
    expect(await isBlocked()).toBe(false);
  });

  it('leaves the staff’s block', async () => {
    await blockedBy('staff');
    await inbox.writes('START');
    expect(await isBlocked()).toBe(true);
  });

  it('as YES is an answer like any other while nothing is blocked', async () => {
    await inbox.writes('Yes');
    expect([await isBlocked(), await answerTexts(), (await inbox.threadOf()).unread]).toEqual([false, [], true]);
  });
});

it.each(['HELP', 'info', 'Aide!'])(
  '%s is answered with the shop’s name and number, and leaves the thread unread',
  async (body) => {
    await inbox.writes(body);
    expect(await answerTexts()).toEqual([`This is Northside Auto Care, ${inbox.line}. Reply STOP to get no more texts.`]);
    expect(await inbox.threadOf()).toMatchObject({ unread: true, status: 'open' });
    expect(await inbox.threads('unanswered=true')).toHaveLength(1);
    const { id } = await inbox.threadOf();
    await inbox.shop.full.post(`/conversations/${id}`, { mark_read: true });
    expect(await inbox.threadOf()).toMatchObject({ unread: false });
  },
);

describe('a number gets one answer in an hour', () => {
  it('whatever keywords it sends', async () => {
    for (const body of ['HELP', 'STOP', 'START', 'HELP']) await inbox.writes(body);
    expect(await answers()).toHaveLength(1);
    service.clock.pass(3_599_999);
    await inbox.writes('HELP', { from: '+16135550188' });
    await inbox.writes('HELP');
    expect(await answers()).toHaveLength(1);
    service.clock.pass(2);
    await inbox.writes('HELP');
    expect(await answers()).toHaveLength(2);
  });

  it.each([
    ['a new number', []],
    ['a known number', ['Hello']],
  ])('also when twenty keywords of %s come at once', async (_, before) => {
    for (const body of before) await inbox.writes(body);
    const bodies = Array.from({ length: 20 }, (__, n) => ['HELP', 'STOP', 'START'][n % 3] ?? '');
    await Promise.all(bodies.map((body) => inbox.writes(body)));
    expect(await answers()).toHaveLength(1);
    expect(await inbox.messagesOf(await inbox.threadOf())).toHaveLength(before.length + 21);
  });
});

it('a suspended shop records a STOP, and answers nothing', async () => {
  await inbox.writes('Hello');
  await service.container.get(Shops).change(inbox.shop.id, { suspended: true });
  await inbox.writes('STOP');
  await doDueWork(service);
  await service.container.get(Shops).change(inbox.shop.id, { suspended: false });
  expect(await isBlocked()).toBe(true);
  expect(await inbox.handedOver()).toEqual([]);
  expect(await answers()).toEqual([]);
});

it('a shop whose plan lapsed answers', async () => {
  await service.container.get(Shops).change(inbox.shop.id, { planLapsed: true });
  await inbox.writes('HELP');
  await doDueWork(service);
  expect(await inbox.handedOver()).toHaveLength(1);
});
