import type { Instant } from '../../../domain/shared/instant.js';
import type { PartReport } from './call-reports.js';

/** Reports about parts of calls that the service does not know yet. Nobody knows their shop. */
export abstract class KeptReports {
  /** Keeps a report. It replaces an earlier report about the same part. */
  abstract keep(report: PartReport, at: Instant): Promise<void>;
  /** Takes the reports about a call out, the oldest first. */
  abstract take(call: string): Promise<readonly PartReport[]>;
}
