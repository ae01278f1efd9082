import type { CallId, MediaFileId, MessageId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

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
