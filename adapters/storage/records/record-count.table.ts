import { shopKey, table } from '../tables/table.js';

export const recordCountTable = table<{ shopId: string; list: string; bucket: string; slot: number; n: number }>(
  'record_counts',
  {
    shopId: shopKey,
    list: { type: 'text', primary: true },
    bucket: { type: 'text', primary: true, collation: 'C' },
    slot: { type: 'smallint', primary: true },
    n: { type: 'bigint' },
  },
);
