import type { Service } from '../../../domain/services/service.js';
import {
  amount, flag, instant, integer, json, orNull, provenance, shopKey, table, text, uuidKey, type Provenance, type Stored,
} from '../tables/table.js';

type ServiceRow = Omit<Stored<Service>, 'currency'> & Provenance & { searchText: string; categoryKey: string | null };

export const serviceTable = table<ServiceRow>('services', {
  shopId: shopKey,
  id: uuidKey(),
  name: text(),
  description: orNull(text()),
  category: orNull(text()),
  pricingModel: text('pricing_model'),
  basePrice: orNull(amount('base_price')),
  durationMinutes: orNull(integer('duration_minutes')),
  cureTimeHours: orNull({ type: 'numeric', precision: 7, scale: 2, name: 'cure_time_hours' }),
  active: flag(),
  bookable: flag(),
  addon: flag(),
  taxExempt: flag('tax_exempt'),
  sku: orNull(text()),
  position: integer(),
  tiers: json(),
  depositType: text('deposit_type'),
  depositValue: orNull(amount('deposit_value')),
  imageUrl: orNull(text('image_url')),
  searchText: text('search_text'),
  categoryKey: orNull(text('category_key')),
  createdAt: instant('created_at'),
  ...provenance,
  version: integer(),
});
