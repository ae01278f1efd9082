import type { Shop } from '../../../domain/access/shop.js';
import { flag, instant, json, table, text, uuidKey } from '../../storage/tables/table.js';

export const shopTable = table<Shop>('shops', {
  id: uuidKey(),
  name: text(),
  timezone: text(),
  country: text(),
  currency: text(),
  suspended: { ...flag(), default: false },
  planLapsed: { ...flag('plan_lapsed'), default: false },
  features: json(),
  createdAt: instant('created_at'),
});
