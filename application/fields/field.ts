import { Expose, Transform, type ClassTransformOptions, type TransformFnParams } from 'class-transformer';
import { ValidateBy } from 'class-validator/cjs/decorator/common/ValidateBy.js';
import { refuse, type Fault } from '../../domain/shared/errors.js';
import type { Currency } from '../../domain/shared/money.js';
import type { Country } from '../../domain/shared/phone.js';
import type { JsonSchema } from './json-schema.js';
import { requireStorable } from './storable.js';

/**
 * The context in which a field's value is read. The source `query` stands for a query or a CSV file, where every value is text.
 * There are two exceptions: an empty CSV cell is null, and a parameter that is given twice is a list.
 */
export interface ReadContext {
  readonly source: 'query' | 'json';
  /** true: a `PathId` field comes from the route's path; text that is not an id then becomes an id that no record has */
  readonly inPath?: boolean;
  /** the shop's country: the region of phone numbers without a country code */
  readonly country: Country;
  /** the shop's currency; it decides how many decimals an amount may have */
  readonly currency: Currency;
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
  /** `path`: REST reads the field from the route's parameters, never from the body */
  readonly place: 'path' | 'input';
  /**
   * Returns the converted value, `undefined` if the value counts as absent, or `Invalid`.
   * @param whole the input as it was given, because a field may depend on another field
   */
  read(raw: unknown, context: ReadContext, whole: Values): unknown;
  /** Converts a stored value to the value in an export. Without `write` the value is exported unchanged. */
  readonly write?: ((value: unknown, context: WriteContext) => unknown) | undefined;
  /** for an id: the tool that lists such ids */
  readonly listedBy?: string | undefined;
  /** for an id: the field that has it in that tool's answer; `id` by default */
  readonly listedAs?: string | undefined;
  /** the class of a list's entries, or of a view inside a view */
  readonly entry?: FieldsClass | undefined;
  readonly fromOutside?: FromOutside | undefined;
  /** true in a view: the name alone would mislead a reader */
  readonly explained?: boolean | undefined;
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
 * Declares a field with its conversion, validation, message and JSON Schema. class-transformer and class-validator get the same
 * rules as `readFields`, so that they also work with a class of fields. These two libraries never get client input, because
 * class-transformer fails on a key named `constructor`, and its time grows with the square of the number of keys in refused
 * input.
 */
export function field(spec: Omit<Field, 'name'>): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    // Safe: a class becomes a class of fields with its first field.
    const declared = fieldsOf(target.constructor as FieldsClass);
    fields.set(target.constructor, [...declared, { ...spec, name }]);
    Expose()(target, key);
    // The field reads `obj`, the original input. The library also gives a `value`, but that is a copy.
    Transform(({ obj, options }: TransformFnParams) =>
      spec.read(ownValue(obj as object, name), contextOf(options), obj as Values),
    )(target, key);
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => !(value instanceof Invalid),
        defaultMessage: (args) => (args?.value instanceof Invalid ? args.value.problem : 'is invalid'),
      },
    })(target, name);
  };
}

/** The options for class-transformer when it makes an instance of a class of fields. */
export interface Conversion extends ClassTransformOptions {
  readonly context: ReadContext;
}

function contextOf(options: ClassTransformOptions): ReadContext {
  return (options as Conversion).context; // safe: the library passes its own options on
}

/**
 * Returns the input with the converted values of its fields. The input has no property for an absent field.
 * @throws ValidationError with all wrong fields, in the order of declaration; or, if no field is wrong, when a JSON body has text
 * that cannot be stored
 */
export function parseInput<Input extends object>(type: Class<Input>, raw: Values, context: ReadContext): Input {
  const input = new type();
  refuse(readFields(type, raw, context, input));
  // The fields are checked first, because their messages are more exact.
  if (context.source === 'json') requireStorable(raw, pathsOf(type));
  return input;
}

const NO_FAULTS: readonly Fault[] = [];

/**
 * Reads the fields of a class (an input, a list entry or an import row) into the object `into`. An absent value sets no property
 * of `into`, and values that no field declares are ignored.
 * @returns the faults, in the order of declaration
 */
export function readFields(type: FieldsClass, given: Values, context: ReadContext, into: object): readonly Fault[] {
  let faults = NO_FAULTS;
  for (const field of fieldsOf(type)) {
    const { name } = field;
    const value = field.read(ownValue(given, name), context, given);
    if (value instanceof Invalid) faults = [...faults, ...faultsOf(name, value)];
    else if (value !== undefined) (into as Record<string, unknown>)[name] = value; // safe: the property is a field of the class
  }
  return faults;
}

function faultsOf(field: string, invalid: Invalid): Fault[] {
  if (invalid instanceof InvalidParts) return invalid.parts.map(({ field: part, problem }) => ({ field: field + part, problem }));
  return [invalid.problem, ...invalid.others].map((one) => ({ field, problem: one }));
}

function ownValue(source: object, name: string): unknown {
  return Object.hasOwn(source, name) ? (source as Record<string, unknown>)[name] : undefined;
}

/**
 * The names of the `PathId` fields. `requireStorable` skips their values, because such a field refuses text that is not an id, or
 * replaces it with `NOBODY`.
 */
function pathsOf(type: FieldsClass): readonly string[] {
  return fieldsOf(type).flatMap(({ name, place }) => (place === 'path' ? [name] : []));
}
