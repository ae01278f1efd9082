import { PauseOutgoing } from '../../../application/areas/outgoing/switch-outgoing.js';
import { HandOverText } from '../../../application/areas/texting/hand-over-text.js';
import { later } from '../../../domain/shared/instant.js';
import type { Answer } from '../../support/api.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { eventsOf } from '../../support/outbox.js';
import { startTestService, type TestService } from '../../support/service.js';
import { pauseOutgoing, resumeOutgoing } from '../../support/switching.js';

const HOUR_MS = 3_600_000;

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
  await inbox.writes('Hello');
});
afterEach(() => resumeOutgoing(service));
afterAll(() => service.stop());

const aText = async (): Promise<Answer['body']> => inbox.queued({ conversation: (await inbox.threadOf()).id });
const read = async ({ id }: Answer['body']): Promise<Answer['body']> => (await inbox.shop.read.get(`/messages/${id}`)).body.data;
const scheduledOnes = async (): Promise<Answer['body'][]> =>
  (await inbox.shop.read.post('/comms/list_scheduled_messages', {})).body.data.items as Answer['body'][];
const inAMinute = (fields = {}): ReturnType<typeof aScheduledMessage> =>
  aScheduledMessage(service, inbox.shop, { sendAt: later(service.clock.now(), 60_000), ...fields });

describe('while texts are paused', () => {
  it('a text is taken in, waits and says why, and leaves once the pause ends', async () => {
    await pauseOutgoing(service, ['texts']);
    const text = await aText();
    expect(text).toMatchObject({ status: 'queued', held: 'paused', error: null });
    await passWorking(service, 3);
    expect(await read(text)).toMatchObject({ status: 'queued', held: 'paused', error: null });
    expect(await inbox.handedOver()).toEqual([]);
    await resumeOutgoing(service);
    expect(await read(text)).toMatchObject({ status: 'queued', held: null });
    await passWorking(service, 3);
    expect(await read(text)).toMatchObject({ status: 'delivered', held: null });
    expect(await inbox.handedOver()).toHaveLength(1);
    const events = (await eventsOf(service, text)).map(({ type, data }) => [type, data['held']]);
    expect(events).toEqual([
      ['message.sent', null],
      ['message.delivered', null],
    ]);
  });

  it('a text whose work had begun to wait in the queue is not handed over either', async () => {
    const text = await aText();
    // The relay has taken its time, and its work runs now.
    await service.sql('update messages set due_at = null where id = $1', [text.id]);
    await pauseOutgoing(service, ['texts']);
    await service.container.get(HandOverText).run({ shop: inbox.shop.id, id: text.id });
    expect(await read(text)).toMatchObject({ status: 'queued', held: 'paused' });
    await resumeOutgoing(service);
    await doDueWork(service);
    expect(await inbox.handedOver()).toHaveLength(1);
  });

  it('the time does not make a text late, and the time before and after it does', async () => {
    const text = await aText();
    service.clock.pass(HOUR_MS - 1_000);
    await pauseOutgoing(service, ['texts']);
    service.clock.pass(2 * HOUR_MS);
    await resumeOutgoing(service);
    await doDueWork(service);
    expect(await inbox.stateOf(text)).toEqual({ status: 'sent', error: null });
    await pauseOutgoing(service, ['texts']);
    const late = await aText();
    service.clock.pass(HOUR_MS);
    await resumeOutgoing(service);
    service.clock.pass(HOUR_MS + 1);
    await doDueWork(service);
    expect(await inbox.stateOf(late)).toEqual({ status: 'failed', error: 'too_late' });
  });

  it('the rules are asked anew when it ends', async () => {
    await pauseOutgoing(service, ['texts']);
    const text = await aText();
    await inbox.writes('STOP');
    await resumeOutgoing(service);
    await doDueWork(service);
    expect(await inbox.stateOf(text)).toEqual({ status: 'failed', error: 'opted_out' });
  });

  it('a scheduled text waits as it is, can be canceled, and says why once it is due', async () => {
    const [first, second] = [await inAMinute(), await inAMinute({ to: '+16135550178' })];
    await pauseOutgoing(service, ['texts']);
    expect(await scheduledOnes()).toMatchObject([{ held: null }, { held: null }]);
    await passWorking(service, 61);
    expect(await scheduledOnes()).toMatchObject([
      { status: 'scheduled', held: 'paused' },
      { status: 'scheduled', held: 'paused' },
    ]);
    const canceled = await inbox.shop.full.post('/comms/cancel_scheduled_message', { id: second.id });
    expect(canceled.status).toBe(200);
    await resumeOutgoing(service);
    await doDueWork(service);
    const ends = (await scheduledOnes()).map(({ id, status, held }) => [id, status, held]);
    expect(new Map(ends.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map([
        [first.id, ['sent', null]],
        [second.id, ['canceled', null]],
      ]),
    );
  });

  it('a scheduled text whose pause ends in quiet hours a day later waits for the morning', async () => {
    const scheduled = await inAMinute();
    await pauseOutgoing(service, ['texts']);
    service.clock.pass(34 * HOUR_MS);
    await resumeOutgoing(service);
    await doDueWork(service);
    expect(await scheduledOnes()).toMatchObject([{ id: scheduled.id, status: 'scheduled', error: null, held: null }]);
  });

  it('the texts of another shop leave, if one shop is paused', async () => {
    const other = await Inbox.open(service);
    await pauseOutgoing(service, ['texts'], inbox.shop.id);
    await other.writes('Hello', { from: STRANGER });
    const [held, free] = [await aText(), await other.queued({ conversation: (await other.threadOf()).id })];
    expect([held.held, free.held]).toEqual(['paused', null]);
    await doDueWork(service);
    expect([await inbox.handedOver(), (await other.handedOver()).length]).toEqual([[], 1]);
  });

  it('a text leaves if something else is paused', async () => {
    await pauseOutgoing(service, ['emails', 'webhooks', 'fetches']);
    expect(await aText()).toMatchObject({ held: null });
    await doDueWork(service);
    expect(await inbox.handedOver()).toHaveLength(1);
  });
});

describe('at the end of a pause', () => {
  it('what is older than the operator wants ends, and the rest leaves', async () => {
    await pauseOutgoing(service, ['texts']);
    const old = await aText();
    const scheduled = await inAMinute({ to: '+16135550178' });
    service.clock.pass(3 * HOUR_MS);
    const young = await aText();
    const { dropped, ended } = await resumeOutgoing(service, { dropOlderThanMs: 2 * HOUR_MS });
    expect([dropped, ended.map(({ way }) => way)]).toEqual([2, ['texts']]);
    await doDueWork(service);
    expect(await inbox.stateOf(old)).toEqual({ status: 'failed', error: 'paused' });
    expect(await inbox.stateOf(young)).toEqual({ status: 'sent', error: null });
    expect(await scheduledOnes()).toMatchObject([{ id: scheduled.id, status: 'refused', error: 'paused', held: null }]);
    expect((await eventsOf(service, old)).map(({ type }) => type)).toEqual(['message.failed']);
  });

  it('a pause of the start needs a confirmation, and nothing ends without it', async () => {
    await service.container.get(PauseOutgoing).execute({ ways: [], shop: null, cause: 'start', reason: 'OUTGOING=off' });
    await pauseOutgoing(service, ['texts']);
    await expect(resumeOutgoing(service)).rejects.toThrow(/OUTGOING=off.*--yes/);
    expect(await aText()).toMatchObject({ held: 'paused' });
    expect((await resumeOutgoing(service, { confirmed: true })).ended).toHaveLength(5);
    await doDueWork(service);
    expect(await inbox.handedOver()).toHaveLength(1);
  });
});
