import { Expose, plainToInstance, Transform, type ClassTransformOptions } from 'class-transformer';
import { ValidateBy, validateSync, type ValidatorOptions } from 'class-validator';
import { ValidationError } from '../../domain/shared/errors.js';
import type { Currency } from '../../domain/shared/money.js';
import type { Country } from '../../domain/shared/phone.js';
import { isStorable } from '../../domain/shared/text.js';
import type { JsonSchema } from './json-schema.js';

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
}

export type Class<T> = new () => T;
/** A view or an input: any class whose properties carry field decorators. */
export type FieldsClass = abstract new (...args: never[]) => object;

const CONTEXT = Symbol('context');
type Source = Record<PropertyKey, unknown> & { [CONTEXT]: ReadContext };

const fields = new WeakMap<object, Field[]>();

/** The declared fields of an input or a view, in the order of declaration (the specification's). */
export function fieldsOf(type: FieldsClass): readonly Field[] {
  return fields.get(type) ?? [];
}

/** One decorator sets conversion (class-transformer), validation (class-validator), the message and the JSON Schema. */
export function field(spec: Omit<Field, 'name'>): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    const declared = fields.get(target.constructor) ?? [];
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
  if (context.source === 'json') refuseUnstorable(type, raw);
  return input;
}

function convert<Input extends object>(type: Class<Input>, raw: Readonly<Record<string, unknown>>, context: ReadContext): Input {
  const input = plainToInstance(type, { ...raw, [CONTEXT]: context }, CONVERSION);
  // Finding what is wrong costs as much as the conversion: it is asked for only where something is.
  if (!Object.values(input).some((value) => value instanceof Invalid)) return input;
  const [wrong] = validateSync(input, VALIDATION);
  if (wrong) throw new ValidationError(wrong.property, Object.values(wrong.constraints ?? {})[0] ?? 'is invalid');
  return input;
}

function ownValue(source: object, name: string): unknown {
  return Object.hasOwn(source, name) ? (source as Record<string, unknown>)[name] : undefined;
}

/** NUL and lone surrogates are refused in every body, also in the parts of it that are ignored. */
function refuseUnstorable(type: FieldsClass, raw: Readonly<Record<string, unknown>>): void {
  const paths = new Set(fieldsOf(type).flatMap(({ name, place }) => (place === 'path' ? [name] : [])));
  const body = Object.entries(raw).filter(([name]) => !paths.has(name));
  if (body.some(([name, value]) => !isStorable(name) || !isStorableThroughout(value))) {
    throw new ValidationError('body', 'must not contain NUL or half a surrogate pair');
  }
}

function isStorableThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableThroughout(inner));
}
