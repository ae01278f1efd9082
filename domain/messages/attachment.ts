import { changed, unchanged, type Decision } from '../shared/events.js';
import type { MessageId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { ThreadMessage } from './message.js';

/** A file of a message that the service has stored. */
export interface Attachment {
  /** its number in the message, from 0 */
  readonly place: number;
  /** the provider's address of the file; null: it did not come from a provider */
  readonly source: string | null;
  readonly contentType: string;
}

/** The path at which the service answers an attachment. */
export function attachmentPath(message: MessageId, place: number): string {
  return `/api/v1/messages/${message}/media/${place}`;
}

/** Notes that an attachment is stored. The list keeps the order of places. */
export function withAttachment(
  message: ThreadMessage,
  { place, source, contentType }: Attachment,
  now: Instant,
): Decision<ThreadMessage, never> {
  const url = attachmentPath(message.id, place);
  if (message.media.some((file) => file.url === url)) return unchanged(message);
  const before = new Set(Array.from({ length: place }, (_, earlier) => attachmentPath(message.id, earlier)));
  const position = message.media.findLastIndex((file) => before.has(file.url)) + 1;
  const fetched = message.mediaSources.findIndex((file) => file.url === source);
  return changed(
    {
      ...message,
      media: message.media.toSpliced(position, 0, { contentType, url }),
      mediaSources: message.mediaSources.filter((_, index) => index !== fetched),
    },
    now,
    [],
  );
}
