import { parseInput, type Class, type ReadContext } from '../../application/fields/field.js';
import { ShopError } from '../../domain/shared/errors.js';

/** What a class of fields makes of a value: the input as a plain object, or the refusal's message. */
export function parsed(type: Class<object>, raw: Readonly<Record<string, unknown>>, source: ReadContext['source'] = 'json', currency = 'CAD'): unknown {
  try {
    return { ...parseInput(type, raw, { source, country: 'CA', currency }) };
  } catch (error) {
    if (error instanceof ShopError) return error.message;
    throw error;
  }
}

/** A class with one field, `field`. */
export function withField(decorator: PropertyDecorator): Class<object> {
  class OneField {}
  decorator(OneField.prototype, 'field');
  return OneField;
}
