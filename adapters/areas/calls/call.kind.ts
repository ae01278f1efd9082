import type { Call, ShownCall } from '../../../domain/calls/call.js';
import { plainKind, type RecordKind } from '../../storage/records/record-kind.js';
import { selectList } from '../../storage/tables/table.js';
import { callTable } from './call.table.js';

export const CALL_KIND = plainKind<Call>({ table: callTable, counted: { list: 'calls', buckets: bucketsOf } });

/** A call without its long texts, for everything that shows calls. */
export const SHOWN_CALL: Pick<RecordKind<ShownCall>, 'select' | 'from'> = {
  select: `${selectList(callTable, 't', ['transcript', 'transcriptSource', 'transcriptIds', 'aiSummary'])},
    t.transcript is not null as "hasTranscript", t.ai_summary is not null as "hasAiSummary"`,
  from: 'calls t',
};

/**
 * The buckets in which a call is counted: `missed:inbound`, and the same with the month and with the day of its start in UTC. A
 * window of time is then made of months, days and parts of two days. The customer is left out, because the calls of one customer
 * are few and can be counted directly.
 */
function bucketsOf({ status, direction, startedAt }: Pick<Call, 'status' | 'direction' | 'startedAt'>): string[] {
  const kind = bucketOf(status, direction);
  return [kind, `${kind}:month:${startedAt.slice(0, 7)}`, `${kind}:day:${startedAt.slice(0, 10)}`];
}

export function bucketOf(status: Call['status'], direction: Call['direction']): string {
  return `${status}:${direction}`;
}
