import type { Shop } from '../../../domain/access/shop.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { ShopChange, Shops } from './shops.js';

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
  constructor(private readonly shops: Shops) {}

  /** @throws NotFound when there is no such shop */
  async execute(id: ShopId, verb: StandingVerb): Promise<Shop> {
    const shop = await this.shops.change(id, CHANGES[verb]);
    if (!shop) throw new NotFound('shop');
    return shop;
  }
}
