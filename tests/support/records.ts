import { testedAreas } from './areas.js';
import type { TestService, TestShop } from './service.js';
import type { TestedArea } from './tested-area.js';

/**
 * The ids of records of every kind, all of one shop and linked to each other. Each area declares its own in its file of
 * `tests/support/areas`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an area can add to an interface, but not to a type
export interface ShopRecords {}

/** Stores records of every area; for the tests of one area only those to which its own records can refer. */
export async function fillShop(service: TestService, shop: TestShop, area?: TestedArea): Promise<ShopRecords> {
  let records = {} as ShopRecords; // safe: an area only uses the records of the areas before it
  for (const { store } of area ? testedAreas.slice(0, testedAreas.indexOf(area)) : testedAreas)
    records = { ...records, ...(await store?.(service, shop, records)) };
  return records;
}
