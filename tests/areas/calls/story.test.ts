import { SandboxFiles } from '../../../adapters/sms/sandbox/sandbox-media-source.js';
import { CallReports, type SoundReport, type StateReport } from '../../../application/areas/calls/call-reports.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { doDueWork } from '../../support/due-work.js';
import { Inbox } from '../../support/inbox.js';
import { wav } from '../../support/media-samples.js';
import { eventsOf } from '../../support/outbox.js';
import { BEGAN, CALLER, secondsIn, sidOf } from '../../support/reported-calls.js';
import { startTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const TEAMMATE = '+16135550111';

let service: TestService;
let inbox: Inbox;
let reports: CallReports;
let call: string;

beforeAll(async () => {
  service = await startTestService();
  reports = service.container.get(CallReports);
});
beforeEach(async () => {
  inbox = await Inbox.open(service);
  call = sidOf('CA');
});
afterAll(() => service.stop());

const state = (reported: StateReport['state'], second: number, seconds: number | null = null) =>
  reports.state({
    ...{ call, shop: null, direction: 'inbound', from: CALLER, to: inbox.line },
    ...{ state: reported, at: at(secondsIn(second)), seconds },
  });
const theCall = async () => {
  const { data, meta } = (await inbox.shop.read.get('/calls')).body;
  expect(meta).toMatchObject({ total: 1 });
  return data[0];
};
const eventsOfTheCall = async () => (await eventsOf(service, await theCall())).map(({ type }) => type);

/** A sound that lies at the sandbox, as its report names it. */
async function soundOf(kind: SoundReport['kind'], content: Buffer, durationSeconds: number): Promise<SoundReport> {
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    yield await Promise.resolve(content);
  }
  const source = await service.container.get(SandboxFiles).keep(inbox.shop.id, chunks());
  return { part: 'sound', call, id: sidOf('RE'), kind, source, durationSeconds };
}

/** Plays a sound of the call as a browser does, by its link. */
async function played(kind: SoundReport['kind']): Promise<Buffer> {
  const { body } = await inbox.shop.read.get(`/calls/${(await theCall()).id}/recording?media=${kind}`);
  const { pathname, search } = new URL(body.data.url as string);
  const answer = await fetch(service.url + pathname + search);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  return Buffer.from(await answer.arrayBuffer());
}

it('a call rings, is answered and ends; its recording comes twice and late, then its transcript', async () => {
  await aStaffMember(service, inbox.shop, { name: 'Morgan Ellis', phone: TEAMMATE });
  const { id: customer } = await aCustomer(inbox.shop.full, { phone: CALLER });
  await state('ringing', 0);
  expect(await theCall()).toMatchObject({ status: 'ringing', customer_id: customer, started_at: BEGAN, ended_at: null });
  await state('in_progress', 8);
  await reports.part({ part: 'answer', call, id: sidOf('CA'), to: TEAMMATE, at: null });
  expect(await theCall()).toMatchObject({ status: 'in_progress', answered_by: 'Morgan Ellis', duration_seconds: null });
  await state('completed', 70, 62);
  expect(await theCall()).toMatchObject({ status: 'completed', ended_at: secondsIn(70), duration_seconds: 70 });

  service.clock.pass(3_600_000);
  const sound = await soundOf('recording', wav(), 62);
  await reports.part(sound);
  await reports.part(sound);
  expect(await theCall()).toMatchObject({ has_recording: false, recording_duration_seconds: null });
  await doDueWork(service);
  await reports.part(sound);
  await doDueWork(service);
  expect(await theCall()).toMatchObject({ has_recording: true, recording_duration_seconds: 62, has_voicemail: false });
  expect(await played('recording')).toEqual(wav());

  await reports.part({ part: 'transcript', call, id: sidOf('TR'), text: 'Hello, this is Dana.' });
  const { id, has_transcript } = await theCall();
  expect(has_transcript).toBe(true);
  expect((await inbox.shop.read.get(`/calls/${id}/transcript`)).body.data).toEqual({
    ...{ call: id, transcript: 'Hello, this is Dana.', source: 'transcription', started_at: BEGAN, duration_seconds: 70 },
  });
  expect((await eventsOfTheCall()).sort()).toEqual(['call.completed', 'call.recording_ready', 'call.transcribed']);
});

it('a missed call leaves a voicemail, which comes before the report of the call', async () => {
  await aCustomer(inbox.shop.full, { phone: CALLER });
  const voicemail = await soundOf('voicemail', wav(30_000, 2), 12);
  expect(await reports.part(voicemail)).toBeNull();
  await state('unanswered', 32, 32);
  await doDueWork(service);
  expect(await theCall()).toMatchObject({ status: 'missed', has_voicemail: true, voicemail_duration_seconds: 12 });
  expect(await played('voicemail')).toEqual(wav(30_000, 2));
  const [thread] = await inbox.threads('unread=true');
  expect(thread).toMatchObject({ id: (await theCall()).conversation, channel: 'call', last_inbound_at: secondsIn(32) });
  expect((await eventsOfTheCall()).sort()).toEqual(['call.missed', 'call.recording_ready']);
});
