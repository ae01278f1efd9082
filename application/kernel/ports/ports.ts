import type { Id, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Position } from '../operation/page.js';

export abstract class Clock {
  abstract now(): Instant;
}

export abstract class Ids {
  /** A new id, greater than all earlier ids of this process. */
  abstract next<Kind extends string>(): Id<Kind>;
}

/** The shop, list and filter that a cursor belongs to. With any other shop, list or filter the cursor is refused. */
export interface CursorScope {
  readonly shop: ShopId;
  readonly list: string;
  readonly filter: object;
}

export abstract class Cursors {
  abstract seal(scope: CursorScope, position: Position): string;
  /** Returns the position in a cursor. Null: the text is not a cursor of this scope, or it was changed. */
  abstract open(scope: CursorScope, cursor: string): Position | null;
}

/**
 * The fields that a log line may have beside its message: ids, kinds, outcomes, numbers and errors. A sentence of a mail server is
 * none of them, because it can have an address in it. The log drops other fields, so that no body or secret is logged.
 */
export const LOG_FIELDS = [
  ...(['requestId', 'method', 'operation', 'path', 'status', 'code', 'shop', 'key', 'keyId', 'ms'] as const),
  ...(['error', 'reason', 'task', 'job', 'attempts', 'count', 'port', 'signal', 'setting'] as const),
  ...(['version', 'commit', 'role', 'settings'] as const),
  ...(['command', 'operator', 'record'] as const),
  ...(['automation', 'event', 'file', 'kind', 'message', 'outcome', 'providerId', 'webhook'] as const),
] as const;

type LogField = (typeof LOG_FIELDS)[number];

/** The names of the fields of a detail, of each variant if it is a union. */
type FieldsOf<Detail> = Detail extends unknown ? keyof Detail : never;

/** A detail that does not compile if it has a field which the log would drop. */
export type LogDetail<Detail extends object> = Detail & Partial<Record<Exclude<FieldsOf<Detail>, LogField>, never>>;

/** Messages from use cases and background work to the operator. The messages never have bodies, secrets or contact data. */
export abstract class Log {
  abstract info<Detail extends object>(message: string, detail?: LogDetail<Detail>): void;
  abstract warn<Detail extends object>(message: string, detail?: LogDetail<Detail>): void;
  abstract error<Detail extends object>(message: string, detail?: LogDetail<Detail>): void;
}

/** The public address of the service. */
export abstract class PublicUrl {
  /** without a slash at its end; null: this deployment has none */
  abstract readonly url: string | null;
}

/** Tells who runs the command that this process carries out. */
export abstract class Operator {
  /** null: this process is a service */
  abstract readonly name: string | null;
}

export abstract class UnitOfWork {
  /**
   * Stores all writes of `work` together when it ends, or none of them when it throws.
   * No database connection is held before the first write. The work may run up to three times, because the database may undo it
   * for another transaction or for a migration: so it must change nothing but the database.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
  /** In a unit of work: waits until no other unit that called this with the same text is open. */
  abstract alone(text: string): Promise<void>;
  /**
   * As the first step of a unit of work: everything that it reads is of one moment. If it writes a record that others have changed
   * since then, the work runs again.
   */
  abstract ofOneMoment(): Promise<void>;
}

/**
 * Keyed digests of phone numbers. They stand in the place of the number of an erased person: whoever knows the number finds its
 * row, and nobody reads the number from the row.
 */
export abstract class NumberDigests {
  /** One digest for each key of the deployment. The first is the one to store, and all may be stored already. */
  abstract of(shop: ShopId, number: string): readonly [string, ...string[]];
}

/**
 * Encrypts secrets that the database must keep, such as the signing secrets of webhooks.
 * The context is the place of a secret (its shop, its record), so that a secret which was moved to another row does not open.
 */
export abstract class Sealer {
  /** Printable ASCII without blanks. The same plain text gives another result each time. */
  abstract seal(plain: string, context: string): string;
  /** Null: no signing key of this deployment opens it, it was sealed for another context, or it was changed. */
  abstract open(sealed: string, context: string): string | null;
}

export const LIMITS = ['requests', 'read_budget', 'write_budget', 'failed_authentications', 'exports'] as const;
export type Limit = (typeof LIMITS)[number];

/** The state of a limit after `take` or `giveBack`. If `quota` is 0, the limit is switched off. */
export interface Allowance {
  readonly allowed: boolean;
  readonly quota: number;
  readonly remaining: number;
  /** seconds until the window ends */
  readonly resetSeconds: number;
  /** true: an earlier failed authentication in this window was refused, too */
  readonly refusedBefore?: true;
}

/** Fixed windows of 60 s, and of an hour for exports. Each window begins with the first call that it counts, and a refused call is not counted. */
export abstract class RateLimiter {
  abstract take(limit: Limit, who: string): Promise<Allowance>;
  /** Tells whether one more call would be refused. Nothing is counted. */
  abstract isUsedUp(limit: 'failed_authentications', who: string): Promise<boolean>;
  /** Takes one request out of the count, because another limit has answered it with 429. */
  abstract giveBack(limit: 'requests', who: string): Promise<Allowance>;
}
