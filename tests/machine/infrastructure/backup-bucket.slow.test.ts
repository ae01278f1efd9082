import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { openBucket, type OpenedBucket } from '../../support/opened-storage.js';
import { backedUp, KEYS, throwAwayDatabases, type BackedUp } from './backed-up.js';

// The limit is high, because every command opens the database anew, which takes long on a busy machine.
jest.setTimeout(120_000);

let world: BackedUp;
let bucket: OpenedBucket;

beforeAll(async () => {
  [world, bucket] = await Promise.all([backedUp(), openBucket()]);
});
beforeEach(() => {
  bucket.server.fail = () => null;
});
afterAll(async () => {
  await Promise.all([world.close(), bucket.close()]);
});

const place = (): string => `s3://${bucket.server.bucket}/daily`;

function inBucket(...args: string[]): Promise<Ran> {
  const settings = {
    ...{ DATABASE_URL: world.here.databaseUrl, SIGNING_KEYS: KEYS, DATA_DIR: world.root },
    ...{ AWS_ENDPOINT_URL_S3: bucket.endpoint, AWS_REGION: bucket.server.key.region },
    RECORDINGS: `file:${world.here.recordings.folder}`,
  };
  return command(settings, ...args, '--json');
}

/** The ways in which a bucket goes away, and what a command says of them. */
const WAYS = [
  ['is removed', { code: 'NoSuchBucket', status: 404 }, 'there is no such bucket'],
  ['is closed to us', { code: 'AccessDenied', status: 403 }, 'the credentials do not permit this'],
  ['breaks down', { code: 'InternalError', status: 500 }, /InternalError|http_500/],
] as const;

/** Lets the bucket go away at a request, and stay away. */
function goesAwayAt(wanted: RegExp, fault: { readonly code: string; readonly status: number }): void {
  let isAway = false;
  bucket.server.fail = (request) => {
    isAway ||= wanted.test(request);
    return isAway ? fault : null;
  };
}

test.each(WAYS)(
  'a bucket that %s while a backup goes there leaves no backup, and the next one is whole',
  async (_, fault, words) => {
    const before = new Set((await manifests()).map(String));
    for (const part of [/files\//, /tables\/customers/, /manifest\.json/]) {
      goesAwayAt(part, fault);
      expectRefusal(await inBucket('backup', '--to', place()), 1, words);
      bucket.server.fail = () => null;
      expect(await manifests()).toEqual([...before]);
    }
    const ran = await inBucket('backup', '--to', place(), '--verify');
    expect(ran).toMatchObject({ exitCode: 0, document: { verified: true } });
  },
);

test.each(WAYS)('a bucket that %s while a backup is verified is not taken for a damaged backup', async (_, fault, words) => {
  const { path } = (await inBucket('backup', '--to', place())).document;
  const parts = [/manifest\.json/, /files\.ndjson/, /files\/../, /tables\/customers/, /PUT .*verified/];
  for (const part of parts) {
    goesAwayAt(part, fault);
    const ran = await inBucket('backup', 'verify', path);
    bucket.server.fail = () => null;
    expectRefusal(ran, 1, words);
    expect(ran.stderr + ran.stdout).not.toMatch(/was changed|is missing|no backup/);
    expect(await throwAwayDatabases(world.here)).toEqual([]);
  }
  expect([...bucket.server.objects.keys()]).not.toContain(`${path.split('/').slice(3).join('/')}/verified`);
  expect(await inBucket('backup', 'verify', path)).toMatchObject({ exitCode: 0 });
});

function manifests(): Promise<string[]> {
  return Promise.resolve([...bucket.server.objects.keys()].filter((key) => key.endsWith('manifest.json')));
}
