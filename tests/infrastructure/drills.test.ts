import { readdirSync } from 'node:fs';
import { jest } from '@jest/globals';
import { run, type Ran } from '../support/command-line.js';
import { cloneDatabase } from '../support/postgres.js';

// Whole processes under load, beside other tests.
jest.setTimeout(180_000);

const drills = readdirSync('drills').filter((file) => file.endsWith('.mjs') && file !== 'run.mjs').map((file) => file.slice(0, -'.mjs'.length));

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
  const found = await Promise.all(drills.map(async (drill) => [drill, (await short(drill, '--plant')).exitCode]));
  expect(found).toEqual(drills.map((drill) => [drill, 1]));
});
