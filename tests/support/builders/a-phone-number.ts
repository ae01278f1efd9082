import { randomUUID } from 'node:crypto';
import type { TestService, TestShop } from '../service.js';
import { insert } from './insert.js';

export interface PhoneNumberRow {
  readonly id: string;
  readonly number: string;
  readonly label: string | null;
  readonly is_primary: boolean;
  readonly is_sending: boolean;
  readonly sms: boolean;
  readonly voice: boolean;
  readonly status: string;
  readonly created_at: string;
}

let lines = 0;

/** Stores an active phone line that is not the shop's primary one. Each call uses a new number. */
export function aPhoneNumber(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  fields: Partial<PhoneNumberRow> = {},
): Promise<PhoneNumberRow> {
  lines += 1;
  const row = {
    shop_id: shop.id,
    id: randomUUID(),
    number: `+1613555${String(lines).padStart(4, '0')}`,
    label: null,
    is_primary: false,
    is_sending: true,
    sms: true,
    voice: true,
    status: 'active',
    created_at: '2026-01-01T09:00:00.000Z',
  };
  return insert(service, 'phone_numbers', { ...row, ...fields });
}
