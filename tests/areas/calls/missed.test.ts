import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CallReports, type PartReport, type StateReport } from '../../../application/areas/calls/call-reports.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { Inbox } from '../../support/inbox.js';
import { eventTypesOf } from '../../support/outbox.js';
import { on, Rules, text } from '../../support/rules.js';
import { BEGAN, CALLER, callEventsOf, secondsIn, sidOf } from '../../support/reported-calls.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const TEAMMATE = '+16135550111';

let service: TestService;
let inbox: Inbox;
let reports: CallReports;
let call: string;

beforeAll(async () => {
  service = await sharedTestService();
  reports = service.container.get(CallReports);
});
beforeEach(async () => {
  inbox = await Inbox.open(service);
  await aStaffMember(service, inbox.shop, { name: 'Morgan Ellis', phone: TEAMMATE });
  call = sidOf('CA');
});
afterAll(() => service.stop());

const state = (reported: StateReport['state'], second: number, seconds: number | null = null) =>
  reports.state({
    ...{ call, shop: null, direction: 'inbound', from: CALLER, to: inbox.line },
    ...{ state: reported, at: at(secondsIn(second)), seconds },
  });
const completed = () => state('completed', 60, 60);
const answered = (to: string): PartReport => ({ part: 'answer', call, id: sidOf('CA'), to, at: at(BEGAN) });
const unanswered = (): PartReport => ({ part: 'unanswered', call, id: sidOf('CA') });
const voicemail = (): PartReport => ({
  ...{ part: 'sound', call, id: sidOf('RE'), kind: 'voicemail', source: 'https://files.example/1' },
  durationSeconds: 9,
});
const theCall = async () => (await inbox.shop.read.get('/calls')).body.data[0];

describe('a call that a flow has completed is', () => {
  it.each<[string, () => PartReport[], string]>([
    ['answered, if no more is known of it', () => [], 'completed'],
    ['missed, if nobody answered where it was forwarded to', () => [unanswered(), unanswered()], 'missed'],
    ['missed, if the caller left a voicemail', () => [voicemail()], 'missed'],
    ['missed, if a stranger answered and the caller left a voicemail', () => [answered('+16135550188'), voicemail()], 'missed'],
    ['answered by a teammate, also after another leg', () => [unanswered(), answered(TEAMMATE), voicemail()], 'completed'],
    ['answered at a line of the shop', () => [answered(inbox.line), voicemail()], 'completed'],
    ['answered by a number that the shop does not know', () => [unanswered(), answered('+16135550188')], 'completed'],
  ])('%s, and stands so in its thread', async (_, parts, status) => {
    for (const part of parts()) await reports.part(part);
    await completed();
    const known = await theCall();
    expect([known.status, await callEventsOf(service, inbox.shop)]).toEqual([status, [`call.${status}`]]);
    const [thread] = await inbox.threads();
    expect(thread).toMatchObject({
      ...{ id: known.conversation, channel: 'call', last_message_at: secondsIn(60) },
      ...{ unread: status === 'missed', last_inbound_at: status === 'missed' ? secondsIn(60) : null },
    });
  });

  it('missed as soon as its voicemail is reported, and answered as soon as a late report says so', async () => {
    await completed();
    await reports.part(voicemail());
    expect((await theCall()).status).toBe('missed');
    expect(await inbox.threads('unread=true')).toHaveLength(1);
    await reports.part(answered(TEAMMATE));
    expect(await theCall()).toMatchObject({ status: 'completed', answered_by: 'Morgan Ellis' });
    expect(await callEventsOf(service, inbox.shop)).toEqual(['call.completed', 'call.completed', 'call.missed']);
  });
});

it('a rule that texts a caller back answers nobody', async () => {
  const rules = new Rules(service, inbox.shop);
  const rule = await rules.add({ on: on('call.missed'), do: [text('Sorry that we missed you.')] });
  service.clock.restart();
  await inbox.writes('Are you open?', { from: CALLER });
  const thread = await inbox.threadOf(CALLER);
  await inbox.shop.full.post(`/conversations/${thread.id}`, { mark_read: true });
  service.clock.pass(60_000);
  const missed = service.clock.now();
  await reports.state({
    ...{ call, shop: null, direction: 'inbound', from: CALLER, to: inbox.line, state: 'unanswered', at: missed, seconds: 20 },
  });
  service.clock.pass(1_000);
  await rules.follow();
  expect(await rules.outcome(rule)).toEqual(['done']);
  const [waiting, ...others] = await inbox.threads('unanswered=true&unread=true');
  expect([waiting.id, waiting.last_inbound_at, others]).toEqual([thread.id, missed, []]);
  expect((await inbox.messagesOf(thread)).map(({ automated }) => automated)).toEqual([false, true]);
});

describe('a caller who was missed, and with whom the shop has no texts', () => {
  let thread: { readonly id: string; readonly last_message_at: string };
  const changes = async () => (await eventTypesOf(service, thread)).length;

  beforeEach(async () => {
    service.clock.restart();
    const at = service.clock.now();
    const ends = { direction: 'inbound', from: CALLER, to: inbox.line } as const;
    await reports.state({ call, shop: null, ...ends, state: 'unanswered', at, seconds: 20 });
    service.clock.pass(60_000);
    [thread] = await inbox.threads('unanswered=true&unread=true&channel=call');
  });

  it('waits no longer as soon as a person of the shop texts', async () => {
    const { user_id: actsFor } = await aStaffMember(service, inbox.shop);
    const advisor = await service.key(inbox.shop.id, { actsFor });
    const told = await changes();
    await inbox.queued({ conversation: thread.id, body: 'Sorry that we missed you.' }, advisor);
    const { last_message_at } = thread;
    expect(await inbox.threads('channel=call')).toMatchObject([{ id: thread.id, unread: false, last_message_at }]);
    expect([await inbox.threads('unanswered=true'), await changes()]).toEqual([[], told + 1]);
    await inbox.queued({ conversation: thread.id, body: 'We are open until five.' }, advisor);
    expect(await changes()).toBe(told + 1);
  });

  it('still waits when a program of the shop texts', async () => {
    await inbox.queued({ conversation: thread.id });
    expect(await inbox.threads('unanswered=true')).toMatchObject([{ id: thread.id, unread: true }]);
  });
});
