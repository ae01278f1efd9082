import { operations } from '../../application/operations.js';
import { doorsOf, titleOf, type Door } from './surfaces.js';

/** All operations, or the one that OPERATION names: so the suites over all of them are quick while that one is written. */
export const operationsUnderTest = operations.filter(({ name }) => name === (process.env['OPERATION'] ?? name));

/** Every surface of each. */
export const doors: readonly Door[] = operationsUnderTest.flatMap(doorsOf);

/** The same tests for each of them, of which there may be none. */
export function describeDoors(some: readonly Door[], tests: (door: Door) => void): void {
  for (const door of some) {
    describe(titleOf(door), () => {
      tests(door);
    });
  }
}
