import { normalizeVin } from '../../domain/vehicles/vin.js';
import { Invalid } from '../fields/field.js';
import { readText } from '../fields/read-text.js';
import { present, type Presence } from '../fields/presence.js';

/** A VIN field. It must have 17 letters and digits, without I, O and Q. Blanks, hyphens and other signs are ignored. */
export function VinField(presence: Presence = { optional: true }): PropertyDecorator {
  const options = { max: 32, ...presence, description: '17 characters without I, O and Q.', example: '1HGCM82633A004352' };
  return present({ type: 'string', maxLength: 32 }, options, (raw) => {
    const text = readText(raw, options, 'vin');
    if (text instanceof Invalid) return text;
    return normalizeVin(text) ?? new Invalid('must be 17 letters and digits without I, O and Q');
  });
}
