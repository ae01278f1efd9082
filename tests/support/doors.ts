import { areaOf } from '../../application/area.js';
import { operations } from '../../application/operations.js';
import { doorsOf, titleOf, type Door } from './surfaces.js';

const wanted = process.env['OPERATION'];

/** All operations, or those that OPERATION names: one, or an area's. The suites over all are quick while those are written. */
export const operationsUnderTest = operations.filter(({ name }) => wanted === undefined || [name, areaOf(name)].includes(wanted));

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
