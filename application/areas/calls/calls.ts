import type { Call, CallStatus, ShownCall, Transcript } from '../../../domain/calls/call.js';
import type { CallId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Direction } from '../../../domain/texting/message.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';
import type { ShownContact } from '../inbox/shown-contact.js';
import type { PartReport } from './call-reports.js';

/** The calls that are asked for. An absent filter matches every call. */
export interface CallFilter {
  readonly direction?: Direction;
  readonly status?: CallStatus;
  readonly customerId?: CustomerId;
  /** calls that started at this instant or later */
  readonly since?: Instant;
  /** calls that started before this instant */
  readonly until?: Instant;
}

/** The provider's id of a call is stored already: another report of it was faster. */
export class CallKnown extends Error {
  constructor() {
    super('a call with this provider’s id is stored already');
  }
}

/** A call that the provider reports about, and the shop that has it. */
export interface ReportedCall {
  readonly shop: ShopId;
  readonly call: Call;
}

/** The phone log of a shop. */
export abstract class Calls {
  abstract find(shop: ShopId, id: CallId): Promise<ShownCall | null>;
  /** Null: the shop has no such call. */
  abstract transcript(shop: ShopId, id: CallId): Promise<Transcript | null>;
  /** The people at the other end of some calls, by the ids of the calls. */
  abstract contacts(shop: ShopId, calls: readonly CallId[]): Promise<ReadonlyMap<string, ShownContact>>;
  /** The calls that match, the newest first, with their exact number. */
  abstract list(shop: ShopId, filter: CallFilter, limit: number, offset: number): Promise<OffsetSlice<ShownCall>>;
  /** The matching calls in the order of their changes. */
  abstract changes(shop: ShopId, filter: CallFilter, asked: ChangesAsked): Promise<ChangedRows<ShownCall>>;
  /** @throws CallKnown */
  abstract add(shop: ShopId, decision: Announced<Call>): Promise<void>;
  /** Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such call. */
  abstract change(shop: ShopId, id: CallId, change: (call: Call) => Announced<Call>): Promise<Call | null>;
  /**
   * The call that a report of the provider is about; null: it is the first report about it. The provider's reports about parts of
   * calls name no shop. Whoever else asks about the call waits until the open unit of work ends, so that reports about one call
   * follow one another.
   */
  abstract reported(providerId: string): Promise<ReportedCall | null>;
  /**
   * Gives the calls with a number that belong to no customer to a customer. A call in a thread is given only to the customer of
   * the thread.
   */
  abstract adopt(shop: ShopId, number: E164, customer: CustomerId): Promise<void>;
}

export const CALLS: RecordType = { name: 'calls', noun: 'call' };

/** Reports about parts of calls that the service does not know yet. Nobody knows their shop. */
export abstract class KeptReports {
  /** Keeps a report. It replaces an earlier report about the same part. */
  abstract keep(report: PartReport, at: Instant): Promise<void>;
  /** Takes the reports about a call out, the oldest first. */
  abstract take(call: string): Promise<readonly PartReport[]>;
}
