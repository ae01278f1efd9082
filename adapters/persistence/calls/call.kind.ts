import type { Call, ShownCall } from '../../../domain/calls/call.js';
import { plainKind, type RecordKind } from '../records/record-kind.js';
import { selectList } from '../tables/table.js';
import { callTable } from './call.table.js';

export const CALL_KIND = plainKind<Call>({ table: callTable });

/** A call without its long texts, for everything that shows calls. */
export const SHOWN_CALL: Pick<RecordKind<ShownCall>, 'select' | 'from'> = {
  select: `${selectList(callTable, 't', ['transcript', 'transcriptSource', 'aiSummary'])},
    t.transcript is not null as "hasTranscript", t.ai_summary is not null as "hasAiSummary"`,
  from: 'calls t',
};
