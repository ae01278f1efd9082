import { Invalid } from '../../kernel/fields/field.js';
import { writtenNumber } from '../../kernel/fields/fields.js';
import { present, type Presence } from '../../kernel/fields/presence.js';

const PLAIN = /^\d{1,15}(?:\.\d{1,6})?$/;

/**
 * A field with the value of a deposit, kept as text. The deposit's type decides whether the text is an amount or a percentage.
 */
export function DepositField(presence: Presence): PropertyDecorator {
  return present({ type: 'number', minimum: 0 }, presence, (raw, context) => {
    const written = writtenNumber(raw, context);
    return PLAIN.test(written) ? written : new Invalid('must be a number that is not negative');
  });
}
