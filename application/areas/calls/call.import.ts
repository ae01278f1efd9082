import { liveUntil } from '../../../domain/calls/call-progress.js';
import { CALL_STATUSES, type Call, type CallStatus } from '../../../domain/calls/call.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ConversationId, CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { threadFields } from '../../../domain/tasks/task.js';
import { DIRECTIONS, type Direction } from '../../../domain/texting/message.js';
import { DateTime, ExactText, Flag, Int, Name, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { importKind, type RowContext } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { addOf } from '../inbox/call-threads.js';
import { CONVERSATIONS } from '../inbox/conversations.js';
import { THREAD, threadOf } from '../inbox/thread-reference.js';
import { CALLS } from './calls.js';

/** The options of the columns about audio. These columns take effect with --restore only: an import brings no audio files. */
const AUDIO = { ...cell, description: 'Used with --restore only.' };
const SECONDS = { min: 0, ...cell };
const NUMBER = 'Required for a new call. Normalised to E.164; --restore keeps it as it is.';

class CallRow extends ImportRow {
  @ExternalId({ description: 'The external id of the call’s thread. It also sets the customer.' })
  conversation_external_id?: string | null;
  @Uuid({ ...cell, description: 'The thread’s `id` in this service.' }) conversation?: ConversationId | null;
  @ExternalId({ description: 'The customer’s external id.' }) customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The customer’s `id` in this service.' }) customer_id?: CustomerId | null;
  @OneOf(DIRECTIONS, { ...cell, description: 'Required for a new call.' }) direction?: Direction | null;
  @OneOf(CALL_STATUSES, { ...cell, description: 'Default: `completed`.' }) status?: CallStatus | null;
  @ExactText({ max: 320, ...cell, description: NUMBER }) from?: string | null;
  @ExactText({ max: 320, ...cell, description: NUMBER }) to?: string | null;
  @DateTime({ ...cell, description: 'Required for a new call.' }) started_at?: Instant | null;
  @DateTime({ ...cell, description: 'Empty while the call is active.' }) ended_at?: Instant | null;
  @Int({ ...SECONDS, description: 'The length of the whole call, with the ringing.' }) duration_seconds?: number | null;
  @Name({ max: 200, ...cell, description: 'The name of a staff member, or the AI receptionist.' }) answered_by?: string | null;
  @Flag(AUDIO) has_recording?: boolean | null;
  @Int({ ...SECONDS, ...AUDIO }) recording_duration_seconds?: number | null;
  @Flag(AUDIO) has_voicemail?: boolean | null;
  @Int({ ...SECONDS, ...AUDIO }) voicemail_duration_seconds?: number | null;
  @ExactText({ max: 200_000, ...cell }) transcript?: string | null;
  @Text({
    max: 80,
    ...cell,
    description: 'The source of the transcript: `live_agent`, or `transcription` of the recording. Other names are kept.',
  })
  transcript_source?: string | null;
  @Text({ max: 20_000, lines: true, ...cell }) ai_summary?: string | null;
  @Text({ max: 200, ...cell, description: 'The id at the provider of calls. No two calls of a shop have the same.' })
  provider_id?: string | null;
}

const LIVE: ReadonlySet<CallStatus> = new Set(['ringing', 'in_progress']);

export const callKind = importKind<CallRow, Call>({
  name: 'calls',
  record: CALLS,
  row: CallRow,
  resolve: {
    references: [
      { ...THREAD, alsoWritten: true },
      { column: 'customer_id', external: 'customer_external_id', to: CUSTOMERS },
    ],
    required: ['direction', 'from', 'to', 'started_at'],
    uniques: [{ column: 'provider_id' }],
  },
  examples: [
    {
      external_id: 'P-1001',
      conversation_external_id: 'T-1001',
      direction: 'inbound',
      status: 'completed',
      from: '613 555 0142',
      to: '613 555 0100',
      started_at: '2024-05-16T15:02:00Z',
      ended_at: '2024-05-16T15:05:10Z',
      duration_seconds: 190,
      answered_by: 'Morgan Ellis',
      transcript: 'Hello, this is Dana.',
      transcript_source: 'transcription',
      provider_id: 'CA1001',
    },
    {
      external_id: 'P-1002',
      direction: 'inbound',
      status: 'missed',
      from: '613 555 0177',
      to: '613 555 0100',
      started_at: '2024-05-16T18:40:00Z',
    },
  ],
  defaults: {
    direction: null,
    status: 'completed',
    from: null,
    to: null,
    startedAt: null,
    hasRecording: false,
    hasVoicemail: false,
    transcriptIds: [],
    answeredAt: null,
    forwardedTo: null,
    voicemailLeft: false,
    toldAt: null,
    dueAt: null,
  },
  write: (fields, before, _, context) => {
    const ends = { from: numberOf('from', before, fields, context), to: numberOf('to', before, fields, context) };
    const written: Call = { ...fields, ...ends, dueAt: liveUntil(fields) };
    if (context.restore) return written;
    const next: Call = { ...written, ...audioOf(before), ...linksOf(written, context) };
    requireEnd(next);
    return next;
  },
  alsoWrites: (call, _row, { restore, now, latest }) => {
    const add = addOf(call);
    // A restored thread has its own times. The cast is safe: `latest` returns a record of the given type.
    const thread =
      restore || call.conversationId === null ? null : (latest(CONVERSATIONS, call.conversationId) as Conversation | null);
    if (!add || !thread) return [];
    return [{ type: CONVERSATIONS, record: add(thread, call.endedAt ?? call.startedAt, now).next }];
  },
});

/**
 * The number in the form in which it is stored. A provider also reports calls of hidden numbers and of other addresses; these are
 * kept by a restore, and by an import into the shop that they come from.
 */
function numberOf(column: 'from' | 'to', before: Call, fields: Call, { shop, restore }: RowContext): string {
  const text = fields[column];
  if (restore || text === before[column]) return text;
  const number = normalizePhone(text, shop.country);
  if (number === null) throw new ValidationError(column, 'is not a phone number');
  return number;
}

function audioOf({ hasRecording, recordingDurationSeconds, hasVoicemail, voicemailDurationSeconds }: Call): Partial<Call> {
  return { hasRecording, recordingDurationSeconds, hasVoicemail, voicemailDurationSeconds };
}

function linksOf({ customerId }: Call, { found }: RowContext): Pick<Call, 'conversationId' | 'customerId'> {
  const links = threadFields(threadOf(found[THREAD.column]), customerId);
  return { conversationId: links.conversationId, customerId: links.customerId };
}

function requireEnd({ status, startedAt, endedAt }: Call): void {
  if (endedAt === null) return;
  if (LIVE.has(status)) throw new ValidationError('ended_at', `a call that is ${status} has not ended`);
  if (endedAt < startedAt) throw new ValidationError('ended_at', 'must not be before started_at');
}
