import { normalizeVin } from '../../../domain/vehicles/vehicle.js';
import { Invalid } from '../../kernel/fields/field.js';
import { Parsed } from '../../kernel/fields/fields.js';
import type { Presence } from '../../kernel/fields/presence.js';

/** A VIN field. It must have 17 letters and digits, without I, O and Q. Blanks, hyphens and other signs are ignored. */
export function VinField(presence: Presence = { optional: true }): PropertyDecorator {
  const options = { max: 32, ...presence, description: '17 characters without I, O and Q.', example: '1HGCM82633A004352' };
  const toVin = (text: string): unknown => normalizeVin(text) ?? new Invalid('must be 17 letters and digits without I, O and Q');
  return Parsed(toVin, options, { schema: { type: 'string', maxLength: 32 } });
}
