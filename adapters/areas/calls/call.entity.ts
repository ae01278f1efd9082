import type { PartReport } from '../../../application/areas/calls/call-reports.js';
import { BEHIND_A_CALL, type Call, type ShownCall } from '../../../domain/calls/call.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { plainKind, type RecordKind } from '../../storage/records/record-kind.js';
import {
  changeTime,
  flag,
  instant,
  integer,
  json,
  orNull,
  provenance,
  selectList,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

export const callTable = table<Stored<Call> & ProvenanceColumns>('calls', {
  shopId: shopKey,
  id: uuidKey(),
  conversationId: orNull(uuid('conversation_id')),
  customerId: orNull(uuid('customer_id')),
  direction: text(),
  status: text(),
  from: text(),
  to: text(),
  startedAt: instant('started_at'),
  endedAt: orNull(instant('ended_at')),
  durationSeconds: orNull(integer('duration_seconds')),
  answeredBy: orNull(text('answered_by')),
  answeredAt: orNull(instant('answered_at')),
  hasRecording: flag('has_recording'),
  recordingDurationSeconds: orNull(integer('recording_duration_seconds')),
  hasVoicemail: flag('has_voicemail'),
  voicemailDurationSeconds: orNull(integer('voicemail_duration_seconds')),
  transcript: orNull(text()),
  transcriptSource: orNull(text('transcript_source')),
  transcriptIds: { ...json('transcript_ids'), default: [] },
  aiSummary: orNull(text('ai_summary')),
  providerId: orNull(text('provider_id')),
  forwardedTo: orNull(text('forwarded_to')),
  voicemailLeft: { ...flag('voicemail_left'), default: false },
  toldAt: orNull(instant('told_at')),
  dueAt: orNull(instant('due_at')),
  createdAt: instant('created_at'),
  updatedAt: changeTime,
  ...provenance,
  version: { ...integer(), default: 1 },
});

/** These values take the place of a call's sounds when it is emptied. */
export const WITHOUT_SOUNDS = {
  hasRecording: 'false',
  recordingDurationSeconds: 'null',
  hasVoicemail: 'false',
  voicemailDurationSeconds: 'null',
} as const;
/** These values take the place of a call's transcript and summary when it is emptied. */
export const WITHOUT_TRANSCRIPT = { transcript: 'null', transcriptSource: 'null', aiSummary: 'null' } as const;

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

/** One row for the whole deployment, because the provider lists the calls of all shops together. */
export const callsCaughtUpTable = table<{ single: boolean; until: string }>('calls_caught_up', {
  single: { ...flag(), primary: true, default: true },
  until: instant('until'),
});

export const CALL_KIND = plainKind<Call>({ table: callTable, counted: { list: 'calls', buckets: bucketsOf } });

/** A call without its long texts, for everything that shows calls. */
export const SHOWN_CALL: Pick<RecordKind<ShownCall>, 'select' | 'from'> = {
  select: `${selectList(callTable, 't', BEHIND_A_CALL)},
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
