import { areaOf } from '../../application/kernel/area.js';
import type { Operation } from '../../application/kernel/operation/operation.js';
import { entryPointsOf, titleOf, type EntryPoint } from './entry-points.js';
import { operations } from './registry.js';

const wanted = process.env['OPERATION']?.split(',');

/**
 * The operations under test: all, or only those that OPERATION names, so that the suites are quick. OPERATION is a list of
 * operations and areas, separated by commas. A name that is misspelt would test nothing, so it fails every suite.
 */
export const operationsUnderTest = operations.filter(
  (operation) => wanted === undefined || wanted.some((name) => isNamed(operation, name)),
);

const misspelt = wanted?.filter((name) => !operations.some((operation) => isNamed(operation, name))) ?? [];
if (misspelt.length > 0) throw new Error(`no operation or area is named ${misspelt.join(' or ')} (OPERATION)`);

function isNamed({ name }: Operation, wantedName: string): boolean {
  return name === wantedName || areaOf(name) === wantedName;
}

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
