import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { MediaFile } from '../../../domain/media/media-file.js';
import {
  contentsOf,
  fillWithMedia,
  manifestOf,
  mediaShop,
  once,
  OTHER_TONE,
  PICTURE,
  restore,
  TONE,
  type Line,
  type MediaShop,
} from '../../support/carried-media.js';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { importRows } from '../../support/importing.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { withoutChangeTimes } from '../../support/whole-answers.js';

// The limit is high, because every command opens the database anew, which takes long on a busy machine.
jest.setTimeout(60_000);

let here: TestService;
let there: TestService;
let shop: TestShop;
let given: MediaShop;
let files: MediaFile[];
let root: string;
let folder: string;

beforeAll(async () => {
  [here, there] = await Promise.all([startTestService(), startTestService()]);
  root = await mkdtemp(join(tmpdir(), 'recordings-test-'));
});
beforeEach(async () => {
  shop = await here.shop();
  given = mediaShop();
  files = await fillWithMedia(here, shop, given);
  folder = join(root, shop.id);
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await rm(root, { recursive: true, force: true });
});

const cli = (service: TestService, { id }: { readonly id: string }, action: string, ...more: string[]): Promise<Ran> =>
  command(
    {
      DATABASE_URL: service.databaseUrl,
      SIGNING_KEYS: 'a-signing-key-of-the-tests',
      DATA_DIR: root,
      RECORDINGS: `file:${service.recordings.folder}`,
    },
    ...['recordings', action, folder, '--shop', id, ...more],
  );

/** The rows of a shop's calls and messages, with everything that the API answers about their files. */
async function rowsOf({ sql }: Pick<TestService, 'sql'>, { id }: TestShop): Promise<unknown[]> {
  return [
    ...(await sql(
      `select external_id, has_recording, recording_duration_seconds, has_voicemail, voicemail_duration_seconds
       from calls where shop_id = $1 order by external_id`,
      [id],
    )),
    ...(await sql('select external_id, media, media_sources from messages where shop_id = $1 order by external_id', [id])),
  ];
}

/** The answers of the API about the calls and messages of a shop, and the bytes that it plays and answers. */
async function answersOf(service: TestService, { read }: TestShop): Promise<unknown[]> {
  const here = (url: string): string => {
    const { pathname, search } = new URL(url);
    return `${service.url}${pathname}${search}`;
  };
  const link = async (call: string, media: string): Promise<string> =>
    here((await read.get(`/calls/${call}/recording?media=${media}`)).body.data.url as string);
  const thread = (await read.get(`/messages?conversation_id=${given.thread}`)).body.data as Line[];
  const [file] = thread[0]!['media'] as { url: string }[];
  const key = { authorization: `Bearer ${read.token ?? ''}` };
  const played = [
    await fetch(await link(given.recorded, 'recording')),
    await fetch(await link(given.missed, 'voicemail')),
    await fetch(here(file?.url ?? ''), { headers: key }),
  ];
  return [
    JSON.parse(withoutChangeTimes((await read.get('/calls')).text)),
    JSON.parse(withoutChangeTimes(JSON.stringify(thread))),
    ...(await Promise.all(
      played.map(async (answer) => [
        answer.headers.get('content-type'),
        Buffer.from(await answer.arrayBuffer()).toString('base64'),
      ]),
    )),
  ];
}

describe('an export', () => {
  test('writes each file under its id, and a manifest that describes them', async () => {
    const { exitCode, document, stderr } = await cli(here, shop, 'export', '--json');
    const bytes = TONE.length + OTHER_TONE.length + PICTURE.length;
    expect({ exitCode, document, stderr }).toEqual({
      exitCode: 0,
      document: { shop_id: shop.id, manifest: join(folder, 'recordings.ndjson'), files: 3, bytes, skipped: 0 },
      stderr: '',
    });
    expect((await readdir(folder)).sort()).toEqual([...files.map(({ id }) => id), 'recordings.ndjson'].sort());
    const lines = await manifestOf(folder);
    expect(lines.find(({ kind }) => kind === 'recording')).toEqual({
      ...{ file: files[0]!.id, kind: 'recording', call_id: given.recorded, call_external_id: 'P-1' },
      ...{ message_id: null, message_external_id: null, place: 0, content_type: 'audio/wav', bytes: TONE.length },
      ...{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), duration_seconds: 41 },
    });
    expect(lines.find(({ kind }) => kind === 'attachment')).toMatchObject({
      ...{ call_id: null, message_id: given.message, message_external_id: 'M-1', content_type: 'image/png' },
    });
    // Only the owner may read what customers have said.
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  });

  test('of the same folder again replaces it', async () => {
    await cli(here, shop, 'export');
    expect(await cli(here, shop, 'export', '--json')).toMatchObject({ exitCode: 0, document: { files: 3 } });
    expect(await readdir(folder)).toHaveLength(4);
  });

  test('names files that the storage has lost or cut off, and writes the others', async () => {
    const storage = here.container.get(FileStorage);
    const [lost, cut] = files as [MediaFile, MediaFile];
    await storage.delete(shop.id, lost.id);
    await storage.put(shop.id, cut.id, once(OTHER_TONE.subarray(0, 100)));
    const { exitCode, document, stderr } = await cli(here, shop, 'export', '--json');
    expect({ exitCode, document }).toMatchObject({ exitCode: 3, document: { files: 1, skipped: 2 } });
    expect(stderr).toContain(`the recording ${lost.id} is missing in the storage\n`);
    expect(stderr).toContain(`the voicemail ${cut.id} has 100 instead of ${OTHER_TONE.length} bytes in the storage\n`);
    expect(stderr).toContain('2 files were skipped, because the storage has lost them\n');
    expect((await manifestOf(folder)).map(({ kind }) => kind)).toEqual(['attachment']);
    expect(await readdir(folder)).toHaveLength(2);
  });

  test('of a shop without files is an empty manifest, and of an unknown shop refused', async () => {
    const empty = await here.shop();
    expect(await cli(here, empty, 'export', '--json')).toMatchObject({ exitCode: 0, document: { files: 0, bytes: 0 } });
    expect(await manifestOf(folder)).toEqual([]);
    expectRefusal(await cli(here, { id: given.recorded }, 'export', '--json'), 1, 'shop not found');
  });
});

describe('an import', () => {
  test('into another deployment after --restore gives the same answers and bytes, and a second one changes nothing', async () => {
    await cli(here, shop, 'export');
    const copy = await there.shop();
    await restore(there, copy, given);
    expect(await cli(there, copy, 'import', '--json')).toMatchObject({
      exitCode: 0,
      document: { kind: 'recordings', read: 3, created: 3, updated: 0, unchanged: 0, skipped: 0, errors_file: null },
    });
    expect(await contentsOf(there, copy.id)).toEqual(await contentsOf(here, shop.id));
    expect(await rowsOf(there, copy)).toEqual(await rowsOf(here, shop));
    const answers = await answersOf(there, copy);
    expect(answers).toEqual(await answersOf(here, shop));
    expect(answers.slice(2)).toEqual([
      ['audio/wav', TONE.toString('base64')],
      ['audio/wav', OTHER_TONE.toString('base64')],
      ['image/png', PICTURE.toString('base64')],
    ]);
    expect((await cli(there, copy, 'import', '--json')).document).toMatchObject({ created: 0, unchanged: 3, skipped: 0 });
    expect(await there.sql('select distinct type from outbox where shop_id = $1', [copy.id])).toEqual([
      { type: 'records.imported' },
    ]);
    expect(await contentsOf(there, copy.id)).toEqual(await contentsOf(here, shop.id));
  });

  test('after a plain import finds calls and messages by their external ids, and tells of their files', async () => {
    await cli(here, shop, 'export');
    const copy = await there.shop();
    for (const kind of ['calls', 'conversations'] as const) {
      const rows = JSON.parse(JSON.stringify(given[kind])) as Record<string, unknown>[];
      expect((await importRows(there, copy, kind, rows)).errors).toEqual([]);
    }
    expect(await cli(there, copy, 'import', '--json')).toMatchObject({ exitCode: 0, document: { created: 3 } });
    const [recorded, missed, message] = await rowsOf(there, copy);
    expect([recorded, missed]).toEqual((await rowsOf(here, shop)).slice(0, 2));
    const [{ id }] = (await there.sql<{ id: string }>('select id from messages where shop_id = $1', [copy.id])) as [
      { id: string },
    ];
    expect(id).not.toBe(given.message);
    expect(message).toMatchObject({ media: [{ contentType: 'image/png', url: `/api/v1/messages/${id}/media/0` }] });
    expect(Object.values(await contentsOf(there, copy.id)).sort()).toEqual(Object.values(await contentsOf(here, shop.id)).sort());
  });

  test('puts back what the storage has lost, such as after a backup of the database alone', async () => {
    const before = await contentsOf(here, shop.id);
    await cli(here, shop, 'export');
    await here.container.get(FileStorage).deleteAll(shop.id);
    expect(await cli(here, shop, 'import', '--json')).toMatchObject({ exitCode: 0, document: { created: 0, updated: 3 } });
    expect(await contentsOf(here, shop.id)).toEqual(before);
  });

  test('without calls, without a manifest or into an unknown shop stores nothing', async () => {
    expectRefusal(await cli(here, shop, 'import', '--json'), 1, 'recordings.ndjson does not exist');
    await cli(here, shop, 'export');
    const empty = await there.shop();
    expect(await cli(there, empty, 'import', '--json')).toMatchObject({ exitCode: 3, document: { created: 0, skipped: 3 } });
    expect(await contentsOf(there, empty.id)).toEqual({});
    expectRefusal(await cli(there, { id: given.recorded }, 'import', '--json'), 1, 'shop not found');
  });
});
