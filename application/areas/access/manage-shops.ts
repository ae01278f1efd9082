import { ALL_FEATURES, tellShop, type SetUpShop, type Shop, type ShopSettings } from '../../../domain/access/shop.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { toCountry } from '../../../domain/shared/phone.js';
import { codePoints, hasLineBreak, isName, isPrintable, normalizeText } from '../../../domain/shared/text.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import type { Outbox } from '../../kernel/events/outbox.js';
import type { Clock, Ids, UnitOfWork } from '../../kernel/ports/ports.js';
import { shopEvents } from './shop.view.js';
import type { SettingsOfShops, ShopChange, Shops } from './shops.js';

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
  const acceptable = isName(name) && isPrintable(name) && !hasLineBreak(name) && codePoints(name) <= 200;
  return acceptable ? name : refuse('name', 'must be one line of 1 to 200 characters, with a letter or a digit');
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

/** The new values of a shop, already parsed. An absent value is not changed. */
export interface WantedShop {
  readonly shop: ShopChange;
  readonly settings: Partial<ShopSettings>;
}

const BY_OPERATOR: Cause = { ...NO_CAUSE, operation: 'shop.set' };

/** Stores all given values of a shop, or none of them. Feature switches take effect on every instance within a second. */
export class SetShop {
  constructor(
    private readonly shops: Shops,
    private readonly settings: SettingsOfShops,
    private readonly unit: UnitOfWork,
    private readonly announcer: Announcer,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when there is no such shop */
  async execute(id: ShopId, wanted: WantedShop, cause = BY_OPERATOR): Promise<SetUpShop> {
    return this.unit.run(async () => {
      // The change locks the shop's row, so nobody else changes its settings meanwhile.
      const changed = await this.shops.change(id, wanted.shop);
      if (!changed) throw new NotFound('shop');
      const former = await this.settings.find(id);
      const settings = Object.keys(wanted.settings).length > 0 ? await this.settings.change(id, wanted.settings) : former;
      const [before, after] = [
        { shop: changed.before, settings: former },
        { shop: changed.shop, settings },
      ];
      const decision = tellShop(before, after, this.clock.now());
      if (decision.changed) await this.outbox.add(id, this.announcer.announce(shopEvents, before, decision, cause));
      return after;
    });
  }
}

/** The changes an operator can make to a shop's account. Suspension and a lapsed plan are independent of each other. */
export const STANDING_VERBS = ['suspend', 'resume', 'lapse', 'renew'] as const;
export type StandingVerb = (typeof STANDING_VERBS)[number];

const CHANGES: Readonly<Record<StandingVerb, ShopChange>> = {
  suspend: { suspended: true },
  resume: { suspended: false },
  lapse: { planLapsed: true },
  renew: { planLapsed: false },
};

/** Changes the standing of a shop. The change takes effect on every instance of the service within a second. */
export class ChangeShopStanding {
  constructor(private readonly shops: SetShop) {}

  /** @throws NotFound when there is no such shop */
  async execute(id: ShopId, verb: StandingVerb): Promise<Shop> {
    const wanted = { shop: CHANGES[verb], settings: {} };
    return (await this.shops.execute(id, wanted, { ...NO_CAUSE, operation: `shop.${verb}` })).shop;
  }
}
