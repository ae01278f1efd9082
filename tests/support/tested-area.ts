import type { ErrorCode } from '../../domain/shared/errors.js';
import type { ToolDescription } from '../../adapters/mcp/tool.js';
import type { ModelRow } from './keyset-model.js';
import type { ShopRecords } from './records.js';
import type { TestService, TestShop } from './service.js';

/** The facts about one area that the suites over all operations, events, tools and lists need. */
export interface TestedArea {
  /**
   * For each operation a function that makes its sample. A sample is made anew for each call, because some values must be unique.
   * The tests of all operations fail for an operation without a sample.
   */
  readonly samples: Readonly<Record<string, (records: ShopRecords) => Sample>>;
  /** the lists that page by cursor */
  readonly cursorLists?: readonly CursorList[];
  /** the kinds of events that subscribers were promised */
  readonly events?: Readonly<Record<string, PromisedEvent>>;
  /**
   * The hints of every tool that writes. The answer of a destructive tool does not tell what it overwrote or removed, or no tool
   * can put it back.
   */
  readonly hints?: Readonly<Record<string, Omit<Hints, 'readOnlyHint'>>>;
  /** Stores the records that the samples name. They may refer to those of the areas before, which are stored already. */
  readonly store?: (service: TestService, shop: TestShop, records: ShopRecords) => Promise<Partial<ShopRecords>>;
}

/** The answer that is expected when an id in the input belongs to another shop. */
export type ForeignAnswer = 404 | 422 | 500 | 'matches nothing' | { readonly data: object };

/** The input of a successful call of one operation. It has as many of the operation's fields as can be used together. */
export interface Sample {
  readonly input: Readonly<Record<string, unknown>>;
  /** a field that a call needs, because it has none of the others in its place, although the field alone is optional */
  readonly needed?: string;
  /** values of the route's parameters; on other surfaces they are a part of the input */
  readonly path?: Readonly<Record<string, string>>;
  /**
   * for each field with an id of a record, or with a list of ids: one id, the answer that is expected for an id of another shop, and the
   * code with which the id is refused, if the key of the suites may not name it
   */
  readonly references?: Readonly<Record<string, readonly [id: string, foreign: ForeignAnswer, own?: ErrorCode]>>;
}

/** A list of the API that is paged by cursor, and how a test stores, removes and filters its rows. */
export interface CursorList {
  readonly table: string;
  /** with `:id` for the owner's id */
  readonly path: string;
  /**
   * the row's columns besides `shop_id`, `id` and `created_at`; `owner` is the id of a customer of the shop, and of the record in
   * `beside`
   */
  readonly columns: (row: ModelRow, owner: string, records: ShopRecords) => object;
  /** true: the rows refer to records of the areas before, which are stored for them */
  readonly linked?: boolean;
  /** a statement that removes rows in another way than by deleting them */
  readonly remove?: string;
  /** a record that the rows need besides the customer: its table and its columns besides `shop_id` and `created_at` */
  readonly beside?: (owner: string) => readonly [table: string, columns: object];
  /** queries, each with a function that tells whether a row matches it */
  readonly filters: readonly (readonly [
    query: (owner: string, records: ShopRecords) => string,
    matches: (row: ModelRow) => boolean,
  ])[];
}

/**
 * `by` is the operation in the example of the event; null: no operation causes it. `previous` tells whether the event has the old
 * values of what has changed.
 */
export interface PromisedEvent {
  readonly by: string | null;
  readonly previous: boolean;
}

export type Hints = ToolDescription['annotations'];
