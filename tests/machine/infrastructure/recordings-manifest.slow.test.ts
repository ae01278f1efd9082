import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  contentsOf,
  keepFile,
  lineOf,
  mediaShop,
  OTHER_TONE,
  PICTURE,
  restore,
  TONE,
  writeManifest,
  type Line,
  type MediaShop,
} from '../../support/carried-media.js';
import { command, type Ran } from '../../support/command-line.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

// The limit is high, because every command opens the database anew, which takes long on a busy machine.
jest.setTimeout(60_000);

const HTML = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');

const NOBODYS = '01a1fe63-958c-7557-b9d6-ee1cdd4aa653';

let service: TestService;
let shop: TestShop;
let given: MediaShop;
let folder: string;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  given = mediaShop();
  await restore(service, shop, given);
  folder = await mkdtemp(join(tmpdir(), 'manifest-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => service.stop());

const bring = (): Promise<Ran> =>
  command(
    {
      DATABASE_URL: service.databaseUrl,
      SIGNING_KEYS: 'a-signing-key-of-the-tests',
      DATA_DIR: folder,
      RECORDINGS: `file:${service.recordings.folder}`,
    },
    ...['recordings', 'import', folder, '--shop', shop.id, '--json'],
  );

const recording = (fields: Line = {}): Promise<Line> =>
  lineOf(folder, TONE, { kind: 'recording', call_id: given.recorded, ...fields });

/** Imports one line. @returns the explanation of its refusal */
async function refusalOf(line: Line | string): Promise<Line> {
  await writeManifest(folder, [line]);
  expect(await bring()).toMatchObject({ exitCode: 3, document: { read: 1, created: 0, updated: 0, skipped: 1 } });
  return JSON.parse(await readFile(join(folder, 'recordings.ndjson.errors.ndjson'), 'utf8')) as Line;
}

/** A refused file leaves nothing in the storage. */
afterEach(async () => {
  const rows = await service.sql<{ id: string }>(`select id from media_files where shop_id = $1 and status = 'stored'`, [
    shop.id,
  ]);
  expect((await storedFiles()).sort()).toEqual(rows.map(({ id }) => id).sort());
});

async function storedFiles(): Promise<string[]> {
  const found = await readdir(join(service.recordings.folder, shop.id), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test.each([
  ['in a folder above', '../secret'],
  ['in another folder', 'deeper/secret'],
  ['at an absolute path', '/etc/hostname'],
  ['that is a folder', '.'],
  ['without a name', ''],
  ['with a name that is no id', 'recording.wav'],
  ['whose id has a path behind it', `${NOBODYS}/../../secret`],
])('a line with a file %s is refused', async (_, file) => {
  await writeFile(join(folder, 'recording.wav'), TONE);
  expect(await refusalOf(await recording({ file }))).toMatchObject({ line: 1, column: 'file' });
});

test('links, folders and missing files are refused, wherever a link leads', async () => {
  const line = await recording();
  const [link, inner, missing] = [randomUUID(), randomUUID(), randomUUID()];
  await symlink(join(folder, line['file'] as string), join(folder, link));
  await mkdir(join(folder, inner));
  expect(await refusalOf({ ...line, file: link })).toMatchObject({ column: 'file', reason: 'is a link' });
  expect(await refusalOf({ ...line, file: inner })).toMatchObject({ column: 'file', reason: 'is not a file' });
  expect(await refusalOf({ ...line, file: missing })).toMatchObject({ column: 'file', reason: 'is missing in the folder' });
});

test.each([
  ['is longer', { bytes: TONE.length - 1 }, `is longer than ${TONE.length - 1} bytes`],
  ['is shorter', { bytes: TONE.length + 1 }, `has ${TONE.length} instead of ${TONE.length + 1} bytes`],
  ['was changed', { sha256: 'a'.repeat(64) }, 'has another SHA-256'],
  ['has another type', { content_type: 'audio/mpeg' }, 'is of the type audio/wav, not audio/mpeg'],
])('a file that %s is refused', async (_, fields, reason) => {
  expect(await refusalOf(await recording(fields))).toMatchObject({ column: 'file', reason });
});

test.each([
  ['a page', HTML, 'text/html', 'cannot be stored: The file is of an unknown type.'],
  ['a picture', PICTURE, 'image/png', 'cannot be stored: The file is of the type image/png, which is not stored as recording.'],
])('%s is refused as a recording, whatever the line says of it', async (_, content, type, reason) => {
  const fields = { kind: 'recording', call_id: given.recorded };
  expect(await refusalOf(await lineOf(folder, content, { ...fields, content_type: type }))).toMatchObject({
    column: 'file',
    reason,
  });
  expect(await refusalOf(await lineOf(folder, content, fields))).toMatchObject({ column: 'file', reason });
});

test.each([
  ['bytes', { bytes: 0 }, 'must be a whole number from 1 to 2147483647'],
  ['kind', { kind: 'film' }, 'must be one of recording, voicemail, attachment'],
  ['place', { place: 1 }, 'a recording has the place 0'],
  ['place', { place: -1 }, 'must be a whole number from 0 to 999'],
  ['sha256', { sha256: 'abc' }, 'must be at least 64 characters'],
  ['duration_seconds', { duration_seconds: -1 }, 'must be a whole number from 0 to 2147483647'],
  ['call_id', { call_id: null }, 'call_id or call_external_id is required'],
  ['call_id', { call_id: NOBODYS }, 'is no call of this shop'],
  ['call_external_id', { call_id: null, call_external_id: 'P-9' }, 'no call of this shop has this external id'],
  ['call_external_id', { call_external_id: 'P-2' }, 'names another call than call_id'],
  ['message_external_id', { message_external_id: 'M-1' }, 'a recording belongs to a call'],
  ['message_id', { kind: 'attachment', call_id: null }, 'message_id or message_external_id is required'],
])('a wrong %s is refused: %j', async (column, fields, reason) => {
  expect(await refusalOf(await recording(fields))).toMatchObject({ line: 1, column, reason });
});

test('lines that are no JSON objects are refused, and the lines around them are stored', async () => {
  await writeManifest(folder, ['{"file":', '[]', await recording(), 'null']);
  expect(await bring()).toMatchObject({ exitCode: 3, document: { read: 4, created: 1, skipped: 3 } });
  expect(await contentsOf(service, shop.id)).toEqual({ [`${given.recorded} recording`]: TONE.toString('base64') });
});

test('the calls and messages of another shop are none of this shop', async () => {
  const theirs = mediaShop();
  const other = await service.shop();
  await restore(service, other, theirs);
  expect(await refusalOf(await recording({ call_id: theirs.recorded }))).toMatchObject({ reason: 'is no call of this shop' });
  const attachment = await lineOf(folder, PICTURE, { kind: 'attachment', message_id: theirs.message, content_type: 'image/png' });
  expect(await refusalOf(attachment)).toMatchObject({ column: 'message_id', reason: 'is no message of this shop' });
  expect(await contentsOf(service, other.id)).toEqual({});
});

test('a recording that is there stays, and so does a file whose id a line takes', async () => {
  const fields = { kind: 'recording', callId: given.recorded, contentType: 'audio/wav' } as const;
  const { id } = await keepFile(service, shop.id, OTHER_TONE, fields);
  expect(await refusalOf(await recording())).toMatchObject({
    column: 'file',
    reason: 'the call has another recording, which stays',
  });
  const line = await lineOf(folder, TONE, { kind: 'voicemail', call_id: given.missed });
  await writeFile(join(folder, id), TONE);
  expect(await refusalOf({ ...line, file: id })).toMatchObject({ reason: 'this id belongs to another file of the shop' });
  expect(await contentsOf(service, shop.id)).toEqual({ [`${given.recorded} recording`]: OTHER_TONE.toString('base64') });
});

test('of two lines for one call the first is stored', async () => {
  const second = await lineOf(folder, OTHER_TONE, { kind: 'recording', call_id: given.recorded });
  await writeManifest(folder, [await recording({ duration_seconds: null }), second]);
  expect(await bring()).toMatchObject({ exitCode: 3, document: { created: 1, skipped: 1 } });
  expect(await contentsOf(service, shop.id)).toEqual({ [`${given.recorded} recording`]: TONE.toString('base64') });
  // A line without a length leaves the length that the call has.
  const [call] = await service.sql('select recording_duration_seconds as seconds from calls where id = $1', [given.recorded]);
  expect(call).toEqual({ seconds: 41 });
});

test('an attachment that is still to be fetched keeps its place', async () => {
  await service.sql(
    `insert into media_files (shop_id, id, kind, message_id, place, source, status, attempts, created_at, version)
     values ($1, gen_random_uuid(), 'attachment', $2, 0, 'https://api.twilio.com/1', 'waiting', 0, now(), 1)`,
    [shop.id, given.message],
  );
  const line = await lineOf(folder, PICTURE, { kind: 'attachment', message_id: given.message, content_type: 'image/png' });
  expect(await refusalOf(line)).toMatchObject({ reason: 'the message has another attachment with the place 0, which stays' });
});
