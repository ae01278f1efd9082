import type { OpenApiChecker } from './openapi-checker.js';
import { eventCatalogue } from './registry.js';
import type { TestService } from './service.js';

export interface Outcome {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

/** Reads the events about a record, oldest first. */
export function eventsOf({ sql }: Pick<TestService, 'sql'>, record: { readonly id: string }): Promise<Outcome[]> {
  return sql<Outcome>(`select type, data, created_at from outbox where data->>'id' = $1 order by created_at, id`, [record.id]);
}

/** Reads the causes of the events about a record, oldest first. */
export function causesOf(
  { sql }: Pick<TestService, 'sql'>,
  record: { readonly id: string },
): Promise<{ readonly type: string; readonly cause: object }[]> {
  return sql(`select type, cause from outbox where data->>'id' = $1 order by created_at, id`, [record.id]);
}

/**
 * Checks all events in the database against the document, in the form that subscribers get. Internal events are left out, because
 * they have no subscribers.
 */
export async function checkEvents({ sql }: Pick<TestService, 'sql'>, checker: OpenApiChecker): Promise<void> {
  const events = await sql<{ readonly type: string }>(
    'select number, id, type, created_at, shop_id, data, cause from outbox where type <> all($1)',
    [eventCatalogue.internal],
  );
  for (const event of events) checker.checkEvent(event);
}

export async function eventTypesOf(service: Pick<TestService, 'sql'>, record: { readonly id: string }): Promise<string[]> {
  return (await eventsOf(service, record)).map(({ type }) => type);
}
