import type { TestService } from './service.js';

export interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

/** What was announced about a record, oldest first. */
export function eventsOf({ sql }: Pick<TestService, 'sql'>, record: { readonly id: string }): Promise<Told[]> {
  return sql<Told>(`select type, data, created_at from outbox where data->>'id' = $1 order by created_at, id`, [record.id]);
}

export async function eventTypesOf(service: Pick<TestService, 'sql'>, record: { readonly id: string }): Promise<string[]> {
  return (await eventsOf(service, record)).map(({ type }) => type);
}
