import { Expose, Transform, type ClassTransformOptions, type TransformFnParams } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { refuse, type Fault } from '../../domain/shared/errors.js';
import type { Currency } from '../../domain/shared/money.js';
import type { Country } from '../../domain/shared/phone.js';
import type { JsonSchema } from './json-schema.js';
import { requireStorable } from './storable.js';

/** What a field's reader may need to know beside the value. In a query every value is text. */
export interface ReadContext {
  readonly source: 'query' | 'json';
  /** a record's id comes from a route's path, where one that is no id is nobody's */
  readonly inPath?: boolean;
  /** the shop's country: the region of phone numbers without a country code */
  readonly country: Country;
  /** the shop's currency, in whose decimals amounts are read */
  readonly currency: Currency;
}

/** Why a value was refused, in words that follow the field's name. */
export class Invalid {
  constructor(readonly problem: string) {}
}

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** `path`: on REST it comes from the route's parameters, never from the body. */
  readonly place: 'path' | 'input';
  /**
   * The converted value, `undefined` for one that counts as absent, or `Invalid`.
   * @param whole the input as it was given, for a field whose meaning hangs on another
   */
  read(raw: unknown, context: ReadContext, whole: Values): unknown;
  /** The other way: the value as an export has it. Without it a value is written as it is. */
  readonly write?: ((value: unknown, context: WriteContext) => unknown) | undefined;
  /** of an id: the tool that lists such ids */
  readonly listedBy?: string | undefined;
  /** of a list: what its entries' fields are; of a view inside a view: what that has */
  readonly entry?: FieldsClass | undefined;
  /** of a view: a text that people outside the shop may have written */
  readonly fromOutside?: boolean | undefined;
}

/** `query`: every value becomes text. */
export type WriteContext = Pick<ReadContext, 'source' | 'currency'>;

/** What was given for the fields of a class, and whatever else was given with it. */
export type Values = Readonly<Record<string, unknown>>;

export type Class<T> = new () => T;
/** A view or an input: any class whose properties carry field decorators. */
export type FieldsClass = abstract new (...args: never[]) => object;

const fields = new WeakMap<object, Field[]>();

/** The declared fields of an input or a view, in the order of declaration (the specification's); a class it extends comes first. */
export function fieldsOf(type: FieldsClass): readonly Field[] {
  const own = fields.get(type);
  if (own) return own;
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' ? fieldsOf(parent as FieldsClass) : []; // what a class extends is a class
}

/**
 * One decorator sets conversion, validation, the message and the JSON Schema. Both libraries are told the same as `readFields`
 * knows, so that a class of fields is theirs too. No client's input is given to them: class-transformer's walk over what was
 * refused takes a time that grows with the square of its keys, and fails on a key named `constructor`.
 */
export function field(spec: Omit<Field, 'name'>): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    // Every constructor is a class of fields once it has one.
    const declared = fieldsOf(target.constructor as FieldsClass);
    fields.set(target.constructor, [...declared, { ...spec, name }]);
    Expose()(target, key);
    // `obj` is the source as it was given: `value` has already been copied by the library.
    Transform(({ obj, options }: TransformFnParams) => spec.read(ownValue(obj as object, name), contextOf(options), obj as Values))(target, key);
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => !(value instanceof Invalid),
        defaultMessage: (args) => (args?.value instanceof Invalid ? args.value.problem : 'is invalid'),
      },
    })(target, name);
  };
}

/** What class-transformer is called with to make a class of fields. */
export interface Conversion extends ClassTransformOptions {
  readonly context: ReadContext;
}

function contextOf(options: ClassTransformOptions): ReadContext {
  return (options as Conversion).context; // the library hands over what it was called with
}

/**
 * The typed input; an absent field is no property of it.
 * @throws ValidationError of all wrong fields, in the order of declaration
 */
export function parseInput<Input extends object>(type: Class<Input>, raw: Values, context: ReadContext): Input {
  const input = new type();
  refuse(readFields(type, raw, context, input));
  // After the fields, which say more exactly what is wrong with theirs.
  if (context.source === 'json') requireStorable(raw, pathsOf(type));
  return input;
}

const NO_FAULTS: readonly Fault[] = [];

/**
 * The one loop that reads fields: of an input, of a list's entries, of rows by the million. What is absent becomes no
 * property of `into`, and what was not declared isn't looked at.
 * @returns what was refused, in the order of declaration
 */
export function readFields(type: FieldsClass, given: Values, context: ReadContext, into: object): readonly Fault[] {
  let faults = NO_FAULTS;
  for (const field of fieldsOf(type)) {
    const { name } = field;
    const value = field.read(ownValue(given, name), context, given);
    if (value instanceof Invalid) faults = [...faults, { field: name, problem: value.problem }];
    else if (value !== undefined) (into as Record<string, unknown>)[name] = value; // a field of its class, by its name
  }
  return faults;
}

function ownValue(source: object, name: string): unknown {
  return Object.hasOwn(source, name) ? (source as Record<string, unknown>)[name] : undefined;
}

/** What came from the path: an id that no text can be is nobody's. */
function pathsOf(type: FieldsClass): readonly string[] {
  return fieldsOf(type).flatMap(({ name, place }) => (place === 'path' ? [name] : []));
}
