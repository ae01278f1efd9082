import type { AnyKind } from './import-kind.js';

/**
 * The same kinds, each after the kinds that make the records it refers to. Kinds that can keep their order do so.
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

function targetsOf({ references = [], changes }: AnyKind): AnyKind['record'][] {
  return [...references, ...(changes ? [changes] : [])].map(({ to }) => to);
}

function makes({ record, changes }: AnyKind, target: AnyKind['record']): boolean {
  return record === target && !changes;
}
