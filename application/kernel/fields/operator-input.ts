import { Expose, plainToInstance, Transform, type ClassTransformOptions, type TransformFnParams } from 'class-transformer';
import { IsBoolean } from 'class-validator';
import { faultsIn, fieldsOf, Invalid, type Class, type Read, type ReadContext, type Values } from './field.js';
import { present, type Presence } from './presence.js';

/** All values are texts. No field is a phone number or an amount, so the country and the currency are never used. */
const TYPED: ReadContext = { source: 'query', country: 'US', currency: 'USD' };

interface Conversion extends ClassTransformOptions {
  /** gets the values that cannot be converted */
  readonly unread: Map<string, Invalid>;
}

/**
 * Returns the function that reads what an operator wrote, such as settings, as a class of fields. class-transformer makes the
 * instance. An absent value keeps its default. Client input must not be read by this function: class-transformer walks over a whole
 * value before it converts it, and took 0.7 s for one with 25,000 keys.
 */
export function operatorReader<Input extends object>(type: Class<Input>): (given: Values) => Read<Input> {
  for (const { name, read } of fieldsOf(type)) {
    const converted = ({ obj, options }: TransformFnParams): unknown => {
      const { unread } = options as Conversion; // safe: the library passes on the options that it got below
      const given = obj as Values; // safe: it is the object that the function below got
      const value = read(Object.hasOwn(given, name) ? given[name] : undefined, TYPED, given);
      if (!(value instanceof Invalid)) return value;
      unread.set(name, value);
      return undefined;
    };
    Expose()(type.prototype as object, name);
    Transform(converted)(type.prototype as object, name);
  }
  return (given) => {
    const unread = new Map<string, Invalid>();
    const options: Conversion = { excludeExtraneousValues: true, exposeUnsetFields: false, unread };
    const input = plainToInstance(type, given, options);
    return { input, faults: faultsIn(type, input, unread) };
  };
}

const SPELLED: ReadonlyMap<unknown, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['0', false],
]);

/** Something that is on or off. */
export function Switch(options: Presence): PropertyDecorator {
  const rules = [IsBoolean({ message: `must be one of on, off, true, false, 1, 0, not "$value"` })];
  return present({ type: 'boolean' }, options, (raw) => SPELLED.get(raw) ?? raw, { rules });
}

/** A list of words with commas between them. */
export function Words(options: Presence): PropertyDecorator {
  return present({ type: 'array', items: { type: 'string' } }, options, (raw) => wordsIn(String(raw)));
}

export function wordsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
