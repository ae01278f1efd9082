import type { Condition, Operand } from '../../../domain/automations/condition.js';
import { parseInstant } from '../../../domain/shared/instant.js';
import type { FieldType } from './field-types.js';

/** A condition that may hold; or the part of it that is wrong, and why. A null problem: the data has no such field. */
type Judged = { readonly condition: Condition } | { readonly part: 'field' | 'is' | 'value'; readonly problem: string | null };

/** Judges whether a condition can hold for a field of this type. Times in the condition get the form of times in data. */
export function comparable(condition: Condition, type: FieldType | null): Judged {
  const { is, value } = condition;
  if (type === null) return { part: 'field', problem: null };
  if (is === 'exists') return typeof value === 'boolean' ? { condition } : wrongValue('must be true or false');
  if (type.is === 'record' || type.is === 'records') {
    return { part: 'is', problem: 'must be exists, because the field is a record' };
  }
  switch (is) {
    case 'contains':
      return containing(condition, type);
    case 'lt':
    case 'gt':
      if (type.is === 'number' || type.is === 'time') return withValue(condition, type);
      return { part: 'is', problem: `must not be ${is}, because the field is neither a number nor a time` };
    case 'eq':
    case 'ne':
    case 'in':
      if (type.is !== 'list') return withValue(condition, type);
      return { part: 'is', problem: 'must be contains or exists, because the field is a list' };
  }
}

function containing(condition: Condition, type: FieldType): Judged {
  if (type.is === 'list') return withValue(condition, type.of);
  if (type.is === 'text') return withValue(condition, { is: 'text', values: null });
  return { part: 'is', problem: 'must not be contains, because the field is neither a text nor a list' };
}

/** Judges the value of a condition; with `in` it is a list, of which each entry must fit. */
function withValue(condition: Condition, type: FieldType): Judged {
  const { is, value } = condition;
  if (!isList(value)) {
    if (is === 'in') return wrongValue('must be a list');
    const operand = operandFor(type, value);
    return operand === null ? wrongValue(wanted(type)) : { condition: { ...condition, value: operand } };
  }
  if (is !== 'in') return wrongValue('must be one value, not a list');
  const operands = value.flatMap((one) => operandFor(type, one) ?? []);
  return operands.length < value.length ? wrongValue(`each ${wanted(type)}`) : { condition: { ...condition, value: operands } };
}

/** The value in the form in which data has such values; null: no field of this type can equal it. */
function operandFor(type: FieldType, value: Operand): Operand | null {
  switch (type.is) {
    case 'text':
      return typeof value === 'string' && type.values?.includes(value) !== false ? value : null;
    case 'time':
      return typeof value === 'string' ? parseInstant(value) : null;
    default:
      return typeof value === type.is ? value : null;
  }
}

function wanted(type: FieldType): string {
  if (type.is === 'time') return 'must be an RFC 3339 date-time with Z or an offset, because the field is a time';
  if (type.is === 'text' && type.values) return `must be one of ${type.values.join(', ')}`;
  return `must be a ${type.is}, because the field is one`;
}

function wrongValue(problem: string): Judged {
  return { part: 'value', problem };
}

function isList(value: Condition['value']): value is readonly Operand[] {
  return Array.isArray(value);
}
