import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CallId, MediaFileId, MessageId } from '../shared/id.js';
import { later, millisOf, type Instant } from '../shared/instant.js';

/** The sounds of a call. */
export const AUDIO_KINDS = ['recording', 'voicemail'] as const;
export type AudioKind = (typeof AUDIO_KINDS)[number];

export const MEDIA_KINDS = [...AUDIO_KINDS, 'attachment'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * `waiting`: the file is still to be fetched · `stored`: the whole file is in the storage · `failed`: it could not be fetched ·
 * `dropped`: a longer sound of the same kind was kept instead, so nothing of this one is stored
 */
export const MEDIA_STATUSES = ['waiting', 'stored', 'failed', 'dropped'] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

/** A file that belongs to a call or to a message. The storage keeps its content under its id. */
export interface MediaFile {
  readonly id: MediaFileId;
  readonly kind: MediaKind;
  /** the call of a sound; null for attachments */
  readonly callId: CallId | null;
  /** the message of an attachment; null for sounds */
  readonly messageId: MessageId | null;
  /** the number of an attachment in its message, from 0; 0 for sounds */
  readonly place: number;
  /** the provider's address of the file, as the provider gave it; null: the file did not come from a provider */
  readonly source: string | null;
  /** the provider's id of a sound, which no other file of the shop has; null: it has none */
  readonly providerId: string | null;
  /** the length of a sound, as the provider reported it; null: unknown */
  readonly durationSeconds: number | null;
  readonly status: MediaStatus;
  /** the reason of `failed`, in a sentence */
  readonly error: string | null;
  /** how often the service tried to fetch the file */
  readonly attempts: number;
  /** when the service tries to fetch the file; null: it does not try, or is just trying */
  readonly dueAt: Instant | null;
  /** the media type that the file's own bytes show; null until it is stored */
  readonly contentType: string | null;
  /** the length of the stored file in bytes; null until it is stored */
  readonly bytes: number | null;
  readonly createdAt: Instant;
}

type FileDecision = Decision<MediaFile, never>;

/** The service tries to fetch a file this long after the provider announced it. */
const MOST_FETCHING_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Notes that a whole file is in the storage. */
export function store(
  file: MediaFile,
  { contentType, bytes }: { contentType: string; bytes: number },
  now: Instant,
): FileDecision {
  return settled(file, { ...file, status: 'stored', contentType, bytes }, now);
}

/** Ends the fetching of a file that no later try could store. @param reason a sentence */
export function giveUp(file: MediaFile, reason: string, now: Instant): FileDecision {
  return settled(file, { ...file, status: 'failed', error: reason, attempts: file.attempts + 1 }, now);
}

/** Notes that a longer sound was kept instead of this one. */
export function drop(file: MediaFile, now: Instant): FileDecision {
  if (file.status !== 'stored' && file.status !== 'waiting') return unchanged(file);
  return changed({ ...file, status: 'dropped', dueAt: null, contentType: null, bytes: null }, now, []);
}

/**
 * Puts a file off that could not be fetched now. The pauses grow from five seconds to an hour. The last try is a day after the
 * provider announced the file. @param reason a sentence
 */
export function tryAgain(file: MediaFile, reason: string, now: Instant): FileDecision {
  const last = later(file.createdAt, MOST_FETCHING_MS);
  if (now >= last) return giveUp(file, `The file could not be fetched within a day. ${reason}`, now);
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** file.attempts, LONGEST_PAUSE_MS);
  const dueAt = later(now, Math.min(pause, millisOf(last) - millisOf(now)));
  return file.status === 'waiting' ? changed({ ...file, attempts: file.attempts + 1, dueAt }, now, []) : unchanged(file);
}

/** Makes a file due again that was not tried, because nothing is fetched in a pause. */
export function wait(file: MediaFile, now: Instant): FileDecision {
  return file.status === 'waiting' ? changed({ ...file, dueAt: now }, now, []) : unchanged(file);
}

/** Tells whether a sound replaces another one of its call and kind. Of two sounds of the same length, the first stays. */
export function isLonger(file: MediaFile, than: MediaFile): boolean {
  return (file.durationSeconds ?? -1) > (than.durationSeconds ?? -1);
}

function settled(file: MediaFile, next: MediaFile, now: Instant): FileDecision {
  return file.status === 'waiting' ? changed({ ...next, dueAt: null }, now, []) : unchanged(file);
}

/** A megabyte has 10^6 bytes, as providers count them. */
const MEGABYTE = 1_000_000;

/** The largest files that the service stores, in bytes. */
export type SizeLimits = Readonly<Record<MediaKind, number>>;

export const SIZE_LIMITS: SizeLimits = {
  recording: 100 * MEGABYTE,
  voicemail: 100 * MEGABYTE,
  attachment: 5 * MEGABYTE,
};

/** The types that a customer can attach besides pictures, sounds and films. */
const DOCUMENTS: ReadonlySet<string> = new Set(['application/pdf', 'text/vcard']);
/** Pictures that can contain programs, which a browser would run. */
const PROGRAMS: ReadonlySet<string> = new Set(['image/svg+xml']);

/** Tells whether the service stores files of a media type, such as `audio/wav`. It goes by the file's own bytes. */
export function isAllowed(kind: MediaKind, contentType: string): boolean {
  const type = contentType.split(';', 1)[0] ?? '';
  if (kind !== 'attachment') return type.startsWith('audio/');
  return (/^(image|audio|video)\//.test(type) && !PROGRAMS.has(type)) || DOCUMENTS.has(type);
}
