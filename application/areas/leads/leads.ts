import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import type { Lead, LeadStatus } from '../../../domain/leads/lead.js';
import type { LeadId, ShopId } from '../../../domain/shared/id.js';
import type { Announced } from '../../kernel/events/announcer.js';
import { extendable } from '../../kernel/fields/extra-field.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { AnnotationFilter, Narrowing, OffsetSlice, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface LeadFilter extends Narrowing, AnnotationFilter {
  /** null in `email` or `phone` matches no lead */
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly status?: LeadStatus;
  /** the words to find, each with its spellings; every word must be a part of the name, the e-mail or the phone; absent: any */
  readonly terms?: readonly (readonly string[])[];
}

/** A change of a lead, with the timeline entries that it adds. */
export interface LeadDecision extends Announced<Lead> {
  readonly entries: readonly LeadTimelineEntry[];
}

/** The leads of a shop. A deleted lead is never found. */
export abstract class Leads {
  abstract find(shop: ShopId, id: LeadId): Promise<Lead | null>;
  abstract findByExternalId(shop: ShopId, externalId: string): Promise<Lead | null>;
  /** The matching leads, newest first, beginning after the position `after`. */
  abstract list(shop: ShopId, filter: LeadFilter, limit: number, after: Position | null): Promise<readonly Lead[]>;
  /** One page of the matching leads, newest first. Page and total come from one snapshot. */
  abstract page(shop: ShopId, filter: LeadFilter, limit: number, offset: number): Promise<OffsetSlice<Lead>>;
  /** The matching leads in the order of their changes. */
  abstract changes(shop: ShopId, filter: LeadFilter, asked: ChangesAsked): Promise<ChangedRows<Lead>>;
  /**
   * Stores the lead, its events and its first timeline entries together. Returns the lead as it is stored.
   * @throws Duplicate when another lead has its external id
   */
  abstract add(shop: ShopId, decision: LeadDecision): Promise<Lead>;
  /** Null: another call has made a lead with its external id meanwhile. An open unit of work goes on. Otherwise like `add`. */
  abstract addUnlessTaken(shop: ShopId, decision: LeadDecision): Promise<Lead | null>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such lead.
   * @throws Duplicate in the same case as `add`
   */
  abstract change(shop: ShopId, id: LeadId, change: (lead: Lead) => LeadDecision): Promise<Lead | null>;
  /** The entries of a lead's timeline, newest first, beginning after the position `after`. */
  abstract timeline(shop: ShopId, id: LeadId, limit: number, after: Position | null): Promise<readonly LeadTimelineEntry[]>;
}

export const LEADS: RecordType = { name: 'leads', noun: 'lead' };
export const leadRecord = extendable(LEADS);
export const LEAD_TIMELINE: RecordType = { name: 'lead_timeline', noun: 'timeline entry' };
