import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shopOps } from '../support/command-line.js';
import { openBucket, type OpenedBucket } from '../support/opened-storage.js';

let folder: string;
let bucket: OpenedBucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-operations-doctor-'));
  bucket = await openBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the doctor says about the storage of recordings. */
async function finding(settings: Readonly<Record<string, string>>): Promise<unknown> {
  const { document } = await shopOps({ DATA_DIR: join(folder, 'data'), ...settings }, 'doctor', '--json');
  return (document.findings as { check: string }[]).find(({ check }) => check === 'recordings');
}

function inBucket(change: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { key, bucket: name } = bucket.server;
  return {
    RECORDINGS: `s3://${name}/calls`,
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    AWS_REGION: key.region,
    AWS_ACCESS_KEY_ID: key.id,
    AWS_SECRET_ACCESS_KEY: key.secret,
    ...change,
  };
}

describe('the doctor', () => {
  test('finds a folder for recordings that can be made, and makes none', async () => {
    expect(await finding({})).toMatchObject({ status: 'ok', detail: join(folder, 'data/recordings') });
    expect(await finding({ RECORDINGS: `file:${folder}/deep/inside` })).toMatchObject({
      status: 'ok',
      detail: `${folder}/deep/inside`,
    });
    await expect(stat(join(folder, 'deep'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('fails for a folder that cannot be made', async () => {
    await writeFile(join(folder, 'a-file'), '');
    expect(await finding({ RECORDINGS: `file:${folder}/a-file/recordings` })).toEqual({
      check: 'recordings',
      status: 'fail',
      detail: expect.stringContaining('is not writable'),
      advice: expect.stringContaining('RECORDINGS'),
    });
  });

  test('asks the bucket, and writes nothing into it', async () => {
    expect(await finding(inBucket())).toMatchObject({ status: 'ok', detail: 'the bucket recordings-of-tests answers' });
    expect(bucket.server.requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  test('says why the bucket cannot be used', async () => {
    expect(await finding(inBucket({ AWS_SECRET_ACCESS_KEY: 'another' }))).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^the bucket recordings-of-tests at [\d.:]+: the secret of the access key is wrong/),
      advice: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
    });
  });
});
