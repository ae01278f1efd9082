import { changed, unchanged, type Decision } from '../shared/events.js';
import { later, millisOf, type Instant } from '../shared/instant.js';
import type { MediaFile } from './media-file.js';

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

/** Tells whether a sound replaces another one of its call and kind. Of two sounds of the same length, the first stays. */
export function isLonger(file: MediaFile, than: MediaFile): boolean {
  return (file.durationSeconds ?? -1) > (than.durationSeconds ?? -1);
}

function settled(file: MediaFile, next: MediaFile, now: Instant): FileDecision {
  return file.status === 'waiting' ? changed({ ...next, dueAt: null }, now, []) : unchanged(file);
}
