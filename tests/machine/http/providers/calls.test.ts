import { aPhoneNumber } from '../../../support/builders/a-phone-number.js';
import { aStaffMember } from '../../../support/builders/a-staff-member.js';
import { startFakeTwilio, type FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';
import {
  BEGAN,
  callEventsOf,
  CALLER,
  callsOf,
  ReportedCalls,
  secondsIn,
  sidOf,
  soundsOf,
} from '../../../support/reported-calls.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

const PUBLIC = 'https://shop.example';
const TEAMMATE = '+16135550111';

let twilio: FakeTwilio;
let service: TestService;
let reports: ReportedCalls;
let shop: TestShop;
let line: string;
let call: string;

beforeAll(async () => {
  twilio = await startFakeTwilio();
  const { accountSid, authToken, url: apiUrl } = twilio;
  service = await startTestService({ texts: { provider: 'twilio', accountSid, authToken, apiUrl }, publicUrl: PUBLIC });
  reports = new ReportedCalls(service, twilio, PUBLIC);
});
beforeEach(async () => {
  shop = await service.shop();
  ({ number: line } = await aPhoneNumber(service, shop, { is_primary: true }));
  call = sidOf('CA');
});
afterAll(async () => {
  await service.stop();
  await twilio.stop();
});

const state = (status: string, second: number, fields: Readonly<Record<string, string>> = {}) =>
  reports.state(call, status, second, line, fields);
const statusesOf = (answers: readonly Response[]): number[] => [...new Set(answers.map(({ status }) => status))];
async function theCall() {
  const [row, ...others] = await callsOf(service, shop);
  if (!row || others.length > 0) throw new Error(`the shop has ${others.length + (row ? 1 : 0)} calls`);
  return row;
}

it('a call rings, is answered and ends, and each report is answered 204 without a body', async () => {
  const answer = await state('ringing', 0);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([204, null, '']);
  const about = {
    direction: 'inbound',
    from: CALLER,
    to: line,
    conversation_id: expect.any(String),
    customer_id: null,
    answered_by: null,
  };
  expect(await theCall()).toMatchObject({ ...about, status: 'ringing', ended_at: null, duration_seconds: null });
  await state('in-progress', 8);
  expect(await theCall()).toMatchObject({ status: 'in_progress', ended_at: null, duration_seconds: null });
  await state('completed', 70, { CallDuration: '62' });
  const { started_at, ended_at, ...over } = await theCall();
  expect([started_at, ended_at]).toEqual([BEGAN, secondsIn(70)]);
  expect(over).toMatchObject({ status: 'completed', duration_seconds: 70 });
  expect(await callEventsOf(service, shop)).toEqual(['call.completed']);
});

it('a report without a time counts from the moment at which it comes', async () => {
  service.clock.set(secondsIn(30));
  await state('ringing', 0, { Timestamp: '' });
  expect((await theCall()).started_at).toBe(secondsIn(30));
});

it.each([
  ['inbound', 'no-answer', 'missed', ['call.missed']],
  ['inbound', 'busy', 'missed', ['call.missed']],
  ['outbound-api', 'no-answer', 'canceled', []],
  ['outbound-api', 'busy', 'canceled', []],
  ['inbound', 'failed', 'failed', []],
  ['inbound', 'canceled', 'canceled', []],
] as const)('an %s call that ends with %s is %s', async (Direction, end, status, events) => {
  const ends = Direction === 'inbound' ? {} : { From: line, To: CALLER };
  await state('ringing', 0, { Direction, ...ends });
  await state(end, 20, { Direction, ...ends });
  expect(await theCall()).toMatchObject({ direction: Direction === 'inbound' ? Direction : 'outbound', status });
  expect(await callEventsOf(service, shop)).toEqual(events);
});

it.each(['anonymous', 'sip:dana@example.com', '72345', '+1anonymous'])(
  'a caller who is no number is kept as it came: %j',
  async (From) => {
    await shop.full.post('/customers', { name: 'Dana', phone: CALLER });
    await state('no-answer', 20, { From });
    expect(await theCall()).toMatchObject({ from: From, status: 'missed', conversation_id: null, customer_id: null });
  },
);

it('numbers are read in every spelling, that of the line with its country code', async () => {
  await state('ringing', 0, { From: '(613) 555-0142', To: line.replace(/^\+1(\d{3})(\d{3})/, '+1 $1 $2 ') });
  expect(await theCall()).toMatchObject({ from: '+16135550142', to: line });
});

it('a call to a number that no shop has is answered and not stored, and neither is a form that is no call', async () => {
  expect((await state('ringing', 0, { To: '+16135559999' })).status).toBe(204);
  expect((await state('somewhere', 0)).status).toBe(204);
  expect((await reports.send('recordings', {})).status).toBe(204);
  expect((await reports.send('transcripts', {})).status).toBe(204);
  expect(await callsOf(service, shop)).toEqual([]);
});

it('a call stays in its shop when its line moves to another shop meanwhile', async () => {
  await state('ringing', 0);
  await service.sql('update phone_numbers set status = $2 where shop_id = $1', [shop.id, 'released']);
  const other = await service.shop();
  await aPhoneNumber(service, other, { number: line });
  await state('completed', 70);
  expect((await theCall()).status).toBe('completed');
  expect(await callsOf(service, other)).toEqual([]);
});

describe('a forwarded call', () => {
  beforeEach(() => aStaffMember(service, shop, { name: 'Morgan Ellis', phone: TEAMMATE }));

  it.each(['in-progress', 'completed'])('names the teammate whose leg is %s, and the leg is no call', async (status) => {
    await state('in-progress', 8);
    for (const early of ['initiated', 'ringing', 'no-answer'])
      expect((await reports.leg(call, early, TEAMMATE)).status).toBe(204);
    expect((await theCall()).answered_by).toBeNull();
    expect((await reports.leg(call, status, TEAMMATE)).status).toBe(204);
    expect((await theCall()).answered_by).toBe('Morgan Ellis');
  });

  it('names the teammate also when the leg is reported before the call', async () => {
    await reports.leg(call, 'in-progress', TEAMMATE);
    expect(await callsOf(service, shop)).toEqual([]);
    await state('completed', 70);
    expect(await theCall()).toMatchObject({ status: 'completed', answered_by: 'Morgan Ellis' });
  });

  it('names nobody if a stranger or somebody who has left answers', async () => {
    await aStaffMember(service, shop, { name: 'Sam Okafor', phone: '+16135550112', active: false });
    await state('in-progress', 8);
    for (const to of ['+16135550112', '+16135550113', 'client:desk']) await reports.leg(call, 'in-progress', to);
    expect((await theCall()).answered_by).toBeNull();
  });
});

describe('a recording', () => {
  it('is expected once, however often it is reported', async () => {
    await state('completed', 70);
    const id = sidOf('RE');
    const answers = await Promise.all(Array.from({ length: 20 }, () => reports.recording(call, id)));
    expect(statusesOf(answers)).toEqual([204]);
    const source = `https://api.example/${id}`;
    const { id: call_id } = await theCall();
    const about = { call_id, kind: 'recording', provider_id: id, source, duration_seconds: 61, status: 'waiting' };
    expect(await soundsOf(service, shop)).toEqual([about]);
  });

  it('that comes before its call, or at the same moment, is not lost', async () => {
    const [early, meanwhile] = [sidOf('RE'), sidOf('RE')];
    for (let times = 0; times < 2; times += 1) await reports.recording(call, early, { RecordingSource: 'RecordVerb' });
    expect(await soundsOf(service, shop)).toEqual([]);
    await Promise.all([state('completed', 70), reports.recording(call, meanwhile), state('ringing', 0)]);
    const sounds = await soundsOf(service, shop);
    expect(sounds).toHaveLength(2);
    expect(sounds.find(({ provider_id: id }) => id === early)).toMatchObject({ kind: 'voicemail' });
    expect(await service.sql('select from call_reports where call = $1', [call])).toEqual([]);
  });

  it('that has only begun, or failed, is not expected', async () => {
    await state('completed', 70);
    for (const RecordingStatus of ['in-progress', 'absent', 'failed'])
      expect((await reports.recording(call, sidOf('RE'), { RecordingStatus })).status).toBe(204);
    expect(await soundsOf(service, shop)).toEqual([]);
  });
});

describe('a transcript', () => {
  it('that comes before its call is kept for it; of two the last one', async () => {
    for (const text of ['Hello.', 'Hello, Dana.']) await reports.transcript(call, text, { TranscriptionSid: '' });
    await state('completed', 70);
    expect((await theCall()).transcript).toBe('Hello, Dana.');
    expect(await callEventsOf(service, shop)).toEqual(['call.completed', 'call.transcribed']);
  });
});
