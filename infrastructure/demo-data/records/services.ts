import { SERVICES } from '../../../application/areas/services/services.js';
import { VEHICLE_SIZES, type Service, type ServiceTier } from '../../../domain/services/service.js';
import type { Money } from '../../../domain/shared/money.js';
import type { DemoRecords } from '../demo-part.js';
import type { PartContext } from '../random/part-context.js';
import type { Random } from '../random/random.js';
import type { DemoShop } from '../shops/demo-shop.js';
import { MENU, type MenuItem } from '../shops/menu.js';
import { amountOf } from '../shops/money.js';

export type ServiceRow = Omit<Service, 'currency'>;

/** The minutes by which each vehicle size takes longer than the size before it. */
const LONGER_BY = 15;
const STEP = 10;

export const demoServices: DemoRecords<ServiceRow> = { name: 'services', record: SERVICES, per: 'shop', make: menuOf };

function menuOf(context: PartContext): ServiceRow[] {
  return MENU.map((item, index) => {
    const createdAt = context.workedTime(context.daysAgo(395 - index));
    return { id: context.id<'Service'>(createdAt), ...serviceOf(context.shop, item), position: (index + 1) * STEP, createdAt };
  });
}

function serviceOf(
  shop: DemoShop,
  { name, description, category, price, is = [], ...item }: MenuItem,
): Omit<ServiceRow, 'id' | 'position' | 'createdAt'> {
  const { language } = shop;
  const active = !is.includes('retired');
  return {
    name: name[language],
    description: description?.[language] ?? null,
    category: category?.[language] ?? null,
    pricingModel: price.model,
    basePrice: 'price' in price ? amountOf(shop, price.price) : null,
    durationMinutes: item.minutes ?? null,
    cureTimeHours: item.cureHours ?? null,
    active,
    bookable: active && !is.includes('desk'),
    addon: is.includes('addon'),
    taxExempt: is.includes('exempt'),
    sku: item.sku ?? null,
    tiers: 'prices' in price ? tiersOf(shop, price.prices, item.minutes) : [],
    ...depositOf(shop, item.deposit),
    imageUrl: item.image === undefined ? null : `https://images.example.com/services/${item.image}.jpg`,
  };
}

function tiersOf(shop: DemoShop, prices: readonly number[], minutes: number | undefined): ServiceTier[] {
  return VEHICLE_SIZES.flatMap((vehicleSize, index) => {
    const cents = prices[index];
    if (cents === undefined) return [];
    return [
      { vehicleSize, price: amountOf(shop, cents), durationMinutes: minutes === undefined ? null : minutes + index * LONGER_BY },
    ];
  });
}

function depositOf(shop: DemoShop, deposit: MenuItem['deposit']): Pick<Service, 'depositType' | 'depositValue'> {
  if (!deposit) return { depositType: 'none', depositValue: null };
  const [depositType, value] = deposit;
  return { depositType, depositValue: depositType === 'fixed' ? amountOf(shop, value) : value };
}

/** The amount of one sale of the service, before tax. */
export function saleOf({ pricingModel, basePrice, tiers }: ServiceRow, random: Random, shop: DemoShop): Money {
  if (pricingModel === 'tiered') return random.pick(tiers).price;
  if (pricingModel === 'custom') return amountOf(shop, random.integer(400, 4000) * 100);
  const units = { flat: 1, per_hour: random.integer(1, 8), per_sqft: random.integer(12, 90) }[pricingModel];
  return ((basePrice ?? 0) * units) as Money; // whole minor units
}
