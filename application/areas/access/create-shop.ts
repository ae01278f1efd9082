import { ALL_FEATURES, type Shop } from '../../../domain/access/shop.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { toCountry } from '../../../domain/shared/phone.js';
import { codePoints, hasLineBreak, isPrintable, normalizeText } from '../../../domain/shared/text.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Ids } from '../../kernel/ports/ids.js';
import type { Shops } from './shops.js';

export interface NewShop {
  readonly name: string;
  /** the IANA name of the time zone; UTC when absent */
  readonly timezone?: string | undefined;
  /** the ISO 3166-1 alpha-2 code; CA when absent */
  readonly country?: string | undefined;
  /** the ISO 4217 code; CAD when absent */
  readonly currency?: string | undefined;
}

/** A use case of the operator: creates a shop. @throws ValidationError naming the field whose value is refused */
export class CreateShop {
  constructor(
    private readonly shops: Shops,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute({ name, timezone = 'UTC', country = 'CA', currency = 'CAD' }: NewShop): Promise<Shop> {
    const shop: Shop = {
      id: this.ids.next(),
      name: shopName(name),
      timezone: knownTimezone(timezone),
      country: toCountry(country) ?? refuse('country', `${country} is not a known country (ISO 3166-1 alpha-2)`),
      currency: knownCurrency(currency),
      suspended: false,
      planLapsed: false,
      features: ALL_FEATURES,
      createdAt: this.clock.now(),
    };
    await this.shops.add(shop);
    return shop;
  }
}

export function shopName(given: string): string {
  const name = normalizeText(given);
  const acceptable = name !== '' && isPrintable(name) && !hasLineBreak(name) && codePoints(name) <= 200;
  return acceptable ? name : refuse('name', 'must be one line of 1 to 200 characters');
}

/**
 * The time zone in IANA's spelling. If `Intl` knows the zone by another name, the given text is kept as it is, because that name
 * may be outdated: Asia/Calcutta for Asia/Kolkata.
 */
export function knownTimezone(name: string): string {
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return known.toLowerCase() === name.toLowerCase() ? known : name;
  } catch {
    return refuse('timezone', `${name} is not a known IANA time zone`);
  }
}

function knownCurrency(code: string): string {
  return Intl.supportedValuesOf('currency').includes(code)
    ? code
    : refuse('currency', `${code} is not a known currency (ISO 4217)`);
}

function refuse(field: string, problem: string): never {
  throw new ValidationError(field, problem);
}
