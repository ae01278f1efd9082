import { getMetadataStorage, validateSync } from 'class-validator';
import { refuse, type Fault } from '../../../domain/shared/errors.js';
import type { Currency } from '../../../domain/shared/money.js';
import type { Country } from '../../../domain/shared/phone.js';
import { requireStorable } from './json-body.js';
import type { JsonSchema } from './json-schema.js';

/**
 * The context in which a field's value is read. The source `query` stands for a query or a CSV file, where every value is text.
 * There are two exceptions: an empty CSV cell is null, and a parameter that is given twice is a list.
 */
export interface ReadContext {
  readonly source: 'query' | 'json';
  /** true: a call of REST. A `PathId` field comes from the route's path; text that is not an id becomes an id that no record has. */
  readonly inPath?: boolean;
  /** the shop's country: the region of phone numbers without a country code */
  readonly country: Country;
  /** the shop's currency; it decides how many decimals an amount may have */
  readonly currency: Currency;
  /** true: a row of a restore; what was stored before stays, also where a rule forbids it now */
  readonly restore?: boolean;
}

const NO_OTHERS: readonly string[] = [];

/** A refused value. `problem` is the text after the field's name in a message; `others` are more problems of the same value. */
export class Invalid {
  constructor(
    readonly problem: string,
    readonly others: readonly string[] = NO_OTHERS,
  ) {}
}

/** A refused value with faults in its parts. The `field` of each is the path from the value to the part, such as `[1].body`. */
export class InvalidParts extends Invalid {
  constructor(readonly parts: readonly [Fault, ...Fault[]]) {
    super(parts[0].problem);
  }
}

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** true: only tools and capability endpoints require it */
  readonly optionalOnRest?: boolean | undefined;
  /**
   * `path`: REST reads the field from the route's parameters, never from the body. `header`: from the header of that name. `rest`:
   * from the query of a GET or from the body. The last two are of REST only.
   */
  readonly place: 'path' | 'input' | 'header' | 'rest';
  readonly header?: string | undefined;
  /**
   * Returns the converted value, `undefined` if the value counts as absent, or `Invalid` if it cannot be converted. A value that the
   * rules refuse may be returned as it was given.
   * @param whole the input as it was given, because a field may depend on another field
   */
  readonly read: (raw: unknown, context: ReadContext, whole: Values) => unknown;
  /** Converts a stored value to the value in an export. Without `write` the value is exported unchanged. */
  readonly write?: ((value: unknown, context: WriteContext) => unknown) | undefined;
  /** class-validator's decorators */
  readonly rules: readonly PropertyDecorator[];
  /** for an id: the tool that lists such ids */
  readonly listedBy?: string | undefined;
  /** for an id: the field that has it in that tool's answer; `id` by default */
  readonly listedAs?: string | undefined;
  /** the class of a list's entries, or of a view inside a view */
  readonly entry?: FieldsClass | undefined;
  readonly fromOutside?: FromOutside | undefined;
  /** true in a view: the name alone would mislead a reader */
  readonly explained?: boolean | undefined;
  /** true in a view: only a call that names it in `include` gets it */
  readonly included?: boolean | undefined;
  /** true in a view: other systems keep it in the record; what lists the fields of tools leaves it out */
  readonly ofOthers?: boolean | undefined;
  /** true in a view: the store sets it, also in the events that are stored with the record */
  readonly ofStored?: boolean | undefined;
}

/**
 * In a view: people outside the shop may have written this text. A function tells it from the JSON form of the record that has
 * the text.
 */
export type FromOutside = boolean | ((record: Values) => boolean);

/** The context in which a value is exported. With the source `query` (CSV), a list of texts becomes one text. */
export type WriteContext = Pick<ReadContext, 'source' | 'currency'>;

/** The given values by field name, including values that no field declares. */
export type Values = Readonly<Record<string, unknown>>;

export type Class<T> = new () => T;
/** A view or an input: any class whose properties carry field decorators. */
export type FieldsClass = abstract new (...args: never[]) => object;

const fields = new WeakMap<object, Field[]>();

/** The fields of an input or a view, in the order in which the class declares them, after the fields that it inherits. */
export function fieldsOf(type: FieldsClass): readonly Field[] {
  const own = fields.get(type);
  if (own) return own;
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' ? fieldsOf(parent as FieldsClass) : []; // safe: a class extends a class
}

/**
 * Declares a field with its conversion and its JSON Schema.
 * @param rules class-validator's decorators for the converted value. The first one that the value breaks gives the message. They do
 * not run for a field that is absent or null.
 */
export function field(spec: Omit<Field, 'name' | 'rules'>, rules: readonly PropertyDecorator[] = []): PropertyDecorator {
  return (target, key) => {
    // Safe: a class becomes a class of fields with its first field.
    const declared = fieldsOf(target.constructor as FieldsClass);
    fields.set(target.constructor, [...declared, { ...spec, rules, name: String(key) }]);
  };
}

/**
 * Returns the input with the converted values of its fields. The input has no property for an absent field.
 * @throws ValidationError with all wrong fields, in the order of declaration; or, if no field is wrong, when a JSON body has text
 * that cannot be stored
 */
export function parseInput<Input extends object>(type: Class<Input>, raw: Values, context: ReadContext): Input {
  const { input, faults } = readFields(type, raw, context);
  refuse(faults);
  // The fields are checked first, because their messages are more exact.
  if (context.source === 'json') requireStorable(raw, pathsOf(type));
  return input;
}

/**
 * Converts the fields of a class and checks them. An absent value sets no property of the input, and values that no field declares
 * are ignored.
 */
export function readFields<Input extends object>(type: Class<Input>, given: Values, context: ReadContext): Read<Input> {
  const { input, unread } = convertFields(type, given, context);
  return { input, faults: faultsIn(type, input, unread) };
}

export function convertFields<Input extends object>(type: Class<Input>, given: Values, context: ReadContext): Converted<Input> {
  const input = new type();
  const unread = new Map<string, Invalid>();
  for (const { name, read } of fieldsOf(type)) {
    const value = read(Object.hasOwn(given, name) ? given[name] : undefined, context, given);
    if (value instanceof Invalid) unread.set(name, value);
    else if (value !== undefined) (input as Record<string, unknown>)[name] = value; // safe: the property is a field of the class
  }
  return { input, unread };
}

interface Converted<Input> {
  readonly input: Input;
  /** the values that could not be converted, by field */
  readonly unread: ReadonlyMap<string, Invalid>;
}

export interface Read<Input> {
  readonly input: Input;
  /** in the order of declaration */
  readonly faults: readonly Fault[];
}

const NO_FAULTS: readonly Fault[] = [];

/** Checks an input by the rules of its class. @param unread the values that could not be converted */
export function faultsIn(type: FieldsClass, input: object, unread: ReadonlyMap<string, Invalid>): readonly Fault[] {
  const broken = isRuled(type) ? validateSync(input, CHECK) : [];
  if (broken.length === 0 && unread.size === 0) return NO_FAULTS;
  return fieldsOf(type).flatMap(({ name }) => {
    const invalid = unread.get(name);
    if (invalid) return faultsOf(name, invalid);
    const rules = broken.find(({ property }) => property === name)?.constraints ?? {};
    return Object.values(rules).map((problem) => ({ field: name, problem }));
  });
}

const CHECK = {
  forbidUnknownValues: true,
  stopAtFirstError: true,
  skipMissingProperties: true,
  validationError: { target: false, value: false },
};

const learned = new WeakMap<FieldsClass, boolean>();

/**
 * Tells whether a class has rules. class-validator learns those of its fields when the class is first read: each time it checks an
 * object, it looks through all classes that it knows, and a third of our classes are views, which nobody sends.
 */
export function isRuled(type: FieldsClass): boolean {
  const known = learned.get(type);
  if (known !== undefined) return known;
  const parent = Object.getPrototypeOf(type) as FieldsClass; // a class, or `Function.prototype`, which has no fields
  const inherited = fieldsOf(parent);
  if (inherited.length > 0) isRuled(parent);
  const own = fieldsOf(type).slice(inherited.length);
  for (const { name, rules } of own) for (const rule of rules) rule(type.prototype as object, name);
  const isOne = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
  learned.set(type, isOne);
  return isOne;
}

function faultsOf(field: string, invalid: Invalid): Fault[] {
  if (invalid instanceof InvalidParts) return invalid.parts.map(({ field: part, problem }) => ({ field: field + part, problem }));
  return [invalid.problem, ...invalid.others].map((one) => ({ field, problem: one }));
}

/**
 * The names of the `PathId` fields. `requireStorable` skips their values, because such a field refuses text that is not an id, or
 * replaces it with `NOBODY`.
 */
function pathsOf(type: FieldsClass): readonly string[] {
  return fieldsOf(type).flatMap(({ name, place }) => (place === 'path' ? [name] : []));
}
