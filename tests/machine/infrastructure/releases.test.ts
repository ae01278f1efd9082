import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { command } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';

jest.setTimeout(120_000);

/** A backup of each release, with the rows of its demo. */
const RELEASES = 'workshop/contract/releases';
const released = (await readdir(RELEASES)).filter((name) => name !== 'files');

test('there is a backup of each release of the changelog', async () => {
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  expect(released.sort()).toEqual([...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(/gm)].map(([, version]) => version).sort());
});

test.each(released)('a database of release %s comes to this release with its rows', async (release) => {
  const copy = await cloneDatabase('template0');
  const root = await mkdtemp(join(tmpdir(), 'releases-test-'));
  const settings = { DATABASE_URL: copy.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: root };
  const cli = (...args: string[]) => command(settings, ...args, '--json');
  try {
    const { rows } = (await cli('restore', join(RELEASES, release))).document;
    expect(rows).toBeGreaterThan(10_000);
    expect((await cli('migrate', 'status')).document).toMatchObject({ pending: 0 });
    const { findings } = (await cli('doctor')).document as { findings: { check: string; status: string }[] };
    expect(findings.filter(({ status }) => status === 'fail').map(({ check }) => check)).toEqual([]);
    expect((await cli('shop', 'list')).document).toHaveLength(3);
  } finally {
    await copy.drop();
    await rm(root, { recursive: true, force: true });
  }
});
