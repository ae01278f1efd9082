import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, shopOps } from '../../support/command-line.js';
import { openBucket, type OpenedBucket } from '../../support/opened-storage.js';

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

/** The finding of the doctor about the storage of recordings. */
async function finding(settings: Readonly<Record<string, string>>, doctor = command): Promise<unknown> {
  const { document } = await doctor({ DATA_DIR: join(folder, 'data'), ...settings }, 'doctor', '--json');
  return (document.findings as { check: string }[]).find(({ check }) => check === 'recordings');
}

/**
 * The finding about the tests' bucket. The doctor runs in a process of its own, because the library of the storage reads its
 * credentials from the environment of the process.
 */
function findingOfBucket(change: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return finding(inBucket(change), shopOps);
}

function inBucket(change: Readonly<Record<string, string>>): Record<string, string> {
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

  test('fails for a file, and for a folder that cannot be made', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const failed = (detail: string) => ({
      ...{ check: 'recordings', status: 'fail', detail: expect.stringContaining(detail) },
      advice: expect.stringContaining('RECORDINGS'),
    });
    for (const place of ['a-file', 'a-file/recordings'])
      expect(await finding({ RECORDINGS: `file:${folder}/${place}` })).toEqual(failed(`${folder}/a-file is not a folder`));
    const long = `${folder}/${'x'.repeat(300)}`;
    expect(await finding({ RECORDINGS: `file:${long}` })).toEqual(failed('is not writable (ENAMETOOLONG)'));
    // Not even the superuser, whom permissions do not hold, makes a folder here.
    expect(await finding({ RECORDINGS: 'file:/proc/recordings' })).toEqual(failed('/proc/recordings cannot be made: '));
    expect(await readdir(folder)).toEqual(['a-file']);
  });

  test('says nothing of the default folder when the setting of another place is wrong', async () => {
    expect(await finding({ RECORDINGS: 's3://Bad_Bucket/x' })).toBeUndefined();
    expect(await finding(inBucket({ AWS_ENDPOINT_URL_S3: 'nonsense' }))).toBeUndefined();
  });

  test('names the rule of the names of buckets', async () => {
    const { document } = await command({ DATA_DIR: join(folder, 'data'), RECORDINGS: 's3://Bad_Bucket/x' }, 'doctor', '--json');
    expect(document.findings).toContainEqual(
      expect.objectContaining({ check: 'setting RECORDINGS', detail: expect.stringContaining('has 3 to 63 characters of a-z') }),
    );
  });

  test('asks the bucket, and writes nothing into it', async () => {
    expect(await findingOfBucket()).toMatchObject({ status: 'ok', detail: 'the bucket recordings-of-tests answers' });
    expect(bucket.server.requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  test('says why the bucket cannot be used', async () => {
    expect(await findingOfBucket({ AWS_SECRET_ACCESS_KEY: 'another' })).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^the bucket recordings-of-tests at [\d.:]+: the secret of the access key is wrong/),
      advice: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
    });
  });
});
