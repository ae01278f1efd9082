import type { ClientBase } from 'pg';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { NumberDigests } from '../../../application/kernel/ports/ports.js';
import type { CustomerId, MediaFileId, ShopId } from '../../../domain/shared/id.js';
import type { Parameter } from '../statement.js';
import { columnOf, hasErasureTime, noteChange, quoted, type Table } from '../tables/table.js';

/** The person who is erased, as far as it is found out before anything is emptied. */
export interface FoundPerson {
  readonly shop: ShopId;
  readonly customer: CustomerId;
  /** the phone numbers that are this person's alone */
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
  /** The ids of the rows of a table that are about the person. The eraser must name the table in `after`. */
  readonly rowsOf: (table: Table) => readonly string[];
  /** SQL that ends the statements which find rows: who only reads them locks none */
  readonly lock: 'for update' | '';
}

/** Returns the SQL condition on the row `t`: it is about the person. */
export type AboutPerson = (person: FoundPerson, parameter: Parameter) => string;

/** A table with rows about persons. */
export interface PersonalTable {
  readonly table: Table;
  readonly about: AboutPerson;
}

/** One erasure, in its transaction. */
export interface Erasing {
  readonly client: ClientBase;
  readonly person: FoundPerson;
  /** tells whether a text has an id, a number or an address of the person */
  readonly mentions: Mentions;
  readonly digests: NumberDigests;
  readonly catalogue: EventCatalogue;
  /** the ids of the events about the person */
  readonly events: string[];
  readonly removeFile: (file: MediaFileId) => Promise<void>;
}

/** Finds and empties the rows of one table that are about a person. */
export interface Eraser {
  readonly table: Table;
  /** the tables whose rows must be found before */
  readonly after: readonly Table[];
  /** which rows a copy for the person has; undefined: none, because others say the same */
  readonly about?: AboutPerson | undefined;
  /** Finds the ids of the rows about the person. It runs before anything is emptied. */
  find(client: ClientBase, person: FoundPerson): Promise<readonly string[]>;
  /** Empties the rows. @returns their number */
  erase(erasing: Erasing, ids: readonly string[]): Promise<number>;
}

interface Rows extends PersonalTable {
  readonly after?: readonly Table[];
}

/** @param to for each property that is emptied: the SQL of its new value; `t` is the row */
export function emptied(rows: Rows & { readonly to: Readonly<Record<string, string>> }): Eraser {
  return erasedBy(rows, emptySql(rows.table, rows.to));
}

/** Empties rows. `$1` shop, `$2` ids. @param to for each property that is emptied: the SQL of its new value; `t` is the row */
export function emptySql(table: Table, to: Readonly<Record<string, string>>): string {
  const sets = Object.entries(to).map(([property, value]) => `${quoted(columnOf(table, property))} = ${value}`);
  // A write that has read the row before must read it again, or it would bring back what it has read.
  if (table.columns.has('version')) sets.push('version = t.version + 1');
  sets.push(...noteChange(table), ...(hasErasureTime(table) ? ['erased_at = statement_timestamp()'] : []));
  return `update ${table.name} t set ${sets.join(', ')} where t.shop_id = $1 and t.id = any($2::uuid[])`;
}

export function deleted(rows: Rows): Eraser {
  return erasedBy(rows, `delete from ${rows.table.name} t where t.shop_id = $1 and t.id = any($2::uuid[])`);
}

function erasedBy(rows: Rows, sql: string): Eraser {
  return {
    ...found(rows),
    erase: async ({ client, person }, ids) => (ids.length === 0 ? 0 : rowsIn(await client.query(sql, [person.shop, ids]))),
  };
}

/** The part of an eraser that finds rows by a condition. */
function found({ table, after = [], about }: Rows): Omit<Eraser, 'erase'> {
  return {
    table,
    after,
    about,
    find: async (client, person) => {
      const values: unknown[] = [person.shop];
      const condition = about(person, (value) => `$${values.push(value)}`);
      const { rows } = await client.query<{ id: string }>(
        `select t.id from ${table.name} t where t.shop_id = $1 and (${condition}) ${person.lock}`,
        values,
      );
      return rows.map(({ id }) => id);
    },
  };
}

/** An eraser that finds its rows itself. */
export function erasing(table: Table, erase: (erasing: Erasing) => Promise<number>, about?: AboutPerson): Eraser {
  return { table, after: [], about, find: () => Promise.resolve([]), erase };
}

/** The SQL of a condition: the column holds one of the texts. */
export function isOneOf(column: string, values: readonly string[], parameter: Parameter): string {
  return `${column} = any(${parameter(values)}::text[])`;
}

/** The SQL of a condition: the column holds one of the ids. */
export function isRowOf(column: string, ids: readonly string[], parameter: Parameter): string {
  return `${column} = any(${parameter(ids)}::uuid[])`;
}

export function rowsIn({ rowCount }: { readonly rowCount: number | null }): number {
  return rowCount ?? 0;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Tells whether the text of a JSON document has an id, a number or an address of a person as one of its values. The document may
 * hold another one as a text, in which quotes are escaped.
 */
export class Mentions {
  private readonly contacts: readonly string[];

  constructor(
    private readonly ids: ReadonlySet<string>,
    contacts: readonly string[],
  ) {
    this.contacts = contacts.flatMap((contact) => [`"${contact}"`, `"${contact}\\"`]);
  }

  in(json: string): boolean {
    if (this.contacts.some((contact) => json.includes(contact))) return true;
    return json.match(UUID)?.some((id) => this.ids.has(id)) === true;
  }
}
