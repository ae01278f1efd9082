import { BLOCK_SOURCES, type BlockSource } from '../../../domain/texting/may-text.js';

/**
 * The block of a customer's phone, as an import of customers knows it: the source of the stored block, or `none`. `block` and
 * `lift` are orders of the file, which are carried out when the customer is stored. `block` blocks a number that is not blocked,
 * in the name of the import. `lift` lifts only a block that an import set. Null: there is no phone, or its block is not known.
 */
export type TextingMark = BlockSource | 'none' | 'block' | 'lift' | null;

/** Returns the mark after a row. @param cell the row's `texting_blocked`; undefined: the column is absent */
export function markAfter(known: TextingMark, cell: boolean | null | undefined): TextingMark {
  if (cell === undefined) return known;
  if (cell === true) return isBlocked(known) ? known : 'block';
  return known === 'import' || known === 'block' || known === null ? 'lift' : known;
}

export function isBlocked(mark: TextingMark): boolean {
  return mark === 'block' || BLOCK_SOURCES.some((source) => source === mark);
}
