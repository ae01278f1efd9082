import { ValidationError, type Fault } from '../../domain/shared/errors.js';
import { MoveRefused } from '../../domain/shared/transitions.js';
import type { Values } from '../kernel/fields/field.js';
import type { Reference } from './import-kind.js';
import type { ImportError } from './import-source.js';
import type { ParsedRow } from './parse-row.js';

/** Thrown when a row breaks a rule. */
export class RowRefused extends Error {
  constructor(readonly detail: Omit<ImportError, 'line'>) {
    super(detail.reason);
  }
}

/**
 * Returns the result of `work`. A `ValidationError` or a `MoveRefused` of `work` becomes a `RowRefused` with the row's column and
 * value.
 * @param references the kind's references. An error names a reference by its id column; if the row gives only the external id,
 * the refusal names the column of the external id
 */
export function refusing<T>(values: Values, prefix: string, work: () => T, references: readonly Reference[] = []): T {
  try {
    return work();
  } catch (error) {
    const fault = faultOf(error);
    throw fault ? rowRefused(fault, values, prefix, references) : error;
  }
}

function faultOf(error: unknown): Fault | null {
  if (error instanceof MoveRefused) return { field: error.field, problem: error.message };
  return error instanceof ValidationError ? error.faults[0] : null;
}

/** The refusal of a row for the value of one of its fields. @param prefix see `ParsedRow.prefix` */
export function rowRefused(
  { field, problem }: Fault,
  values: Values,
  prefix: string,
  references: readonly Reference[] = [],
): RowRefused {
  const { external = field } = references.find(({ column }) => column === field) ?? {};
  const column = isGiven(values[external]) && !isGiven(values[field]) ? external : field;
  return new RowRefused({ column: `${prefix}${column}`, value: shown(values[column]), reason: problem });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const LONGEST_SHOWN = 200;

/** A value in the form that an error shows, cut after `LONGEST_SHOWN` characters. */
export function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

/** The refusal of a row that may have the right form, for what it means. */
export function refusal({ prefix, given }: ParsedRow, column: string, reason: string): RowRefused {
  return new RowRefused({ column: `${prefix}${column}`, value: shown(given[column]), reason });
}

export function missing(parsed: ParsedRow, { column, external }: Reference): RowRefused {
  return refusal(parsed, column, `${column} or ${external} is required`);
}

export function unknownTarget(parsed: ParsedRow, { to, external }: Reference, column: string): RowRefused {
  return refusal(
    parsed,
    column,
    column === external ? `no ${to.noun} of this shop has this external id` : `is no ${to.noun} of this shop`,
  );
}
