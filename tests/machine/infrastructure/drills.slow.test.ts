import { jest } from '@jest/globals';
import { DRILL_MS, drillOf, DRILLS, ON_CITUS, shortDrill } from '../../support/drills.js';

jest.setTimeout(DRILL_MS);

const NO_FAULT = { stdout: expect.stringMatching(/: everything held\n$/), stderr: '', exitCode: 0 };

it.each(DRILLS)('the drill %s reports no fault', async (drill) => {
  const { stdout, stderr, exitCode } = await shortDrill(drill);
  expect({ stdout, stderr, exitCode }).toEqual(NO_FAULT);
});

it('the drill release says that a clone does not have the commit to begin with', async () => {
  const { stdout, exitCode } = await drillOf('release', '--from', 'no-such-commit');
  expect({ stdout, exitCode }).toEqual({
    stdout: 'BROKEN: this clone has no commit no-such-commit\nrelease: 1 broken\n',
    exitCode: 1,
  });
});

it.each(ON_CITUS)('the drill %s says that it was not run without a cluster', async (drill) => {
  const { stdout, exitCode } = await drillOf(drill, '--short');
  expect({ stdout, exitCode }).toEqual({ stdout: expect.stringMatching(/^BROKEN: NOT RUN: CITUS_URL must name/), exitCode: 1 });
});
