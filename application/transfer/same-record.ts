import type { ImportedRecord } from './import-kind.js';

type Values = Readonly<Record<string, unknown>>;

/** Tells whether two records of one kind have the same values. The order of their properties does not matter. */
export function isSameRecord(one: ImportedRecord, other: ImportedRecord): boolean {
  return isSame(one, other);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [mine, theirs] = [one as Values, other as Values]; // safe for lists too: the keys of a list are its positions
  const names = Object.keys(mine);
  return names.length === Object.keys(theirs).length && names.every((name) => isSame(mine[name], theirs[name]));
}
