import { areaOf } from '../../application/area.js';
import { operations } from '../../application/operations.js';
import { entryPointsOf, titleOf, type EntryPoint } from './entry-points.js';

const wanted = process.env['OPERATION']?.split(',');

/**
 * The operations under test: all, or only those that OPERATION names, so that the suites are quick. OPERATION is a list of
 * operations and areas, separated by commas.
 */
export const operationsUnderTest = operations.filter(
  ({ name }) => wanted === undefined || wanted.includes(name) || wanted.includes(areaOf(name)),
);

/** The entry points of these operations: one for each surface of each operation. */
export const entryPoints: readonly EntryPoint[] = operationsUnderTest.flatMap(entryPointsOf);

/** Repeats the tests for each entry point. The list may be empty, which `describe.each` would refuse. */
export function describeEntryPoints(some: readonly EntryPoint[], tests: (entryPoint: EntryPoint) => void): void {
  for (const entryPoint of some) {
    describe(titleOf(entryPoint), () => {
      tests(entryPoint);
    });
  }
}
