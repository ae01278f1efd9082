import type { MediaKind } from './media-file.js';

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
