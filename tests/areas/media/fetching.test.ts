import type { Answer } from '../../support/api.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { eventually } from '../../support/eventually.js';
import type { FilePlay } from '../../support/fakes/twilio/fake-twilio-files.js';
import { HTML, PDF, png, SVG, wav } from '../../support/media-samples.js';
import { MediaWorld, PUBLIC, SILENT } from '../../support/media-world.js';
import { eventsOf } from '../../support/outbox.js';

const HOUR = 3_600_000;
const SOUND = wav();

let world: MediaWorld;

beforeAll(async () => {
  world = await MediaWorld.open();
});
beforeEach(async () => {
  world.shop = await world.service.shop();
  world.service.clock.restart();
});
afterAll(() => world.close());

const recording = (content: Uint8Array, ...plays: readonly FilePlay[]): string => world.twilio.files.recording(content, ...plays);
const link = (call: string): Promise<Answer> => world.shop.read.get(`/calls/${call}/recording`);

it('a recording is fetched, stored and shown with its call, and announced', async () => {
  const call = await world.call();
  const { providerId } = await world.expects(call, recording(SOUND), { durationSeconds: 184 });
  expect(await world.soundsOf(call)).toEqual(SILENT);
  await doDueWork(world.service);
  const file = await world.file(providerId);
  expect(file).toMatchObject({ status: 'stored', contentType: 'audio/wav', bytes: SOUND.byteLength, error: null, dueAt: null });
  expect(await world.contentOf(file)).toEqual(SOUND);
  expect(await world.soundsOf(call)).toEqual({ ...SILENT, has_recording: true, recording_duration_seconds: 184 });
  expect(await eventsOf(world.service, call)).toMatchObject([
    { type: 'call.recording_ready', data: { id: call.id, media: 'recording', has_recording: true } },
  ]);
});

it('a voicemail is one of its own', async () => {
  const call = await world.call();
  await world.expects(call, recording(SOUND), { durationSeconds: 184 });
  const { providerId } = await world.expects(call, recording(wav(9_000)), { kind: 'voicemail', durationSeconds: 12 });
  await doDueWork(world.service);
  expect(await world.file(providerId)).toMatchObject({ status: 'stored', bytes: 9_000 });
  expect(await world.soundsOf(call)).toEqual({
    ...{ has_recording: true, recording_duration_seconds: 184, has_voicemail: true, voicemail_duration_seconds: 12 },
  });
});

it('a file that is announced again is fetched once', async () => {
  const call = await world.call();
  const source = recording(SOUND);
  const { providerId } = await world.expects(call, source);
  await world.expects(call, source, { providerId });
  await doDueWork(world.service);
  await world.expects(call, source, { providerId });
  const asked = world.twilio.files.asked;
  await doDueWork(world.service);
  expect([await world.service.sql('select id from media_files where call_id = $1', [call.id]), world.twilio.files.asked]).toEqual(
    [[expect.anything()], asked],
  );
});

describe('nothing of a file is visible before it is whole', () => {
  it('while it comes slowly', async () => {
    const call = await world.call();
    const file = await world.expects(call, recording(wav(60_000), 'drip'));
    const before = await world.kept();
    const fetched = doDueWork(world.service);
    const during = await eventually(
      () => world.kept(),
      (kept) => kept.length > before.length,
    );
    expect(during.length).toBe(before.length + 1);
    expect([await world.soundsOf(call), await world.contentOf(file)]).toEqual([SILENT, null]);
    expect((await link(call.id)).status).toBe(500);
    await fetched;
    expect(await world.contentOf(file)).toEqual(wav(60_000));
    const { url } = (await link(call.id)).body.data as { url: string };
    const played = await fetch(url.replace(PUBLIC, world.service.url));
    expect([played.headers.get('content-type'), Buffer.from(await played.arrayBuffer())]).toEqual(['audio/wav', wav(60_000)]);
  });

  it.each<FilePlay>(['break', { announced: 100_000 }])('when the transfer breaks off: %j', async (play) => {
    const call = await world.call();
    const before = await world.kept();
    const { providerId } = await world.expects(call, recording(SOUND, play, 'whole'));
    const fetched = doDueWork(world.service);
    if (typeof play === 'object') {
      const sending = (): Promise<string[]> => world.kept();
      await eventually(sending, (kept) => kept.length > before.length);
      world.twilio.files.cut();
    }
    await fetched;
    const file = await world.file(providerId);
    expect(file).toMatchObject({ status: 'waiting', attempts: 1, error: null, contentType: null });
    expect([await world.soundsOf(call), await world.contentOf(file), await world.kept()]).toEqual([SILENT, null, before]);
    await passWorking(world.service, 5);
    expect(await world.contentOf(file)).toEqual(SOUND);
  });
});

it('a file that the provider does not have yet is fetched later', async () => {
  const call = await world.call();
  const { providerId } = await world.expects(call, recording(SOUND, { status: 404 }, { status: 404 }, 'whole'));
  await passWorking(world.service, 14);
  expect(await world.file(providerId)).toMatchObject({ status: 'waiting', attempts: 2 });
  await passWorking(world.service, 1);
  expect(await world.file(providerId)).toMatchObject({ status: 'stored', attempts: 2 });
});

it('after a day of failures a file is given up, and nothing of its call changes', async () => {
  const call = await world.call();
  const { providerId, createdAt } = await world.expects(call, recording(SOUND, { status: 503 }));
  const pauses: number[] = [];
  for (let last = Date.parse(createdAt); (await world.file(providerId)).status === 'waiting';) {
    await doDueWork(world.service);
    const { dueAt } = await world.file(providerId);
    if (dueAt === null) continue;
    pauses.push((Date.parse(dueAt) - last) / 1000);
    last = Date.parse(dueAt);
    world.service.clock.set(dueAt);
  }
  expect(pauses.slice(0, 11)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600]);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(24 * 3_600);
  const error = 'The file could not be fetched within a day. The provider answered 503.';
  expect(await world.file(providerId)).toMatchObject({ status: 'failed', error, attempts: pauses.length + 1 });
  expect(await world.soundsOf(call)).toEqual(SILENT);
  const asked = world.twilio.files.asked;
  world.service.clock.pass(48 * HOUR);
  await doDueWork(world.service);
  expect(world.twilio.files.asked).toBe(asked);
  expect(world.service.log.lines).toContainEqual(expect.objectContaining({ message: 'a file was given up' }));
});

it.each([
  ['a page', HTML, 'The file is of an unknown type.'],
  ['a picture', png(), 'The file is of the type image/png, which is not stored as recording.'],
  ['a document', PDF, 'The file is of the type application/pdf, which is not stored as recording.'],
  ['a drawing with a program', SVG, 'The file is of an unknown type.'],
])('%s is no recording, whatever the provider calls it', async (_, content, error) => {
  const call = await world.call();
  const before = await world.kept();
  const { providerId } = await world.expects(call, recording(content));
  await doDueWork(world.service);
  expect(await world.file(providerId)).toMatchObject({ status: 'failed', error: expect.stringContaining(error), attempts: 1 });
  expect([await world.soundsOf(call), await world.kept()]).toEqual([SILENT, before]);
});

it('an address that is not the provider’s is given up at once', async () => {
  const asked = world.twilio.requests.length;
  const { providerId } = await world.expects(await world.call(), 'http://169.254.169.254/latest/meta-data');
  await doDueWork(world.service);
  expect(await world.file(providerId)).toMatchObject({
    ...{ status: 'failed', error: 'The address is not one of the provider’s files.' },
  });
  expect(world.twilio.requests).toHaveLength(asked);
});
