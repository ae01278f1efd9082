import { Invalid } from '../operation/field.js';
import { present, type Presence } from '../operation/presence.js';

const PLAIN = /^\d{1,15}(?:\.\d{1,6})?$/;

/** A deposit as it is written: only with its type it is an amount or a percentage. */
export function DepositField(presence: Presence): PropertyDecorator {
  return present({ type: 'number', minimum: 0 }, presence, (raw, { source }) => {
    const written = source === 'json' && typeof raw === 'number' ? String(raw) : source === 'query' && typeof raw === 'string' ? raw.trim() : '';
    return PLAIN.test(written) ? written : new Invalid('must be a number that is not negative');
  });
}
