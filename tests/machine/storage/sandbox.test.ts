import { SandboxEmails } from '../../../adapters/email/sandbox-emails.js';
import { SandboxRecipients } from '../../../adapters/sms/sandbox/sandbox-recipients.js';
import { SandboxTextProvider } from '../../../adapters/sms/sandbox/sandbox-text-provider.js';
import { UuidV7Ids } from '../../../adapters/uuid-v7-ids.js';
import type { HandOver, OutboundText } from '../../../application/areas/texting/hand-over-text.js';
import { ProviderEvents, type InboundText, type Receipt } from '../../../application/areas/texting/provider-events.js';
import { SandboxOutbox, type SandboxEntryId } from '../../../application/areas/texting/sandbox-outbox.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const LINE = '+16135550100' as E164; // a number in E.164 is what the brand stands for
const SILENCE_MS = 30;

/** An inbox that keeps what it is told, and can fail. */
class Recorder extends ProviderEvents {
  readonly texts: InboundText[] = [];
  readonly receipts: Receipt[] = [];
  /** the numbers of which no event can be taken */
  readonly failing = new Set<string | null>();

  override received(text: InboundText): Promise<MessageId | null> {
    this.texts.push(text);
    if (this.failing.has(text.from)) return Promise.reject(new Error('the inbox cannot take it'));
    return Promise.resolve(null);
  }

  override reported(receipt: Receipt): Promise<MessageId | null> {
    this.receipts.push(receipt);
    if (this.failing.has(receipt.message)) return Promise.reject(new Error('the inbox cannot take it'));
    return Promise.resolve(receipt.message);
  }
}

const ids = new UuidV7Ids();
let service: TestService;
let shop: TestShop;
let outbox: SandboxOutbox;
let provider: SandboxTextProvider;
let recipients: SandboxRecipients;
let inbox: Recorder;

beforeAll(async () => {
  service = await startTestService();
  outbox = service.container.get(SandboxOutbox);
  provider = new SandboxTextProvider(outbox, ids, service.clock, SILENCE_MS);
});
beforeEach(async () => {
  await service.sql('delete from sandbox_outbox');
  shop = await service.shop();
  inbox = new Recorder();
  recipients = new SandboxRecipients(outbox, inbox, ids, service.clock);
});
afterAll(() => service.stop());

const text = (to: string, fields: Partial<OutboundText> = {}): OutboundText => ({
  ...{ shop: shop.id, message: ids.next(), from: { line: LINE }, to, body: 'Your car is ready.', statusCallback: null },
  ...fields,
});
const statuses = async (): Promise<string[]> => (await outbox.newest(shop.id, 100, null)).map(({ status }) => status);

/** Lets time pass, and everything that is due by then happen. An entry that fails is due again. */
async function pass(ms: number): Promise<void> {
  service.clock.pass(ms);
  const due = await service.sql<{ shop: ShopId; id: SandboxEntryId }>(
    'select shop_id as shop, id from sandbox_outbox where due_at <= $1 order by due_at',
    [service.clock.now()],
  );
  const played = await Promise.allSettled(due.map((entry) => recipients.run(entry)));
  const failed = played.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

describe('a text to a number without a behaviour of its own', () => {
  it('is kept and accepted, and delivered within a second', async () => {
    const sent = text('+16135550142');
    const handedOver = await provider.handOver(sent);
    const [kept, ...others] = await outbox.newest(shop.id, 100, null);
    expect(others).toEqual([]);
    expect(kept).toEqual({
      ...{ id: providerIdOf(handedOver), message: sent.message, channel: 'sms', from: LINE, to: '+16135550142', subject: null },
      ...{ body: 'Your car is ready.', status: 'sent', handedOverAt: service.clock.now() },
    });
    await pass(249);
    expect(inbox.receipts).toEqual([]);
    await pass(251); // the other half of the second is for the leader's look
    expect(inbox.receipts).toEqual([
      { providerId: kept?.id, shop: shop.id, message: sent.message, status: 'delivered', refusal: null },
    ]);
    expect([await statuses(), inbox.texts]).toEqual([['delivered'], []]);
    await pass(3_600_000);
    expect(inbox.receipts).toHaveLength(1);
  });

  it('can be sent through a messaging service', async () => {
    await provider.handOver(text('+16135550142', { from: { messagingService: 'MG0123' } }));
    expect(await outbox.newest(shop.id, 1, null)).toMatchObject([{ from: 'MG0123' }]);
  });
});

describe('the documented number', () => {
  it.each([
    ['+15005550001', '21211', false],
    ['+15005550004', '21610', true],
  ])('%s refuses with %s', async (to, code, optedOut) => {
    expect(await provider.handOver(text(to))).toEqual({
      ...{ outcome: 'refused', code, optedOut, ofAccount: false, sentence: expect.any(String) },
    });
    await pass(60_000);
    expect([await statuses(), inbox.receipts, inbox.texts]).toEqual([['failed'], [], []]);
  });

  it('+15005550009 is out of reach', async () => {
    const sent = text('+15005550009');
    const providerId = providerIdOf(await provider.handOver(sent));
    await pass(1_000);
    const refusal = { code: '30003', optedOut: false, ofAccount: false, sentence: expect.any(String) };
    expect(inbox.receipts).toEqual([{ providerId, shop: shop.id, message: sent.message, status: 'undelivered', refusal }]);
    expect(await statuses()).toEqual(['undelivered']);
  });

  it('+15005550010 delivers after 30 s', async () => {
    await provider.handOver(text('+15005550010'));
    await pass(29_999);
    expect(inbox.receipts).toEqual([]);
    await pass(1);
    expect(inbox.receipts).toMatchObject([{ status: 'delivered' }]);
  });

  it.each([
    ['+15005550011', 'STOP'],
    ['+15005550012', 'Thanks!'],
  ])('%s gets the text and answers %s after a second', async (to, body) => {
    await provider.handOver(text(to));
    await pass(999);
    expect([inbox.receipts.map(({ status }) => status), inbox.texts]).toEqual([['delivered'], []]);
    await pass(1);
    expect(inbox.texts).toEqual([
      {
        ...{ providerId: expect.any(String), shop: shop.id, from: to, to: LINE, body, media: [] },
        receivedAt: service.clock.now(),
      },
    ]);
    await pass(60_000);
    expect(inbox.texts).toHaveLength(1);
  });

  it('+15005550013 turns each text away twice, and then takes it', async () => {
    const [one, other] = [text('+15005550013'), text('+15005550013')];
    const turnedAway = { outcome: 'not_sent', retryAfterMs: 1_000, reason: 'the provider answered 429' };
    for (const each of [one, other, other, one]) expect(await provider.handOver(each)).toEqual(turnedAway);
    for (const each of [one, other]) expect(await provider.handOver(each)).toMatchObject({ outcome: 'accepted' });
    await pass(1_000);
    expect(inbox.receipts.map(({ message }) => message).sort()).toEqual([one.message, other.message].sort());
    expect((await statuses()).sort()).toEqual(['delivered', 'delivered', ...Array<string>(4).fill('rate_limited')]);
  });

  it('+15005550014 gives no answer and no receipt', async () => {
    const begun = performance.now();
    expect(await provider.handOver(text('+15005550014'))).toEqual({ outcome: 'unknown', reason: expect.any(String) });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(SILENCE_MS - 1);
    await pass(3_600_000);
    expect([await statuses(), inbox.receipts]).toEqual([['unanswered'], []]);
  });

  it('+15005550015 gives no answer, and two seconds later a receipt', async () => {
    const sent = text('+15005550015');
    expect(await provider.handOver(sent)).toMatchObject({ outcome: 'unknown' });
    await pass(SILENCE_MS + 1_999);
    expect(inbox.receipts).toEqual([]);
    await pass(1);
    expect(inbox.receipts).toMatchObject([{ shop: shop.id, message: sent.message, status: 'delivered', refusal: null }]);
    expect(await statuses()).toEqual(['delivered']);
  });
});

describe('what is due', () => {
  it('comes again with the same ids if the inbox could not take it, and holds up nothing else', async () => {
    const [bad, good] = [text('+15005550012'), text('+16135550142')];
    await provider.handOver(bad);
    await provider.handOver(good);
    inbox.failing.add('+15005550012');
    await expect(pass(1_000)).rejects.toThrow('the inbox cannot take it');
    expect(inbox.receipts.map(({ message }) => message).sort()).toEqual([bad.message, good.message].sort());
    expect(inbox.texts).toHaveLength(1);
    inbox.failing.clear();
    await pass(1_000);
    expect(inbox.texts[1]).toEqual({ ...inbox.texts[0], receivedAt: expect.any(String) });
    await pass(60_000);
    expect([inbox.texts.length, inbox.receipts.length]).toEqual([2, 2]);
  });
});

describe('the outbox', () => {
  it('has the newest first, those since a moment, and only those of the shop', async () => {
    const other = await service.shop();
    await provider.handOver(text('+16135550142', { body: 'First' }));
    service.clock.pass(1_000);
    const since = service.clock.now();
    await provider.handOver(text('+16135550142', { body: 'Second' }));
    await provider.handOver(text('+16135550142', { body: 'Third' }));
    await provider.handOver(text('+16135550142', { body: 'Theirs', shop: other.id }));
    const bodies = async (limit: number, from: typeof since | null): Promise<string[]> =>
      (await outbox.newest(shop.id, limit, from)).map(({ body }) => body);
    expect(await bodies(100, null)).toEqual(['Third', 'Second', 'First']);
    expect(await bodies(100, since)).toEqual(['Third', 'Second']);
    expect(await bodies(1, null)).toEqual(['Third']);
  });

  it('keeps e-mails, about which nothing follows', async () => {
    const kept = { message: ids.next<'Message'>(), to: 'dana@example.com', subject: 'Ready' };
    const text = 'Your car is ready.';
    const email = { ...kept, id: kept.message, fromName: 'Maple "Auto"', text, replyTo: null };
    expect(await new SandboxEmails(outbox, ids, service.clock).send(shop.id, email)).toEqual({ outcome: 'accepted' });
    expect(await outbox.newest(shop.id, 100, null)).toEqual([
      {
        ...{ ...kept, id: expect.any(String), from: '"Maple Auto" <sandbox@shop-ops.invalid>', body: text },
        ...{ channel: 'email', status: 'sent', handedOverAt: service.clock.now() },
      },
    ]);
    await pass(60_000);
    expect([inbox.receipts, inbox.texts]).toEqual([[], []]);
  });
});

it('a customer who is played writes to the shop', async () => {
  await recipients.write({ shop: shop.id, from: '+16135550142', to: LINE, body: ' Hi\u0000 there ' });
  expect(inbox.texts).toEqual([
    {
      ...{ providerId: expect.any(String), shop: shop.id, from: '+16135550142', to: LINE, body: ' Hi there ', media: [] },
      receivedAt: service.clock.now(),
    },
  ]);
});

it('the sandbox has no texts that the service has missed', async () => {
  expect(await provider.receivedSince()).toEqual([]);
});

it('a hand-over without a database is a result and no error', async () => {
  const lost = await startTestService();
  const alone = new SandboxTextProvider(lost.container.get(SandboxOutbox), ids, lost.clock, SILENCE_MS);
  const emails = new SandboxEmails(lost.container.get(SandboxOutbox), ids, lost.clock);
  await lost.stop();
  for (const to of ['+16135550142', '+15005550013']) {
    const { outcome } = await alone.handOver(text(to));
    expect(['not_sent', 'unknown']).toContain(outcome);
  }
  const email = { id: 'one', message: null, fromName: 'Maple Auto', to: 'dana@example.com', subject: 'Ready', text: 'Ready.' };
  expect(['not_sent', 'unknown']).toContain((await emails.send(shop.id, { ...email, replyTo: null })).outcome);
});

function providerIdOf(handedOver: HandOver): string {
  if (handedOver.outcome !== 'accepted') throw new Error(`the hand-over was ${handedOver.outcome}`);
  return handedOver.providerId;
}
