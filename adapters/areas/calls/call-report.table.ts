import type { PartReport } from '../../../application/areas/calls/call-reports.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { instant, json, table, text } from '../../storage/tables/table.js';

export interface CallReportRow {
  /** the provider's id of the call */
  readonly call: string;
  readonly part: PartReport['part'];
  /** the provider's id of the part; '' if it gave none */
  readonly partId: string;
  readonly report: PartReport;
  readonly keptAt: Instant;
}

/** The rows belong to no shop, because nobody knows yet whose the call is. */
export const callReportTable = table<CallReportRow>('call_reports', {
  call: { ...text(), primary: true },
  part: { ...text(), primary: true },
  partId: { ...text('part_id'), primary: true },
  report: json(),
  keptAt: instant('kept_at'),
});
