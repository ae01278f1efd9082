import { areaOf } from '../../application/area.js';
import { operations } from '../../application/operations.js';
import { entryPointsOf, titleOf, type EntryPoint } from './entry-points.js';

const wanted = process.env['OPERATION'];

/** All operations, or those that OPERATION names: one, or an area's. The suites over all are quick while those are written. */
export const operationsUnderTest = operations.filter(({ name }) => wanted === undefined || [name, areaOf(name)].includes(wanted));

/** Every surface of each. */
export const entryPoints: readonly EntryPoint[] = operationsUnderTest.flatMap(entryPointsOf);

/** The same tests for each of them, of which there may be none. */
export function describeEntryPoints(some: readonly EntryPoint[], tests: (entryPoint: EntryPoint) => void): void {
  for (const entryPoint of some) {
    describe(titleOf(entryPoint), () => {
      tests(entryPoint);
    });
  }
}
