import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement } from './database.js';

/** The reads of a call that reads on another server than the primary. */
export interface ReadsElsewhere {
  read<Row>(query: Statement, values: readonly unknown[]): Promise<Row[]>;
  /** @throws Error always: such a call must not write. The call runs again on the primary. */
  refuseWrite(): never;
}

/** Knows which calls read elsewhere. Null: a part of such a call that must read on the primary. */
export type CallsElsewhere = AsyncLocalStorage<ReadsElsewhere | null>;
