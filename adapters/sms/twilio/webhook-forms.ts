import type {
  AnswerReport,
  SoundReport,
  StateReport,
  TranscriptReport,
  UnansweredReport,
} from '../../../application/areas/calls/call-reports.js';
import type { ReportedStatus } from '../../../application/areas/texting/hand-over-text.js';
import type { InboundMedia, InboundText, Receipt } from '../../../application/areas/texting/provider-events.js';
import type { CalledBack } from '../../../application/areas/texting/text-provider.js';
import { beginOf, type ReportedState } from '../../../domain/calls/call-progress.js';
import { instantOf, millisOf, type Instant } from '../../../domain/shared/instant.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';
import type { Direction } from '../../../domain/texting/message.js';
import { refusalOf } from '../provider-refusals.js';

/** The value of a form's parameter, without the characters that cannot be stored; '' if it is not given. */
function given(form: URLSearchParams, name: string): string {
  return withoutUnprintable(form.get(name) ?? '');
}

/** Twilio's ids have 34 characters. */
const LONGEST_ID = 100;
/** A number, or whatever a caller has instead of one, in the length that an import takes, too. */
const LONGEST_END = 320;
const LONGEST_ADDRESS = 2_048;
const LONGEST_TYPE = 255;
/** The most files of one text. */
const MOST_MEDIA = 10;

/** The value of a parameter that no person writes. One that is longer than any such value counts as not given. */
function bounded(form: URLSearchParams, name: string, most: number): string {
  const value = given(form, name);
  return value.length > most ? '' : value;
}

function idOf(form: URLSearchParams, name: string): string {
  return bounded(form, name, LONGEST_ID);
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
  const [from, to] = [bounded(form, 'From', LONGEST_END), bounded(form, 'To', LONGEST_END)];
  const providerId = messageSid(form);
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
  return idOf(form, 'MessageSid') || idOf(form, 'SmsSid');
}

/** `NumMedia` is not read: the addresses themselves say how many there are. */
function mediaOf(form: URLSearchParams): InboundMedia[] {
  const media: InboundMedia[] = [];
  for (let n = 0; n < MOST_MEDIA && form.has(`MediaUrl${n}`); n += 1) {
    const url = bounded(form, `MediaUrl${n}`, LONGEST_ADDRESS);
    if (url !== '') media.push({ url, contentType: bounded(form, `MediaContentType${n}`, LONGEST_TYPE) });
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

/** A leg in one of these states is or was answered. */
const ANSWERED: ReadonlySet<ReportedState> = new Set<ReportedState>(['in_progress', 'completed']);
/** A leg in one of these states has ended, and nobody answered it. It is canceled when the caller has hung up. */
const UNANSWERED: ReadonlySet<ReportedState> = new Set<ReportedState>(['unanswered', 'failed', 'canceled']);

/**
 * The report that a form holds. `nothing`: the form is about something that the service does not note, such as a recording that
 * has only begun · null: the form is not of this kind
 */
export type ReadForm<Report> = Report | 'nothing' | null;

/** Reads the form of a call's status callback. A call that names its parent is a leg of that call, and no call of its own. */
export function callReportOf(form: URLSearchParams, now: Instant): ReadForm<StateReport | AnswerReport | UnansweredReport> {
  const [call, parent] = [idOf(form, 'CallSid'), idOf(form, 'ParentCallSid')];
  const state = STATES.get(given(form, 'CallStatus'));
  if (call === '' || state === undefined) return null;
  const [from, to] = [endOf(form, 'From'), endOf(form, 'To')];
  const [at, seconds] = [timeOf(given(form, 'Timestamp'), now), secondsOf(given(form, 'CallDuration'))];
  if (parent !== '') {
    if (ANSWERED.has(state)) return { part: 'answer', call: parent, id: call, to, at: at && beginOf({ at, seconds }) };
    return UNANSWERED.has(state) ? { part: 'unanswered', call: parent, id: call } : 'nothing';
  }
  const direction = directionOf(given(form, 'Direction'));
  if (!direction) return null;
  return { call, shop: null, direction, from, to, state, at, seconds };
}

/** Reads the form of a recording's status callback. What the verb `Record` of a call flow records is voicemail. */
export function soundReportOf(form: URLSearchParams): ReadForm<SoundReport> {
  const [call, id] = [idOf(form, 'CallSid'), idOf(form, 'RecordingSid')];
  const source = bounded(form, 'RecordingUrl', LONGEST_ADDRESS);
  const status = given(form, 'RecordingStatus');
  if (call === '' || id === '' || status === '') return null;
  if (status !== 'completed' || source === '') return 'nothing';
  const kind = given(form, 'RecordingSource') === 'RecordVerb' ? 'voicemail' : 'recording';
  return { part: 'sound', call, id, kind, source, durationSeconds: secondsOf(given(form, 'RecordingDuration')) };
}

/** Reads the form of a transcription's callback. */
export function transcriptReportOf(form: URLSearchParams): ReadForm<TranscriptReport> {
  const [call, status, text] = [idOf(form, 'CallSid'), given(form, 'TranscriptionStatus'), given(form, 'TranscriptionText')];
  const id = idOf(form, 'TranscriptionSid') || null;
  if (call === '' || status === '') return null;
  return status === 'completed' && text !== '' ? { part: 'transcript', call, id, text } : 'nothing';
}

function endOf(form: URLSearchParams, name: string): string {
  return Array.from(given(form, name)).slice(0, LONGEST_END).join('') || NOBODY;
}

function directionOf(text: string): Direction | null {
  if (text === 'inbound') return 'inbound';
  return text.startsWith('outbound') ? 'outbound' : null;
}

const RFC_2822 = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:[+-]\d{4}|GMT)$/;

const DAY_SECONDS = 86_400;

/** Null also for a time that is not within a day of now: such a report counts as one of this moment. */
function timeOf(text: string, now: Instant): Instant | null {
  const ms = RFC_2822.test(text) ? Date.parse(text) : Number.NaN;
  return Math.abs(ms - millisOf(now)) <= 1000 * DAY_SECONDS ? instantOf(ms) : null;
}

/** Twilio writes `-1` if it does not know. No call and no sound is longer than a day. */
function secondsOf(text: string): number | null {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= DAY_SECONDS ? seconds : null;
}
