import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { Answer } from '../../support/api.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { doDueWork, passWorking, react } from '../../support/due-work.js';
import { startFakeTwilio, type FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { Inbox } from '../../support/inbox.js';
import { TextingNews } from '../../../application/areas/outgoing/texting-news.js';
import { startTestService, type TestService } from '../../support/service.js';
import { pauseOutgoing, resumeOutgoing } from '../../support/switching.js';
import { later } from '../../../domain/shared/instant.js';

const MINUTE_MS = 60_000;
const WRONG_TOKEN = { status: 401, code: 20003, message: 'Authenticate' };
const WRONG_NUMBER = { status: 400, code: 21211, message: 'The number is not valid.' };

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
  service.log.lines.length = 0;
  await service.sql('delete from outgoing_pauses');
  await service.sql('delete from outbox');
  await resumeOutgoing(service); // so that no instance remembers a pause
  twilio.requests.length = 0;
  twilio.texts.length = 0;
  twilio.refusal = WRONG_TOKEN;
  twilio.mode = 'refuse';
  inbox = await Inbox.open(service);
});
afterAll(async () => {
  await service.stop();
  await twilio.stop();
});

/** Queues texts to different people, which are as old as they are numbered. */
async function texts(count: number): Promise<Answer['body'][]> {
  const queued: Answer['body'][] = [];
  for (let n = 0; n < count; n += 1) {
    const from = `+1613555${String(7000 + n)}`;
    await inbox.writes('Hello', { from });
    queued.push(await inbox.queued({ conversation: (await inbox.threadOf(from)).id }));
    service.clock.pass(1);
  }
  return queued;
}
const read = async ({ id }: { readonly id: string }): Promise<Answer['body']> =>
  (await inbox.shop.read.get(`/messages/${id}`)).body.data;
/** The events about the texting of the shop, once the leader has looked. */
const events = async (): Promise<unknown> => {
  await service.container.get(TextingNews).tell();
  const rows = await service.sql<{ type: string; data: object; shop_id: string }>(
    `select type, data, shop_id from outbox where type like 'texting.%' and shop_id = $1 order by created_at, id`,
    [inbox.shop.id],
  );
  return rows.map(({ type, data }) => ({ type, ...data }));
};
/** The requests that asked for a text. */
const tried = (): number => twilio.requests.length;

describe('a provider that refuses the whole account', () => {
  it('fails no text: they wait, one in a minute is tried, and all leave when it is accepted again', async () => {
    const queued = await texts(5);
    await doDueWork(service);
    const first = tried();
    for (const text of queued) expect(await read(text)).toMatchObject({ status: 'queued', held: 'account_refused', error: null });
    expect(await texts(1)).toMatchObject([{ status: 'queued', held: 'account_refused' }]);
    await passWorking(service, 59);
    expect(tried()).toBe(first);
    await passWorking(service, 61);
    expect(tried()).toBe(first + 2);
    twilio.mode = 'ok';
    await passWorking(service, 61);
    expect(twilio.sent).toHaveLength(6);
    expect(new Set(twilio.sent.map(({ to }) => to)).size).toBe(5);
    for (const text of queued) expect(await read(text)).toMatchObject({ status: 'sent', held: null });
  });

  it.each([
    [401, 20003],
    [403, 20003],
    [400, 20005],
    [400, 30002],
    [403, 10001],
  ])('is known by the status %i and the code %i', async (status, code) => {
    twilio.refusal = { status, code, message: 'No' };
    const [text] = await texts(1);
    await doDueWork(service);
    expect(await read(text)).toMatchObject({ status: 'queued', held: 'account_refused' });
  });

  it.each([
    [400, 21211],
    [403, 21408],
  ])('is not meant by the status %i and the code %i, which are about one text', async (status, code) => {
    twilio.refusal = { status, code, message: 'No' };
    const [text] = await texts(1);
    await doDueWork(service);
    expect(await read(text)).toMatchObject({ status: 'failed', held: null, error: expect.stringContaining(String(code)) });
  });

  it('is told of: by an error in the log without the words of the provider, and by one event at each change', async () => {
    await texts(3);
    await doDueWork(service);
    const refusedAt = service.clock.now();
    const reason = '20003: The provider did not accept the account’s credentials.';
    expect(await events()).toEqual([{ type: 'texting.paused', held: 'account_refused', reason, since: refusedAt }]);
    expect(service.log.lines.filter(({ level }) => level === 'error')).toEqual([
      {
        level: 'error',
        message: 'the whole account is refused: what goes this way waits',
        detail: { kind: 'texts', code: '20003' },
      },
    ]);
    twilio.mode = 'ok';
    await passWorking(service, 61);
    const told = [{ type: 'texting.paused' }, { type: 'texting.resumed', held: null, reason: null }];
    expect([await events(), await events()]).toMatchObject([told, told]);
  });

  it('is told to the owners of each shop by e-mail', async () => {
    await aStaffMember(service, inbox.shop, { role: 'owner', email: 'owner@shop.example' });
    await texts(1);
    await doDueWork(service);
    await events();
    await react(service);
    const sent = (await inbox.handedOver()).filter(({ channel }) => channel === 'email');
    expect(sent).toMatchObject([{ to: 'owner@shop.example', subject: 'Texts wait' }]);
  });

  it('ends texts that are due for more than an hour, also those that are not tried', async () => {
    const queued = await texts(4);
    const scheduled = await aScheduledMessage(service, inbox.shop, { sendAt: later(service.clock.now(), 1_000) });
    await passWorking(service, 2);
    service.clock.pass(60 * MINUTE_MS);
    await passWorking(service, 1);
    for (const text of queued) expect(await read(text)).toMatchObject({ status: 'failed', error: 'too_late', held: null });
    const { items } = (await inbox.shop.read.post('/comms/list_scheduled_messages', {})).body.data;
    expect(items).toMatchObject([{ id: scheduled.id, status: 'refused', error: 'too_late', held: null }]);
  });

  it('lets a scheduled text wait, and sends it once when the account is accepted again', async () => {
    await aScheduledMessage(service, inbox.shop, { sendAt: later(service.clock.now(), 1_000) });
    await passWorking(service, 70);
    const list = async (): Promise<unknown> => (await inbox.shop.read.post('/comms/list_scheduled_messages', {})).body.data.items;
    expect(await list()).toMatchObject([{ held: 'account_refused', error: null }]);
    twilio.mode = 'ok';
    await passWorking(service, 70);
    expect(twilio.sent).toHaveLength(1);
    expect(await list()).toMatchObject([{ status: 'sent', held: null }]);
  });

  it('is over when it refuses a text for the text’s own sake', async () => {
    const [text] = await texts(1);
    await doDueWork(service);
    await events();
    twilio.refusal = WRONG_NUMBER;
    await passWorking(service, 61);
    expect(await read(text)).toMatchObject({ status: 'failed', error: expect.stringContaining('21211') });
    expect(await events()).toMatchObject([{ type: 'texting.paused' }, { type: 'texting.resumed' }]);
  });

  it('is tried at once when the operator says so', async () => {
    await texts(2);
    await doDueWork(service);
    twilio.mode = 'ok';
    expect((await resumeOutgoing(service)).tried.map(({ way }) => way)).toEqual(['texts']);
    await doDueWork(service);
    await doDueWork(service);
    expect(twilio.sent).toHaveLength(2);
  });

  it('is not tried while the operator has paused texts, too, and that counts first', async () => {
    const [text] = await texts(1);
    await doDueWork(service);
    const before = tried();
    await pauseOutgoing(service, ['texts']);
    expect(await read(text)).toMatchObject({ held: 'paused' });
    await passWorking(service, 70);
    expect(tried()).toBe(before);
  });

  it('is known by a receipt of a suspended account, which fails its text', async () => {
    twilio.mode = 'ok';
    const [text] = await texts(1);
    await doDueWork(service);
    const suspended = { code: '30002', sentence: 'The provider’s account is suspended.', optedOut: false, ofAccount: true };
    await service.container.get(ProviderEvents).reported({
      ...{ shop: inbox.shop.id, message: text.id as MessageId, status: 'undelivered', providerId: 'SM1', refusal: suspended },
    });
    expect(await read(text)).toMatchObject({ status: 'undelivered' });
    expect(await texts(1)).toMatchObject([{ status: 'queued', held: 'account_refused' }]);
  });
});
