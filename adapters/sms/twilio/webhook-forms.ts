import type { AnswerReport, SoundReport, StateReport, TranscriptReport } from '../../../application/areas/calls/call-reports.js';
import type { ReportedStatus } from '../../../application/areas/texting/hand-over-text.js';
import type { InboundMedia, InboundText, Receipt } from '../../../application/areas/texting/provider-events.js';
import type { CalledBack } from '../../../application/areas/texting/text-provider.js';
import { beginOf, type ReportedState } from '../../../domain/calls/call-progress.js';
import { instantOf, type Instant } from '../../../domain/shared/instant.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';
import type { Direction } from '../../../domain/texting/message.js';
import { refusalOf } from '../provider-refusals.js';

/** The value of a form's parameter, without the characters that cannot be stored; '' if it is not given. */
function given(form: URLSearchParams, name: string): string {
  return withoutUnprintable(form.get(name) ?? '');
}

/** Twilio's statuses of outbound messages. `read` exists on channels that report it. */
const REPORTED: ReadonlyMap<string, ReportedStatus> = new Map<string, ReportedStatus>([
  ['accepted', 'sent'],
  ['scheduled', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/** Null: Twilio has no such status, or only inbound messages have it. */
export function reportedStatusOf(status: string): ReportedStatus | null {
  return REPORTED.get(status) ?? null;
}

/**
 * Reads the form of an inbound text. Nothing that a person can write makes it fail: characters that cannot be stored are removed,
 * and nothing else is changed.
 * @returns null for a form that is not of an inbound text: it lacks the message's id, the sender or the recipient
 */
export function inboundTextOf(form: URLSearchParams): InboundText | null {
  const [providerId, from, to] = [messageSid(form), given(form, 'From'), given(form, 'To')];
  if (providerId === '' || from === '' || to === '') return null;
  return { providerId, shop: null, from, to, body: given(form, 'Body'), media: mediaOf(form), receivedAt: null };
}

/**
 * Reads the form of a status callback.
 * @param about the text that the address of the callback names
 * @returns null for a form that reports nothing: it lacks the message's id, or has an unknown status
 */
export function receiptOf(form: URLSearchParams, about: CalledBack): Receipt | null {
  const status = reportedStatusOf(given(form, 'MessageStatus') || given(form, 'SmsStatus'));
  const providerId = messageSid(form);
  if (providerId === '' || status === null) return null;
  const [code, said] = [given(form, 'ErrorCode'), given(form, 'ErrorMessage')];
  const hasFailed = status === 'undelivered' || status === 'failed';
  return { providerId, ...about, status, refusal: hasFailed && code !== '' ? refusalOf(code, said) : null };
}

function messageSid(form: URLSearchParams): string {
  return given(form, 'MessageSid') || given(form, 'SmsSid');
}

/** `NumMedia` is not read: the addresses themselves say how many there are. */
function mediaOf(form: URLSearchParams): InboundMedia[] {
  const media: InboundMedia[] = [];
  for (let n = 0; form.has(`MediaUrl${n}`); n += 1) {
    media.push({ url: given(form, `MediaUrl${n}`), contentType: given(form, `MediaContentType${n}`) });
  }
  return media;
}

/** Twilio's statuses of calls. */
const STATES: ReadonlyMap<string, ReportedState> = new Map<string, ReportedState>([
  ['queued', 'ringing'],
  ['initiated', 'ringing'],
  ['ringing', 'ringing'],
  ['in-progress', 'in_progress'],
  ['completed', 'completed'],
  ['busy', 'unanswered'],
  ['no-answer', 'unanswered'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** Twilio's word for a caller who hides the number. It also stands for an end that a form does not name. */
const NOBODY = 'anonymous';
const LONGEST_END = 320;

/** A leg in one of these states is or was answered. */
const ANSWERED: ReadonlySet<ReportedState> = new Set<ReportedState>(['in_progress', 'completed']);

/**
 * The report that a form holds. `nothing`: the form is about something that the service does not note, such as a recording that
 * has only begun · null: the form is not of this kind
 */
export type ReadForm<Report> = Report | 'nothing' | null;

/** Reads the form of a call's status callback. A call that names its parent is a leg of that call, and no call of its own. */
export function callReportOf(form: URLSearchParams): ReadForm<StateReport | AnswerReport> {
  const [call, parent] = [given(form, 'CallSid'), given(form, 'ParentCallSid')];
  const state = STATES.get(given(form, 'CallStatus'));
  if (call === '' || state === undefined) return null;
  const [from, to] = [endOf(form, 'From'), endOf(form, 'To')];
  const [at, seconds] = [timeOf(given(form, 'Timestamp')), secondsOf(given(form, 'CallDuration'))];
  if (parent !== '') {
    return ANSWERED.has(state) ? { part: 'answer', call: parent, id: call, to, at: at && beginOf({ at, seconds }) } : 'nothing';
  }
  const direction = directionOf(given(form, 'Direction'));
  if (!direction) return null;
  return { call, shop: null, direction, from, to, state, at, seconds };
}

/** Reads the form of a recording's status callback. What the verb `Record` of a call flow records is voicemail. */
export function soundReportOf(form: URLSearchParams): ReadForm<SoundReport> {
  const [call, id, source] = [given(form, 'CallSid'), given(form, 'RecordingSid'), given(form, 'RecordingUrl')];
  const status = given(form, 'RecordingStatus');
  if (call === '' || id === '' || status === '') return null;
  if (status !== 'completed' || source === '') return 'nothing';
  const kind = given(form, 'RecordingSource') === 'RecordVerb' ? 'voicemail' : 'recording';
  return { part: 'sound', call, id, kind, source, durationSeconds: secondsOf(given(form, 'RecordingDuration')) };
}

/** Reads the form of a transcription's callback. */
export function transcriptReportOf(form: URLSearchParams): ReadForm<TranscriptReport> {
  const [call, status, text] = [given(form, 'CallSid'), given(form, 'TranscriptionStatus'), given(form, 'TranscriptionText')];
  const id = given(form, 'TranscriptionSid') || null;
  if (call === '' || status === '') return null;
  return status === 'completed' && text !== '' ? { part: 'transcript', call, id, text } : 'nothing';
}

/** A number, or whatever the caller has instead of one, in the length that an import takes, too. */
function endOf(form: URLSearchParams, name: string): string {
  return Array.from(given(form, name)).slice(0, LONGEST_END).join('') || NOBODY;
}

function directionOf(text: string): Direction | null {
  if (text === 'inbound') return 'inbound';
  return text.startsWith('outbound') ? 'outbound' : null;
}

const RFC_2822 = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:[+-]\d{4}|GMT)$/;

function timeOf(text: string): Instant | null {
  const ms = RFC_2822.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : instantOf(ms);
}

/** Twilio writes `-1` if it does not know. */
function secondsOf(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
