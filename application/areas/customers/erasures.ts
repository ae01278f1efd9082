import type { ErasedCustomer } from '../../../domain/customers/customer.js';
import type { CustomerId, MediaFileId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Announcement } from '../../kernel/events/announcer.js';
import type { EventCatalogue } from '../../kernel/events/event-catalogue.js';
import { fieldsOf, type FieldsClass } from '../../kernel/fields/field.js';
import type { JsonSchema } from '../../kernel/fields/json-schema.js';

/** The numbers of rows of each table, and of files, that an erasure has emptied or deleted. */
export interface Erased {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/** Returns the announcements of an erasure, which are stored together with it. */
export type TellErasure = (erased: ErasedCustomer) => readonly Announcement[];

/** Empties everything that the database holds about a person. */
export abstract class Erasures {
  /** The scheduled messages to the person that still wait. Null: the shop has no such customer. */
  abstract waiting(shop: ShopId, customer: CustomerId): Promise<readonly ScheduledMessageId[] | null>;
  /**
   * Empties the rows about a customer of the shop, all or none. Ids, times and money stay. `removeFile` deletes the content of a
   * recording or an attachment. It is called before the row that points at the file is deleted, so a run after a crash finds the
   * files that are left. Null: the shop has no such customer.
   */
  abstract erase(
    shop: ShopId,
    customer: CustomerId,
    removeFile: (file: MediaFileId) => Promise<void>,
    tell: TellErasure,
  ): Promise<Erased | null>;
}

type Data = Readonly<Record<string, unknown>>;

/** Stands in the place of a text that must not be null. */
export const ERASED = '—';

/**
 * Returns the `data` of an event without what it says about a person: ids, times, numbers, flags and words of closed lists stay,
 * all other texts go, so the event still fits the schema of its kind. Of a kind that is not known any more, only the `id` stays.
 */
export function emptiedData(catalogue: EventCatalogue, kind: string, data: Data): Data {
  const entry = catalogue.entryOf(kind);
  if (!entry) return 'id' in data ? { id: data['id'] } : {};
  const record = propertiesOf(entry.view);
  const known = { ...record, ...(entry.details && propertiesOf(entry.details)), previous: { properties: record } };
  return emptiedObject(data, known);
}

function propertiesOf(view: FieldsClass): Record<string, JsonSchema> {
  return Object.fromEntries(fieldsOf(view).map(({ name, schema }) => [name, schema]));
}

function emptiedObject(value: Data, properties: Readonly<Record<string, JsonSchema>>): Data {
  const kept = Object.entries(value).flatMap(([field, one]) => {
    const schema = properties[field];
    return schema ? [[field, emptied(one, schema)] as const] : [];
  });
  return Object.fromEntries(kept);
}

function emptied(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'string') return isFact(schema) ? value : isNullable(schema) ? null : ERASED;
  if (Array.isArray(value)) return schema.items && isFact(schema.items) ? value : [];
  if (typeof value !== 'object' || value === null) return value;
  const { properties } = schema.properties ? schema : (schema.anyOf?.find((one) => one.properties) ?? {});
  return emptiedObject(value as Data, properties ?? {}); // safe: every object can be read like this
}

function isFact({ enum: words, format }: JsonSchema): boolean {
  return words !== undefined || format === 'uuid' || format === 'date-time';
}

function isNullable({ type }: JsonSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}
