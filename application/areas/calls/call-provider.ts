import type { Instant } from '../../../domain/shared/instant.js';
import type { PartReport, StateReport } from './call-reports.js';

/** A report that the provider's lists hold. */
export interface ListedReport {
  /** the latest time that the lists have for it: the end of the call or of the sound, or the beginning of a call that has not ended */
  readonly at: Instant;
  readonly report: StateReport | PartReport;
}

/** The provider through which the shops are called. */
export abstract class CallProvider {
  /**
   * What the provider lists of calls and sounds that began or ended since a moment, oldest first. After an outage of the service
   * this finds the reports that the provider could not deliver to it. Calls of numbers that belong to no shop can be among them.
   * Null: the provider gave no usable answer; ask again later.
   */
  abstract reportsSince(since: Instant): Promise<readonly ListedReport[] | null>;
}
