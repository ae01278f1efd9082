import { jest } from '@jest/globals';
import { run, type Ran } from '../support/command-line.js';
import { cloneDatabase } from '../support/postgres.js';

// Whole processes under load, beside other tests.
jest.setTimeout(180_000);

/** The short forms of the others are tests of their own: they need a database that can be stopped and killed. */
const drills = ['overload', 'stop'];

async function short(drill: string, ...options: string[]): Promise<Ran> {
  const database = await cloneDatabase();
  try {
    return await run(process.execPath, ['drills/run.mjs', drill, '--short', '--database', database.url, ...options], {});
  } finally {
    await database.drop();
  }
}

it.each(drills)('the drill %s finds that everything holds', async (drill) => {
  const { stdout, stderr, exitCode } = await short(drill);
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: expect.stringMatching(/: everything held\n$/), stderr: '', exitCode: 0 });
});

it('each drill finds the fault that is planted', async () => {
  // One after the other: each measures what the machine can do.
  const found: (readonly [string, number | null])[] = [];
  for (const drill of drills) found.push([drill, (await short(drill, '--plant')).exitCode]);
  expect(found).toEqual(drills.map((drill) => [drill, 1]));
});
