import { FetchMedia, MediaSource } from '../../../application/areas/media/fetch-media.js';
import { FileStorage, FileTypes } from '../../../application/areas/media/file-storage.js';
import { LandMedia } from '../../../application/areas/media/land-media.js';
import { MediaFiles } from '../../../application/areas/media/media-files.js';
import { TransferMedia } from '../../../application/areas/media/transfer-media.js';
import { Outgoing } from '../../../application/areas/outgoing/outgoing.js';
import { Log } from '../../../application/kernel/ports/ports.js';
import type { MediaFile } from '../../../domain/media/media-file.js';
import { eventually } from '../../support/eventually.js';
import type { FilePlay } from '../../support/fakes/twilio/fake-twilio-files.js';
import { wav } from '../../support/media-samples.js';
import { MediaWorld, SILENT } from '../../support/media-world.js';

/** The limits of this file's work. Those of the service would cost the test 100 MB. */
const LIMITS = { recording: 20_000, voicemail: 10_000, attachment: 5_000 };

let world: MediaWorld;

beforeAll(async () => {
  world = await MediaWorld.open();
});
afterAll(() => world.close());

/** Fetches a recording with small limits, as the queue does. */
async function fetched(content: Uint8Array, play: FilePlay): Promise<MediaFile> {
  const { container, clock } = world.service;
  const call = await world.call();
  const file = await world.expects(call, world.twilio.files.recording(content, play));
  await world.service.sql('update media_files set due_at = null where id = $1', [file.id]);
  const [files, source, storage] = [container.get(MediaFiles), container.get(MediaSource), container.get(FileStorage)];
  const [types, landing, log] = [container.get(FileTypes), container.get(LandMedia), container.get(Log)];
  const transfer = new TransferMedia(source, storage, types, container.get(Outgoing), log, LIMITS);
  const work = new FetchMedia(files, transfer, landing, clock, log);
  expect(await work.run({ shop: world.shop.id, id: file.id })).toBe(true);
  const after = await world.file(file.providerId);
  expect(await world.soundsOf(call)).toMatchObject({ has_recording: after.status === 'stored' });
  if (after.status !== 'stored') expect(await world.soundsOf(call)).toEqual(SILENT);
  return after;
}

it.each<FilePlay>(['whole', 'chunked'])('a file that is exactly as long as the limit is stored: %s', async (play) => {
  expect(await fetched(wav(20_000), play)).toMatchObject({ status: 'stored', bytes: 20_000 });
});

it.each<[string, FilePlay]>([
  ['one byte longer, with its length', 'whole'],
  ['one byte longer, without its length', 'chunked'],
  ['without an end', 'endless'],
  ['announced as far longer, which is not read', { announced: 10 ** 12 }],
])('a file that is too long is given up at once, and leaves nothing: %s', async (_, play) => {
  const before = await world.kept();
  const error = 'The file is longer than 20000 bytes.';
  expect(await fetched(wav(20_001), play)).toMatchObject({ status: 'failed', error, attempts: 1, dueAt: null });
  expect(await world.kept()).toEqual(before);
  const open = await eventually(
    () => world.twilio.files.open,
    (count) => count === 0,
  );
  expect(open).toBe(0);
});

it('an empty file is tried again', async () => {
  expect(await fetched(new Uint8Array(), 'whole')).toMatchObject({ status: 'waiting', attempts: 1 });
});

it('a file that is shorter than its type can be told by is no recording', async () => {
  expect(await fetched(Buffer.from('RI'), 'whole')).toMatchObject({ status: 'failed', error: 'The file is of an unknown type.' });
});
