import { existsSync, readdirSync } from 'node:fs';
import { jest } from '@jest/globals';
import { run, type Ran } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';

// The limit is high, because drills start whole processes and put load on them, which takes long while other tests run.
jest.setTimeout(180_000);

/** The drills that need a cluster. They run by hand, because they kill servers under load. */
const ON_CITUS = ['citus-node', 'citus-rebalance'];
const drills = readdirSync('workshop/drills')
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .filter((drill) => !ON_CITUS.includes(drill));
/** The drills that freeze or kill PostgreSQL. Each of them starts a server of its own. */
const WITH_OWN_DATABASE = ['events', 'freeze', 'kill', 'recover', 'worker-survives'];

async function short(drill: string, ...options: string[]): Promise<Ran> {
  if (WITH_OWN_DATABASE.includes(drill))
    return run(process.execPath, ['workshop/drills/run.mjs', drill, '--short', ...options], {});
  const database = await cloneDatabase();
  try {
    return await run(process.execPath, ['workshop/drills/run.mjs', drill, '--short', '--database', database.url, ...options], {});
  } finally {
    await database.drop();
  }
}

const NO_FAULT = { stdout: expect.stringMatching(/: everything held\n$/), stderr: '', exitCode: 0 };

it.each(drills)('the drill %s reports no fault', async (drill) => {
  const { stdout, stderr, exitCode } = await short(drill);
  expect({ stdout, stderr, exitCode }).toEqual(NO_FAULT);
});

it.each(drills)('the drill %s reports a planted fault, and keeps the history that it names', async (drill) => {
  const { stdout, exitCode } = await short(drill, '--plant');
  expect(exitCode).toBe(1);
  const kept = [...stdout.matchAll(/^BROKEN: the history is in (.+)$/gm)].map(([, folder = '']) => folder);
  expect(kept.filter((folder) => !existsSync(folder))).toEqual([]);
});

it('the drill release says that a clone does not have the commit to begin with', async () => {
  const { stdout, exitCode } = await run(
    process.execPath,
    ['workshop/drills/run.mjs', 'release', '--from', 'no-such-commit'],
    {},
  );
  expect({ stdout, exitCode }).toEqual({
    stdout: 'BROKEN: this clone has no commit no-such-commit\nrelease: 1 broken\n',
    exitCode: 1,
  });
});

it.each(ON_CITUS)('the drill %s says that it was not run without a cluster', async (drill) => {
  const { stdout, exitCode } = await run(process.execPath, ['workshop/drills/run.mjs', drill, '--short'], {});
  expect({ stdout, exitCode }).toEqual({ stdout: expect.stringMatching(/^BROKEN: NOT RUN: CITUS_URL must name/), exitCode: 1 });
});
