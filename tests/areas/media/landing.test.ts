import { FetchMedia } from '../../../application/areas/media/fetch-media.js';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { Call } from '../../../domain/calls/call.js';
import type { MediaFile } from '../../../domain/media/media-file.js';
import { chunksOf } from '../../support/chunks.js';
import { doDueWork } from '../../support/due-work.js';
import { eventually } from '../../support/eventually.js';
import type { FilePlay } from '../../support/fakes/twilio/fake-twilio-files.js';
import { wav } from '../../support/media-samples.js';
import { MediaWorld } from '../../support/media-world.js';
import { eventTypesOf } from '../../support/outbox.js';

let world: MediaWorld;
let call: Call;

beforeAll(async () => {
  world = await MediaWorld.open();
});
beforeEach(async () => {
  world.shop = await world.service.shop();
  world.service.clock.restart();
  call = await world.call();
});
afterAll(() => world.close());

/** Announces a recording of a length. Its bytes differ by the length, too. */
function lasting(durationSeconds: number | null, ...plays: readonly FilePlay[]): Promise<MediaFile> {
  const source = world.twilio.files.recording(contentOf(durationSeconds), ...plays);
  return world.expects(call, source, { durationSeconds });
}

const contentOf = (seconds: number | null): Buffer => wav(5_000 + (seconds ?? 0), (seconds ?? 0) + 1);

/** Takes the files' work from the relay, as the queue does, and runs it. */
async function runAtOnce(files: readonly MediaFile[], times = 1): Promise<void> {
  await world.service.sql('update media_files set due_at = null where id = any($1)', [files.map(({ id }) => id)]);
  const work = world.service.container.get(FetchMedia);
  const runs = files.flatMap(({ id }) => Array.from({ length: times }, () => work.run({ shop: world.shop.id, id })));
  await Promise.all(runs);
}

/** The state of the call: the kept recording's length and bytes, and no other file in the storage. */
async function kept(): Promise<readonly [number | null, Buffer | null]> {
  const sql = world.service.sql.bind(world.service);
  const [stored, ...others] = await sql<{ id: MediaFile['id']; duration_seconds: number | null; bytes: number }>(
    `select id, duration_seconds, bytes from media_files where call_id = $1 and status = 'stored'`,
    [call.id],
  );
  const content = stored ? await world.contentOf(stored) : null;
  expect(others).toEqual([]);
  expect(stored?.bytes).toBe(content?.byteLength);
  expect(await world.soundsOf(call)).toMatchObject({
    has_recording: stored !== undefined,
    recording_duration_seconds: stored?.duration_seconds ?? null,
  });
  const ids = await sql<{ id: string }>('select id from media_files where call_id = $1', [call.id]);
  const inFolder = (await world.kept()).filter((name) => ids.some(({ id }) => id === name));
  expect(inFolder).toEqual(stored ? [stored.id] : []);
  return [stored?.duration_seconds ?? null, content];
}

it.each([
  ['the longer one comes last', [10, 20], 20, 2],
  ['the longer one comes first', [20, 10], 20, 1],
  ['both are as long: the first stays', [20, 20], 20, 1],
  ['one has no length', [null, 0], 0, 2],
  ['none has a length: the first stays', [null, null], null, 1],
])('of several recordings the longest is kept: %s', async (_, lengths, longest, announced) => {
  for (const length of lengths) {
    await lasting(length);
    await doDueWork(world.service);
  }
  expect(await kept()).toEqual([longest, contentOf(longest)]);
  expect(await eventTypesOf(world.service, call)).toEqual(Array.from({ length: announced }, () => 'call.recording_ready'));
});

it('a recording that is shorter than the kept one is not even fetched', async () => {
  await lasting(20);
  await doDueWork(world.service);
  const asked = world.twilio.files.asked;
  const { providerId } = await lasting(10);
  await doDueWork(world.service);
  expect(await world.file(providerId)).toMatchObject({ status: 'dropped', contentType: null, dueAt: null });
  expect(world.twilio.files.asked).toBe(asked);
});

it('recordings of one call that land at once: the longest is kept, and nothing of the others', async () => {
  const lengths = [11, 40, 12, 39, 13, 40, 14, 38];
  const files = [];
  for (const length of lengths) files.push(await lasting(length));
  await runAtOnce(files);
  const [length] = await kept();
  expect(length).toBe(40);
  const statuses = await Promise.all(files.map(async ({ providerId }) => (await world.file(providerId)).status));
  expect(statuses.filter((status) => status === 'dropped')).toHaveLength(lengths.length - 1);
});

it('a work that runs twice at once, and again later, stores and announces once', async () => {
  const file = await lasting(20);
  await runAtOnce([file], 3);
  await runAtOnce([file]);
  expect(await kept()).toEqual([20, contentOf(20)]);
  expect(await eventTypesOf(world.service, call)).toEqual(['call.recording_ready']);
});

it('a work that was killed after the longer recording was stored deletes the shorter one when it runs again', async () => {
  const shorter = await lasting(10);
  await doDueWork(world.service);
  const longer = await lasting(20);
  await doDueWork(world.service);
  const storage = world.service.container.get(FileStorage);
  await storage.put(world.shop.id, shorter.id, chunksOf(contentOf(10), 1_000)(0));
  await runAtOnce([longer]);
  expect(await kept()).toEqual([20, contentOf(20)]);
});

it.each<[string, (file: MediaFile) => Promise<unknown>, string]>([
  ['is given up', () => Promise.resolve(), 'failed'],
  ['gives way to a longer one', () => lasting(90).then((longer) => runAtOnce([longer])), 'dropped'],
])('content that a killed run has left is deleted when its file %s', async (_, first, status) => {
  const file = await lasting(20, { announced: 10 ** 12 });
  await world.service.sql('update media_files set due_at = null where id = $1', [file.id]);
  const storage = world.service.container.get(FileStorage);
  await storage.put(world.shop.id, file.id, chunksOf(contentOf(20), 1_000)(0));
  await first(file);
  await runAtOnce([file]);
  expect(await world.file(file.providerId)).toMatchObject({ status });
  expect(await world.contentOf(file)).toBeNull();
});

it('a call that is deleted during the transfer leaves nothing', async () => {
  const { id } = await world.expects(call, world.twilio.files.recording(wav(60_000), 'drip'));
  const before = await world.kept();
  const fetched = doDueWork(world.service);
  await eventually(
    () => world.kept(),
    (files) => files.length > before.length,
  );
  await world.service.sql('delete from calls where shop_id = $1 and id = $2', [world.shop.id, call.id]);
  await fetched;
  expect(await world.kept()).toEqual(before);
  expect(await world.contentOf({ id })).toBeNull();
});
