import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { instantOf } from '../../../domain/shared/instant.js';

/** A line that can send and is not primary. Lines with a larger number are younger. */
export function aLine(n: number, fields: Partial<PhoneNumber> = {}): PhoneNumber {
  const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}` as PhoneNumber['id'];
  const number = `+1613555${String(n).padStart(4, '0')}` as PhoneNumber['number'];
  return {
    id,
    number,
    label: null,
    isPrimary: false,
    isSending: true,
    sms: true,
    voice: true,
    status: 'active',
    createdAt: instantOf(n * 1000),
    ...fields,
  };
}
