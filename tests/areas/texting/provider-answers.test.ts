import { jest } from '@jest/globals';
import { HandOverText } from '../../../application/areas/texting/hand-over-text.js';
import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import { TextProvider } from '../../../application/areas/texting/text-provider.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { Answer } from '../../support/api.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { eventually } from '../../support/eventually.js';
import { startFakeTwilio, type FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { eventTypesOf } from '../../support/outbox.js';
import { startTestService, type TestService } from '../../support/service.js';

let twilio: FakeTwilio;
let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  twilio = await startFakeTwilio();
  const { accountSid, authToken, url: apiUrl } = twilio;
  service = await startTestService({ texts: { provider: 'twilio', accountSid, authToken, apiUrl } });
});
beforeEach(async () => {
  service.clock.restart();
  twilio.mode = 'ok';
  twilio.requests.length = 0;
  inbox = await Inbox.open(service);
});
afterAll(async () => {
  await service.stop();
  await twilio.stop();
});

async function queuedTo(from = STRANGER): Promise<Answer['body']> {
  await inbox.writes('Hello', { from });
  return inbox.queued({ conversation: (await inbox.threadOf(from)).id });
}
const handOver = (id: MessageId) => service.container.get(HandOverText).run({ shop: inbox.shop.id, id });
const reported = (id: MessageId, status: 'sent' | 'delivered' | 'undelivered', code: string | null = null) =>
  service.container.get(ProviderEvents).reported({
    ...{ shop: inbox.shop.id, message: id, status, providerId: `SM${id}` },
    refusal: code === null ? null : { code, sentence: 'A reason.', optedOut: code === '21610', ofAccount: false },
  });

it('a text that the provider turns away is tried six times, with growing pauses, and has failed then', async () => {
  const text = await queuedTo();
  twilio.mode = 'busy';
  twilio.retryAfter = null;
  const tries: number[] = [];
  for (let second = 0; second <= 60; second += 1) {
    await doDueWork(service);
    tries.push(twilio.requests.length);
    service.clock.pass(1_000);
  }
  // The pauses are 1, 2, 4, 8 and 16 s.
  expect([0, 1, 3, 7, 15, 31].map((second) => tries[second])).toEqual([1, 2, 3, 4, 5, 6]);
  expect(tries.at(-1)).toBe(6);
  expect(await inbox.stateOf(text)).toEqual({ status: 'failed', error: 'provider_unavailable' });
  expect(await eventTypesOf(service, text)).toEqual(['message.failed']);
});

it('an id of the provider that another message has settles nothing twice', async () => {
  const [first, second] = [await queuedTo(), await queuedTo('+16135550188')];
  const give = jest.spyOn(service.container.get(TextProvider), 'handOver');
  give.mockResolvedValue({ outcome: 'accepted', providerId: 'SM1', status: 'sent', segments: 1 });
  await doDueWork(service);
  give.mockRestore();
  expect([await inbox.stateOf(first), await inbox.stateOf(second)]).toEqual([
    { status: 'sent', error: null },
    { status: 'sent', error: null },
  ]);
  const stranger = { shop: inbox.shop.id, message: second.id, providerId: 'SM1', status: 'delivered', refusal: null } as const;
  expect(await service.container.get(ProviderEvents).reported(stranger)).toBeNull();
  expect(await inbox.stateOf(second)).toEqual({ status: 'sent', error: null });
  await reported(second.id, 'delivered');
  expect(await inbox.stateOf(second)).toEqual({ status: 'delivered', error: null });
});

it('a text that is turned away waits as long as the provider asks for, and is sent then', async () => {
  const text = await queuedTo();
  twilio.mode = 'busy';
  twilio.retryAfter = '5';
  await passWorking(service, 4);
  expect(await inbox.stateOf(text)).toEqual({ status: 'queued', error: null });
  twilio.mode = 'ok';
  await passWorking(service, 1);
  expect([twilio.requests.length, await inbox.stateOf(text)]).toEqual([2, { status: 'sent', error: null }]);
});

it.each(['reset', 'cut', 'error500', 'page'] as const)(
  'after the answer %s a text stays unconfirmed, and is not sent again',
  async (mode) => {
    const text = await queuedTo();
    twilio.mode = mode;
    await doDueWork(service);
    expect(await inbox.stateOf(text)).toEqual({ status: 'unconfirmed', error: null });
    twilio.mode = 'ok';
    await passWorking(service, 30);
    service.clock.pass(86_400_000);
    await doDueWork(service);
    expect([twilio.requests.length, await inbox.stateOf(text)]).toEqual([1, { status: 'unconfirmed', error: null }]);
    expect(await eventTypesOf(service, text)).toEqual(['message.failed']);
    await reported(text.id, 'delivered');
    expect(await inbox.stateOf(text)).toEqual({ status: 'delivered', error: null });
  },
);

describe('a number on the provider’s list of opt-outs is blocked', () => {
  const blocks = () =>
    service.sql(`select data->>'source' as source, data->>'number' as number from outbox where shop_id = $1 and type = $2`, [
      inbox.shop.id,
      'customer.texting_blocked',
    ]);
  const byProvider = [{ source: 'provider', number: STRANGER }];

  it('when a hand-over is refused, and START lifts it', async () => {
    const text = await queuedTo();
    twilio.mode = 'refuse';
    twilio.refusal = { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' };
    await doDueWork(service);
    expect(await inbox.stateOf(text)).toEqual({ status: 'failed', error: expect.stringMatching(/^21610: /) });
    expect([await blocks(), (await inbox.sends({ conversation: text.conversation })).status]).toEqual([byProvider, 409]);
    await inbox.writes('START');
    expect(await inbox.sends({ conversation: text.conversation })).toMatchObject({ status: 201 });
  });

  it('when a receipt says so', async () => {
    const text = await queuedTo();
    await doDueWork(service);
    await reported(text.id, 'undelivered', '21610');
    expect(await inbox.stateOf(text)).toEqual({ status: 'undelivered', error: '21610: A reason.' });
    expect([await blocks(), (await inbox.sends({ conversation: text.conversation })).status]).toEqual([byProvider, 409]);
  });
});

it('while the provider is silent, a STOP waits for its answer, and a receipt may come before it', async () => {
  const [stopped, other] = [await queuedTo(), await queuedTo('+16135550188')];
  const waiting = await inbox.queued({ conversation: stopped.conversation });
  twilio.mode = 'hang';
  const runs = Promise.all([handOver(stopped.id), handOver(other.id)]);
  try {
    await eventually(
      () => twilio.requests.length,
      (requests) => requests === 2,
    );
    await reported(other.id, 'delivered');
    await inbox.writes('STOP');
    expect(await inbox.stateOf(stopped)).toEqual({ status: 'unconfirmed', error: null });
    expect(await inbox.stateOf(waiting)).toEqual({ status: 'failed', error: 'opted_out' });
  } finally {
    await runs;
  }
  expect(await inbox.stateOf(other)).toEqual({ status: 'delivered', error: null });
  expect(await eventTypesOf(service, other)).toEqual(['message.delivered']);
  twilio.mode = 'ok';
  await passWorking(service, 2);
  expect(twilio.requests).toHaveLength(2);
});
