import {
  getMetadataStorage,
  ValidationTypes,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import {
  convertFields,
  faultsIn,
  isRuled,
  type Class,
  type FieldsClass,
  type Read,
  type ReadContext,
  type Values,
} from './field.js';

/**
 * Reads a row of a file, like `readFields`. An import reads a million rows, and nearly all are right. `validateSync`, which makes
 * objects for each property and rule, costs 20 µs for a row of customers, half as much as all else that the service does for it. So
 * it runs for wrong rows only.
 */
export function readRow<Row extends object>(type: Class<Row>, given: Values, context: ReadContext): Read<Row> {
  const { input, unread } = convertFields(type, given, context);
  const isRight = unread.size === 0 && (!isRuled(type) || keepsRules(type, input));
  return { input, faults: isRight ? [] : faultsIn(type, input, unread) };
}

interface Rule {
  readonly checks: readonly ValidatorConstraintInterface[];
  readonly property: string;
  /** true: each entry of a list is checked */
  readonly each: boolean;
  readonly constraints: ValidationArguments['constraints'];
}

const rules = new WeakMap<FieldsClass, readonly Rule[] | null>();

/** The rules of a class as class-validator knows them; null: some are of a kind that only `validateSync` can check. */
function rulesOf(type: FieldsClass): readonly Rule[] | null {
  const known = rules.get(type);
  if (known !== undefined) return known;
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(type, '', false, false);
  const isPlain = all.every(({ type: kind, validateIf }) => kind === ValidationTypes.CUSTOM_VALIDATION && !validateIf);
  const read = all.map(({ propertyName, constraintCls, each, constraints }) => ({
    checks: storage.getTargetValidatorConstraints(constraintCls).map(({ instance }) => instance),
    property: propertyName,
    each,
    constraints,
  }));
  rules.set(type, isPlain ? read : null);
  return isPlain ? read : null;
}

function keepsRules(type: FieldsClass, row: object): boolean {
  const known = rulesOf(type);
  if (known === null) return false;
  for (const { checks, property, each, constraints } of known) {
    const value = (row as Values)[property];
    if (value === undefined || value === null) continue;
    const about = { value, constraints, property, object: row, targetName: type.name };
    const values: readonly unknown[] = each && Array.isArray(value) ? value : [value];
    for (const check of checks) if (!values.every((one) => check.validate(one, about) === true)) return false;
  }
  return true;
}
