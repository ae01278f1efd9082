import { Int } from '../kernel/fields/fields.js';
import type { Unique } from './import-kind.js';
import { cell } from './import-row.js';

/** The column with the number by which the shop knows a record. */
export function NumberColumn(): PropertyDecorator {
  return Int({ min: 1, ...cell, description: 'Default: the highest number plus 1. Each number is used once.', example: 1042 });
}

export function uniqueNumber(noun: string): Unique {
  return {
    column: 'number',
    property: 'number',
    taken: (holder) => `already belongs to another ${noun} (existing id: ${holder})`,
    isCounted: true,
  };
}
