import { parseInput, type Class, type ReadContext } from '../../application/kernel/fields/field.js';
import { ShopError } from '../../domain/shared/errors.js';

/** Reads an input with a class of fields. Returns the read values as a plain object, or the message of the refusal. */
export function parsed(
  type: Class<object>,
  raw: Readonly<Record<string, unknown>>,
  source: ReadContext['source'] = 'json',
  currency = 'CAD',
): unknown {
  try {
    return { ...parseInput(type, raw, { source, country: 'CA', currency }) };
  } catch (error) {
    if (error instanceof ShopError) return error.message;
    throw error;
  }
}

/** Returns a class with one field, which is named `field`. */
export function withField(decorator: PropertyDecorator): Class<object> {
  class OneField {}
  decorator(OneField.prototype, 'field');
  return OneField;
}
