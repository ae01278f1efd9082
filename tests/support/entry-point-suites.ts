import { areaOf } from '../../application/area.js';
import { operations } from '../../application/operations.js';
import { entryPointsOf, titleOf, type EntryPoint } from './entry-points.js';

const wanted = process.env['OPERATION'];

/** All operations, or those that OPERATION names: one, or an area's. This makes the suites over all operations quick. */
export const operationsUnderTest = operations.filter(({ name }) => wanted === undefined || [name, areaOf(name)].includes(wanted));

/** Every surface of each operation. */
export const entryPoints: readonly EntryPoint[] = operationsUnderTest.flatMap(entryPointsOf);

/** Repeats the tests for each entry point. The list may be empty. */
export function describeEntryPoints(some: readonly EntryPoint[], tests: (entryPoint: EntryPoint) => void): void {
  for (const entryPoint of some) {
    describe(titleOf(entryPoint), () => {
      tests(entryPoint);
    });
  }
}
