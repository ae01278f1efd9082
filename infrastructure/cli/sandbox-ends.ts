import { PhoneNumbers } from '../../application/areas/phone-numbers/phone-numbers.js';
import type { Shop } from '../../domain/access/shop.js';
import { Conflict, ValidationError } from '../../domain/shared/errors.js';
import { normalizePhone, type E164 } from '../../domain/shared/phone.js';
import type { Use } from '../modules/use.js';

/** Reads a number that the operator gave as the option `name`. */
export function numberOf(name: string, text: string, { country }: Shop): E164 {
  const number = normalizePhone(text, country);
  if (!number) throw new ValidationError(name, 'is not a phone number');
  return number;
}

/** The line that the operator named, or the primary line. */
export async function lineOf(use: Use, shop: Shop, to: string | undefined): Promise<E164> {
  const { items: lines } = await use(PhoneNumbers).list(shop.id);
  const wanted = to === undefined ? lines[0]?.number : numberOf('to', to, shop);
  if (wanted === undefined) throw new Conflict('the shop has no line: add one with npx shop-ops number add');
  if (!lines.some(({ number }) => number === wanted)) throw new ValidationError('to', 'is not a line of this shop');
  return wanted;
}
