import { randomUUID } from 'node:crypto';
import type { TestService, TestShop } from '../service.js';
import { insert } from './insert.js';

export interface JobRow {
  readonly id: string;
  readonly number: number;
  readonly customer_id: string;
}

let numbers = 0;

/** A scheduled job of a customer. */
export function aJob(service: TestService, shop: Pick<TestShop, 'id'>, customer: { readonly id: string }): Promise<JobRow> {
  numbers += 1;
  const row = { stage: 'scheduled', created_at: '2026-01-01T09:00:00.000Z', version: 1 };
  return insert(service, 'jobs', { shop_id: shop.id, id: randomUUID(), number: numbers, customer_id: customer.id, ...row });
}
