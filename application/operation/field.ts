import { Expose, plainToInstance, Transform, type ClassTransformOptions } from 'class-transformer';
import { ValidateBy, validateSync, type ValidatorOptions } from 'class-validator';
import { ValidationError } from '../../domain/shared/errors.js';
import type { Currency } from '../../domain/shared/money.js';
import type { Country } from '../../domain/shared/phone.js';
import type { JsonSchema } from './json-schema.js';
import { requireStorable } from './storable.js';

/** What a field's reader may need to know beside the value. In a query every value is text. */
export interface ReadContext {
  readonly source: 'query' | 'json';
  /** the input of a read: an empty text is a value there, also in JSON (`assigned_to: ""` is nobody's) */
  readonly filters?: boolean;
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
  /** `path`: comes from the route's parameters, never from the body. */
  readonly place: 'path' | 'input';
  /**
   * The converted value, `undefined` for one that counts as absent, or `Invalid`.
   * @param whole the input as it was given, for a field whose meaning hangs on another
   */
  read(raw: unknown, context: ReadContext, whole: Readonly<Record<string, unknown>>): unknown;
  /** The other way: the value as an export has it. Without it a value is written as it is. */
  readonly write?: ((value: unknown, context: WriteContext) => unknown) | undefined;
  /** of a list: what its entries' fields are */
  readonly entry?: FieldsClass | undefined;
}

/** `query`: every value becomes text. */
export type WriteContext = Pick<ReadContext, 'source' | 'currency'>;

export type Class<T> = new () => T;
/** A view or an input: any class whose properties carry field decorators. */
export type FieldsClass = abstract new (...args: never[]) => object;

const CONTEXT = Symbol('context');
type Source = Record<PropertyKey, unknown> & { [CONTEXT]: ReadContext };

const fields = new WeakMap<object, Field[]>();

/** The declared fields of an input or a view, in the order of declaration (the specification's); a class it extends comes first. */
export function fieldsOf(type: FieldsClass): readonly Field[] {
  const own = fields.get(type);
  if (own) return own;
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' ? fieldsOf(parent as FieldsClass) : []; // what a class extends is a class
}

/** One decorator sets conversion (class-transformer), validation (class-validator), the message and the JSON Schema. */
export function field(spec: Omit<Field, 'name'>): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    // Every constructor is a class of fields once it has one.
    const declared = fieldsOf(target.constructor as FieldsClass);
    fields.set(target.constructor, [...declared, { ...spec, name }]);
    Expose()(target, key);
    // `obj` is the source as it was given: `value` has already been copied by the library.
    Transform(({ obj }: { obj: Source }) => spec.read(ownValue(obj, name), obj[CONTEXT], obj))(target, key);
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => !(value instanceof Invalid),
        defaultMessage: (args) => (args?.value instanceof Invalid ? args.value.problem : 'is invalid'),
      },
    })(target, name);
  };
}

const CONVERSION: ClassTransformOptions = { excludeExtraneousValues: true, exposeUnsetFields: false };
const VALIDATION: ValidatorOptions = {
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
};

/**
 * The typed input; an absent field is no property of it.
 * @throws ValidationError naming the first wrong field in the order of declaration
 */
export function parseInput<Input extends object>(
  type: Class<Input>,
  raw: Readonly<Record<string, unknown>>,
  context: ReadContext,
): Input {
  const input = fieldsOf(type).length === 0 ? new type() : convert(type, raw, context);
  // After the fields, which say more exactly what is wrong with theirs.
  if (context.source === 'json') requireStorable(bodyOf(type, raw));
  return input;
}

/** The readers are asked one by one; the libraries walk over the input again only where one of them refused. */
function convert<Input extends object>(type: Class<Input>, raw: Readonly<Record<string, unknown>>, context: ReadContext): Input {
  const input = new type();
  for (const field of fieldsOf(type)) {
    const { name } = field;
    const value = field.read(ownValue(raw, name), context, raw);
    if (value instanceof Invalid) throw refusal(type, raw, context);
    if (value !== undefined) (input as Record<string, unknown>)[name] = value; // a field of this class, by its name
  }
  return input;
}

function refusal<Input extends object>(type: Class<Input>, raw: Readonly<Record<string, unknown>>, context: ReadContext): ValidationError {
  const input = plainToInstance(type, { ...raw, [CONTEXT]: context }, CONVERSION);
  const [wrong] = validateSync(input, VALIDATION);
  return new ValidationError(wrong?.property ?? 'body', Object.values(wrong?.constraints ?? {})[0] ?? 'is invalid');
}

function ownValue(source: object, name: string): unknown {
  return Object.hasOwn(source, name) ? (source as Record<string, unknown>)[name] : undefined;
}

/** Without what came from the path: an id that no text can be is nobody's. */
function bodyOf(type: FieldsClass, raw: Readonly<Record<string, unknown>>): object {
  const paths = new Set(fieldsOf(type).flatMap(({ name, place }) => (place === 'path' ? [name] : [])));
  return paths.size === 0 ? raw : Object.fromEntries(Object.entries(raw).filter(([name]) => !paths.has(name)));
}
