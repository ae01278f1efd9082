import { CatchUpCalls } from '../../../../application/areas/calls/catch-up-calls.js';
import { aPhoneNumber } from '../../../support/builders/a-phone-number.js';
import { doDueWork } from '../../../support/due-work.js';
import { eventually } from '../../../support/eventually.js';
import { wav } from '../../../support/media-samples.js';
import { MediaWorld, PUBLIC } from '../../../support/media-world.js';
import { cloneDatabase } from '../../../support/postgres.js';
import { CALLER, callEventsOf, callsOf, ReportedCalls, soundsOf } from '../../../support/reported-calls.js';
import { startWholeService } from '../../../support/whole-service.js';

const OTHER = '+16135550177';
const MINUTE = 60_000;

let world: MediaWorld;
let line: string;

beforeEach(async () => {
  world = await MediaWorld.open();
  ({ number: line } = await aPhoneNumber(world.service, world.shop));
});
afterEach(() => world.close());

const catchUp = (): Promise<boolean> => world.service.container.get(CatchUpCalls).run();
/** The time some minutes from now. */
const minutes = (count: number): string => new Date(Date.parse(world.service.clock.now()) + count * MINUTE).toISOString();
/** Lets Twilio have an inbound call that it cannot report, some minutes from now. */
const called = (status: string, start: number, end: number | null, fields: { from?: string; to?: string } = {}): string =>
  world.twilio.calls.add({
    ...{ from: CALLER, to: line, status, start: minutes(start), end: end === null ? null : minutes(end), ...fields },
  });
const leg = (parent: string, status: string, start: number, end: number, to = '+16135550188'): string =>
  world.twilio.calls.add({
    ...{ parent, from: CALLER, to, status, direction: 'outbound-dial', start: minutes(start), end: minutes(end) },
  });
const recorded = (call: string, at: number, fields: { source?: string; status?: string; seconds?: number } = {}): string =>
  world.twilio.calls.record({ call, path: world.twilio.files.recording(wav()), at: minutes(at), seconds: 20, ...fields });
const statuses = async (): Promise<string[]> => (await callsOf(world.service, world.shop)).map(({ status }) => status);
/** Lets the next list begin before all calls. */
const beginAgain = async (): Promise<void> => {
  const [row] = await world.service.sql<{ until: Date }>('select until from calls_caught_up');
  await world.service.sql(`update calls_caught_up set until = $1::timestamptz - interval '1 day'`, [row?.until]);
};
const listed = (): string[] =>
  world.twilio.requests.flatMap(({ path }) => new URL(path, PUBLIC).searchParams.get('StartTime>') ?? []);

it('calls that ended while the service was away are in the phone log, with their voicemail and their threads', async () => {
  await catchUp();
  const missed = called('completed', 60, 61);
  leg(missed, 'no-answer', 60, 60.5);
  recorded(missed, 60.5);
  const answered = called('completed', 90, 95, { from: OTHER });
  called('completed', 95, 96, { to: '+16135559999' });
  const [missedAt, answeredAt] = [minutes(60), minutes(90)];
  world.service.clock.pass(300 * MINUTE);
  expect(await catchUp()).toBe(true);
  await doDueWork(world.service);
  const state = async () => ({
    calls: (await world.shop.read.get('/calls')).body.data,
    threads: (await world.shop.read.get('/conversations?unanswered=true')).body.data,
    events: await callEventsOf(world.service, world.shop),
  });
  const taken = await state();
  expect(taken.calls).toMatchObject([
    { from: OTHER, status: 'completed', has_voicemail: false, started_at: answeredAt, duration_seconds: 300 },
    { from: CALLER, status: 'missed', has_voicemail: true, started_at: missedAt, duration_seconds: 60 },
  ]);
  expect(taken.threads).toMatchObject([{ id: taken.calls[1].conversation, channel: 'call', unread: true }]);
  expect(taken.events).toEqual(['call.completed', 'call.missed', 'call.recording_ready']);
  const rows = await world.service.sql<{ provider_id: string }>('select provider_id from calls order by started_at');
  expect(rows.map(({ provider_id: id }) => id)).toEqual([missed, answered]);
  await beginAgain();
  expect(await catchUp()).toBe(true);
  await doDueWork(world.service);
  expect(await state()).toEqual(taken);
});

it('a call that nobody answered is missed, also if Twilio knows no end of it', async () => {
  await catchUp();
  called('no-answer', 1, 1.5);
  called('busy', 2, null);
  called('canceled', 3, 3.5);
  called('in-progress', 4, null);
  world.service.clock.pass(5 * MINUTE);
  await catchUp();
  expect(await statuses()).toEqual(['missed', 'missed', 'canceled', 'in_progress']);
});

it('a call of which the service knows the end stays as it is, whatever the list still says', async () => {
  await catchUp();
  const call = called('in-progress', 1, null);
  const voicemail = recorded(call, 1);
  const { twilio, service } = world;
  const reports = new ReportedCalls(service, twilio, PUBLIC);
  const Timestamp = new Date(minutes(3)).toUTCString();
  await reports.state(call, 'completed', 0, line, { Timestamp, CallDuration: '120' });
  await reports.recording(call, voicemail, { RecordingSource: 'RecordVerb' });
  const known = [await callsOf(service, world.shop), await soundsOf(service, world.shop)];
  service.clock.pass(5 * MINUTE);
  expect(await catchUp()).toBe(true);
  expect([await callsOf(service, world.shop), await soundsOf(service, world.shop)]).toEqual(known);
  expect(await statuses()).toEqual(['missed']);
});

it('the end of a call and of its recording is found, however long ago they began', async () => {
  await catchUp();
  const call = called('completed', 10, 130);
  recorded(call, 10, { source: 'DialVerb', seconds: 7200 });
  recorded(call, 10, { source: 'DialVerb', seconds: 60 });
  world.service.clock.pass(125 * MINUTE);
  await world.service.sql('update calls_caught_up set until = $1', [minutes(0)]);
  world.service.clock.pass(10 * MINUTE);
  await catchUp();
  expect(await statuses()).toEqual(['completed']);
  expect(await soundsOf(world.service, world.shop)).toMatchObject([{ kind: 'recording', duration_seconds: 7200 }]);
});

it('a recording that is not ready is taken in when it is', async () => {
  await catchUp();
  const call = called('completed', 1, 2);
  recorded(call, 1, { status: 'processing' });
  world.service.clock.pass(3 * MINUTE);
  await catchUp();
  expect(await soundsOf(world.service, world.shop)).toEqual([]);
  recorded(call, 1);
  await catchUp();
  expect(await soundsOf(world.service, world.shop)).toMatchObject([{ kind: 'voicemail' }]);
});

it('what an outage left comes oldest first, and the rest follows in the next runs', async () => {
  await catchUp();
  // Twilio counts seconds, so that the calls after the first 999 come at one time.
  for (let n = 0; n < 999; n += 1) called('no-answer', 1 + n / 60, null, { to: '+16135559999' });
  for (let n = 0; n < 3; n += 1) called('no-answer', 20, null);
  called('no-answer', 40, null);
  world.service.clock.pass(100 * MINUTE);
  expect(await catchUp()).toBe(false);
  expect(await statuses()).toHaveLength(3);
  expect(await catchUp()).toBe(true);
  expect(await statuses()).toHaveLength(4);
});

it('while Twilio does not answer, nothing is skipped', async () => {
  await catchUp();
  called('no-answer', 1, 2);
  world.service.clock.pass(60 * MINUTE);
  world.twilio.mode = 'error500';
  expect(await catchUp()).toBe(false);
  world.service.clock.pass(60 * MINUTE);
  world.twilio.mode = 'ok';
  expect(await catchUp()).toBe(true);
  expect(await statuses()).toEqual(['missed']);
});

it('a worker catches up when it starts, and again and again', async () => {
  const database = await cloneDatabase();
  const settings = {
    TEXT_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: world.twilio.accountSid,
    TWILIO_AUTH_TOKEN: world.twilio.authToken,
    TWILIO_API_URL: world.twilio.url,
  };
  const whole = await startWholeService(database.url, settings, { catchUpEvery: 200, workerPoll: 100 });
  try {
    await eventually(
      () => Promise.resolve(listed().length),
      (times) => times >= 3,
    );
    expect(listed().length).toBeGreaterThanOrEqual(3);
  } finally {
    await whole.stop();
    await database.drop();
  }
});
