import { existsSync } from 'node:fs';
import { jest } from '@jest/globals';
import { DRILL_MS, DRILLS, shortDrill } from '../../support/drills.js';

jest.setTimeout(DRILL_MS);

// In a file of its own, so that half of the drills need not wait for the other half.
it.each(DRILLS)('the drill %s reports a planted fault, and keeps the history that it names', async (drill) => {
  const { stdout, exitCode } = await shortDrill(drill, '--plant');
  expect(exitCode).toBe(1);
  const kept = [...stdout.matchAll(/^BROKEN: the history is in (.+)$/gm)].map(([, folder = '']) => folder);
  expect(kept.filter((folder) => !existsSync(folder))).toEqual([]);
});
