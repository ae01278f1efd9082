import type { Channel } from '../inbox/conversation.js';
import type { Held } from '../outgoing/pause.js';
import type { Changing } from '../shared/changing.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { ConversationId, CustomerId, MessageId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { smsSize } from './segments.js';

/**
 * The statuses of messages. Inbound messages are `received`; every other status is a step in the sending of an outbound message.
 */
export const MESSAGE_STATUSES = [
  'received',
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'undelivered',
  'unconfirmed',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The statuses of messages that the service still has to send. */
const WAITING: ReadonlySet<MessageStatus> = new Set(['queued', 'sending']);

export function isWaiting(status: MessageStatus): boolean {
  return WAITING.has(status);
}

export function fitsDirection(status: MessageStatus, direction: Direction): boolean {
  return (status === 'received') === (direction === 'inbound');
}

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A file that belongs to a message. */
export interface MessageMedia {
  readonly contentType: string;
  readonly url: string;
}

export interface Message extends Changing {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly direction: Direction;
  readonly body: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly status: MessageStatus;
  /** the reason why an outbound message was not delivered: a rule of texting, or the provider's code and a sentence */
  readonly error: string | null;
  /** the attached files that the service has stored */
  readonly media: readonly MessageMedia[];
  /** the attached files at the provider, which are not stored yet */
  readonly mediaSources: readonly MessageMedia[];
  /** the number of SMS segments; null for other channels and for texts whose segments nobody counted */
  readonly segments: number | null;
  /** true: sent by a machine, such as the service itself, not by a person */
  readonly automated: boolean;
  /** true: the service's answer to a keyword such as STOP or HELP; the rules of texting do not hold it back */
  readonly keywordAnswer: boolean;
  /** the person who sent an outbound message */
  readonly sentBy: StaffUserId | null;
  /** the provider's id, which no other message of the shop has */
  readonly providerId: string | null;
  /** how often the service tried to hand the message over */
  readonly attempts: number;
  /** when the service tries to hand the message over; null: it does not try again */
  readonly dueAt: Instant | null;
  readonly createdAt: Instant;
}

/** A message with what it has from its thread, and with the reason why it waits. */
export interface ThreadMessage extends Message {
  readonly channel: Channel;
  readonly customerId: CustomerId | null;
  /** why it waits to be sent; null: it does not wait, or is sent as soon as its turn comes */
  readonly held: Held | null;
}

/** The fields of a message that nobody is shown. */
export const BEHIND_A_MESSAGE = [
  'mediaSources',
  'keywordAnswer',
  'providerId',
  'attempts',
  'dueAt',
] as const satisfies readonly (keyof Message)[];

/** The part of a message that is shown. */
export type ShownMessage = Omit<ThreadMessage, (typeof BEHIND_A_MESSAGE)[number]>;

type Outbound = Pick<Message, 'id' | 'conversationId' | 'body' | 'from' | 'to' | 'automated' | 'keywordAnswer' | 'sentBy'>;
type Inbound = Pick<Message, 'id' | 'conversationId' | 'body' | 'from' | 'to' | 'mediaSources' | 'providerId' | 'createdAt'>;

/** A text that waits to be handed to the provider. */
export function queuedText(given: Outbound, now: Instant): Message {
  return {
    ...given,
    direction: 'outbound',
    status: 'queued',
    error: null,
    media: [],
    mediaSources: [],
    segments: smsSize(given.body ?? '').segments,
    providerId: null,
    attempts: 0,
    dueAt: now,
    createdAt: now,
  };
}

/** An e-mail that waits to be sent. Nothing but the work on its scheduled message sends it, so it is never due by itself. */
export function queuedEmail(given: Outbound, now: Instant): Message {
  return { ...queuedText(given, now), segments: null, dueAt: null };
}

/** A text that somebody sent to the shop. */
export function receivedText(given: Inbound): Message {
  return {
    ...given,
    direction: 'inbound',
    status: 'received',
    error: null,
    media: [],
    segments: smsSize(given.body ?? '').segments,
    attempts: 0,
    dueAt: null,
    automated: false,
    keywordAnswer: false,
    sentBy: null,
  };
}

/** Tells of a message of the contact, which is stored with its thread. */
export function tellReceived(message: ThreadMessage, now: Instant): Decision<ThreadMessage, 'message.received'> {
  return changed(message, now, [{ type: 'message.received' }]);
}

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

const ATTACHMENT_PATH = /^\/api\/v1\/messages\/[0-9a-f-]{36}\/media\/\d{1,3}$/;

/** Tells whether an address is the path at which this service, or the one that an export comes from, answers an attachment. */
export function isAttachmentPath(url: string): boolean {
  return ATTACHMENT_PATH.test(url);
}

/**
 * The address of a file in the form in which it is stored: the path, if this service shows it with its public address before it.
 * @param publicUrl null: the service has no public address
 */
export function storedAddress(url: string, publicUrl: string | null): string {
  const path = publicUrl !== null && url.startsWith(publicUrl) ? url.slice(publicUrl.length) : url;
  return isAttachmentPath(path) ? path : url;
}

/**
 * Returns the files of a message after an import that gives a list of files. An import gives other addresses only: the stored
 * attachments stay, and attachments of another service do not come with their paths.
 */
export function importedMedia(before: readonly MessageMedia[], given: readonly MessageMedia[]): readonly MessageMedia[] {
  const stored = before.filter(({ url }) => isAttachmentPath(url));
  const kept = given.filter(({ url }) => !isAttachmentPath(url) || stored.some((one) => one.url === url));
  return [...stored.filter(({ url }) => !kept.some((one) => one.url === url)), ...kept];
}
