import { readFile } from 'node:fs/promises';
import type { TestService, TestShop } from './service.js';

/**
 * Returns a CSV of customers. Each row creates a customer, changes one, tries to take over the e-mail address of another
 * customer, or is wrong.
 */
export function customerLines(count: number): string {
  const row = (index: number): string => {
    if (index % 23 === 5) return `C-${index},No phone,,12`;
    if (index % 29 === 7) return `C-${index},"stray`;
    if (index % 11 === 3) return `C-${index - 2},Changed ${index},moved.${index}@example.com,`;
    if (index % 13 === 4) return `C-${index},Takes over,c${index - 3}@example.com,`;
    if (index % 31 === 0) return `,Nameless elsewhere,,613555${String(index).padStart(4, '0')}`;
    return `C-${index},Name ${index},c${index}@example.com,`;
  };
  return `external_id,name,email,phone\n${Array.from({ length: count }, (_, index) => row(index + 1)).join('\n')}\n`;
}

interface StoredCustomers {
  readonly rows: readonly object[];
  readonly counted: readonly unknown[];
}

/** Returns the customers of a shop, and the sum of the shop's stored counts. */
export async function storedCustomers(service: Pick<TestService, 'sql'>, shop: Pick<TestShop, 'id'>): Promise<StoredCustomers> {
  return {
    rows: await service.sql<object>(
      `select name, email, phone, external_id, origin, version, search_text, created_at from customers where shop_id = $1 order by external_id, email`,
      [shop.id],
    ),
    counted: await service.sql('select sum(n)::int as n from record_counts where shop_id = $1', [shop.id]),
  };
}

/** Returns the text of an error file without the ids of existing records, because each shop has other ids. */
export async function errorsIn(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replace(/existing id: [0-9a-f-]{36}/g, 'existing id');
}
