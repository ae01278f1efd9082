import { referencesOf, type AnyKind } from './import-kind.js';

/**
 * Returns the kinds in an order in which each kind comes after the kinds that it refers to. Otherwise the kinds keep their order.
 * @throws Error when kinds refer to each other in a circle
 */
export function inReferenceOrder(kinds: readonly AnyKind[]): AnyKind[] {
  const ordered: AnyKind[] = [];
  const waiting = [...kinds];
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      (kind) => !targetsOf(kind).some((target) => waiting.some((other) => other !== kind && makes(other, target))),
    );
    if (next === -1)
      throw new Error(`import kinds refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

function targetsOf(kind: AnyKind): AnyKind['record'][] {
  return referencesOf(kind).map(({ to }) => to);
}

function makes({ record, resolve: { partOf } }: AnyKind, target: AnyKind['record']): boolean {
  return record === target && !partOf;
}
