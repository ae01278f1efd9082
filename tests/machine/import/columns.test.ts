import { storages } from '../../../adapters/areas/storages.js';
import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { Text } from '../../../application/kernel/fields/fields.js';
import { referencesOf, type AnyKind, type RowContext } from '../../../application/transfer/import-kind.js';
import { propertyOf } from '../../../application/transfer/import-row.js';
import type { Shop } from '../../../domain/access/shop.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { kindNamed } from '../../support/importing.js';
import { IMPORT_KINDS } from '../../support/registry.js';

const CONTEXT: RowContext = {
  shop: { id: 'shop', country: 'CA', currency: 'CAD', timezone: 'UTC' } as unknown as Shop, // safe: `write` reads only these
  now: 0 as unknown as Instant, // safe: the value does not matter
  isNew: true,
  restore: true,
  publicUrl: null,
  newId: () => 'id' as never, // safe: the value does not matter
  found: {},
  latest: () => null,
};
const PROVENANCE = ['id', 'external_id', 'origin'];

const stored = new Map(storages.flatMap(({ kinds }) => kinds));

/**
 * Returns the properties that a row of the kind can set: those that are stored. For a kind of parts, such as service tiers, these
 * are the properties of a part.
 */
function propertiesOf(kind: AnyKind): ReadonlySet<string | undefined> {
  const { partOf } = kind.resolve;
  if (!partOf) {
    const { table, beside } = stored.get(kind.record) ?? {};
    return new Set([...(table?.columns.keys() ?? []), ...(beside ?? []).map(({ property }) => property)]);
  }
  const whole = { ...kindNamed(kind.record.name).blank, pricingModel: 'tiered' } as never; // safe: `write` reads only these
  const row = { vehicle_size: 'suv', price: 1, duration_minutes: 1 } as never; // safe: a row of the only kind that has parts
  const written = kind.write?.(whole, whole, row, CONTEXT) ?? whole;
  return new Set(partOf.parts(written).flatMap((part) => Object.keys(part)));
}

/** Returns the columns that an import accepts but does not use. */
function forgotten(kind: AnyKind): string[] {
  const { row, nested, shown = {} } = kind;
  const named = referencesOf(kind).flatMap(({ column, external }) => [column, external]);
  const elsewhere = new Set([...PROVENANCE, ...named, ...Object.keys(shown), nested?.column]);
  const properties = propertiesOf(kind);
  return fieldsOf(row)
    .map(({ name }) => name)
    .filter((name) => !elsewhere.has(name) && !properties.has(propertyOf(name)));
}

it.each(IMPORT_KINDS.map(({ name }) => name))('every column of %s sets a property', (name) => {
  expect(forgotten(kindNamed(name))).toEqual([]);
});

it.each(IMPORT_KINDS.map(({ name }) => name))('a column of %s that sets no property of the record is detected', (name) => {
  const kind = kindNamed(name);
  class WithMore extends kind.row {
    made_up?: string | null;
  }
  Text({ max: 9, change: true, nullable: true })(WithMore.prototype, 'made_up');
  expect(forgotten({ ...kind, row: WithMore })).toEqual(['made_up']);
});
