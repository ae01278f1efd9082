import type { Shop } from '../../../domain/access/shop.js';
import { withMessage, type Conversation } from '../../../domain/inbox/conversation.js';
import { normalizeEmail } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ConversationId, StaffUserId } from '../../../domain/shared/id.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { isWebAddress } from '../../../domain/shared/web-address.js';
import {
  DIRECTIONS,
  fitsDirection,
  importedMedia,
  isAttachmentPath,
  isWaiting,
  MESSAGE_STATUSES,
  storedAddress,
  type Direction,
  type Message,
  type MessageMedia,
  type MessageStatus,
  type ThreadMessage,
} from '../../../domain/texting/message.js';
import { importMessage } from '../../../domain/texting/sending.js';
import { ExactText, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { announcedBy, type AnnouncingImport } from '../../transfer/announced.js';
import { importKind, type Reference } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow } from '../../transfer/import-row.js';
import { CONVERSATIONS } from '../inbox/conversations.js';
import { STAFF } from '../staff/staff.js';
import { MediaField } from './media-field.js';
import { messageEvents } from './message.view.js';
import { MESSAGES } from './messages.js';

const THREAD: Reference = {
  column: 'conversation',
  external: 'conversation_external_id',
  to: CONVERSATIONS,
  required: true,
  alsoWritten: true,
  told: ['channel', 'customerId'],
};
const SENT_BY: Reference = { column: 'sent_by', external: 'sent_by_external_id', to: STAFF, key: 'userId' };

const ADDRESS = 'A phone number (normalised to E.164) or an email address (in lower case).';

class MessageRow extends ImportRow {
  @ExternalId({ description: 'The thread’s external id. A new message needs this or `conversation`.' })
  conversation_external_id?: string | null;
  @Uuid({ ...cell, description: 'The thread’s `id` in this service.' }) conversation?: ConversationId | null;
  @OneOf(DIRECTIONS, { ...cell, description: 'Required for a new message.' }) direction?: Direction | null;
  @ExactText({ max: 20_000, ...cell }) body?: string | null;
  @Text({ max: 320, ...cell, description: ADDRESS }) from?: string | null;
  @Text({ max: 320, ...cell, description: ADDRESS }) to?: string | null;
  @OneOf(MESSAGE_STATUSES, { ...cell, description: 'Default: `received` for inbound messages, `sent` for outbound.' })
  status?: MessageStatus | null;
  @Text({ max: 4000, lines: true, ...cell, description: 'The reason why an outbound message was not delivered.' }) error?:
    string | null;
  @MediaField({ ...cell, description: 'The attached files: a list of {"content_type", "url"}. In CSV, the list as JSON.' })
  media?: readonly MessageMedia[] | null;
  @Int({ min: 0, ...cell, description: 'The number of SMS segments.' }) segments?: number | null;
  @Flag({ ...cell, description: 'True: a machine sent the message, not a person.' }) automated?: boolean | null;
  @Flag({ ...cell, description: 'Used with --restore only.' }) keyword_answer?: boolean | null;
  @ExternalId({ description: 'The external id of the staff member who sent the outbound message.' }) sent_by_external_id?:
    string | null;
  @Uuid({ ...cell, description: 'The `user_id` of that staff member.' }) sent_by?: StaffUserId | null;
  @Text({ max: 200, ...cell, description: 'The id at the provider of texts. No two messages of a shop have the same.' })
  provider_id?: string | null;
}

export const messageKind = importKind<MessageRow, Message>({
  name: 'messages',
  record: MESSAGES,
  row: MessageRow,
  resolve: {
    references: [THREAD, SENT_BY],
    required: ['direction'],
    uniques: [{ column: 'provider_id' }],
  },
  examples: [
    {
      external_id: 'M-1001',
      conversation_external_id: 'T-1001',
      direction: 'outbound',
      body: 'See you at nine. This is the way in.',
      from: '613 555 0100',
      to: '613 555 0142',
      status: 'undelivered',
      error: '30003: The recipient’s phone is switched off or out of reach.',
      media: [{ content_type: 'image/jpeg', url: 'https://files.example.com/way-in.jpg' }],
      segments: 1,
      automated: false,
      sent_by_external_id: 'S-1001',
      provider_id: 'SM1001',
      created_at: '2024-05-17T09:45:00Z',
    },
    {
      external_id: 'M-1002',
      conversation_external_id: 'T-1001',
      direction: 'inbound',
      body: 'Perfect, see you then.',
      from: '613 555 0142',
      to: '613 555 0100',
      created_at: '2024-05-17T09:47:00Z',
    },
  ],
  defaults: {
    conversationId: null,
    direction: null,
    status: 'received',
    media: [],
    mediaSources: [],
    automated: false,
    keywordAnswer: false,
    attempts: 0,
    dueAt: null,
  },
  write: (written, before, row, { shop, restore, isNew, publicUrl }) => {
    const lacksStatus = row.status === null || (isNew && row.status === undefined);
    const next: Message = {
      ...written,
      from: addressOf(written.from, shop),
      to: addressOf(written.to, shop),
      media: written.media.map((file) => ({ ...file, url: storedAddress(file.url, publicUrl) })),
      status: lacksStatus ? (written.direction === 'inbound' ? 'received' : 'sent') : written.status,
    };
    if (restore) return neverSent(next);
    requireStatus(before, next, row);
    requirePerson(next);
    requireAddresses(row);
    const media = row.media === undefined ? before.media : importedMedia(before.media, next.media);
    return { ...next, media, keywordAnswer: before.keywordAnswer };
  },
  alsoWrites: (message, _row, { restore, latest }) => {
    // A restored thread has its own times. The cast is safe: `latest` returns a record of the given type.
    const thread = restore ? null : (latest(CONVERSATIONS, message.conversationId) as Conversation | null);
    return thread ? [{ type: CONVERSATIONS, record: withMessage(thread, message) }] : [];
  },
  announce: (running, before, message) =>
    announceMessage(running, before && threadMessage(before, running), threadMessage(message, running)),
});

const announceMessage = announcedBy(messageEvents, importMessage);

/** The message with what it has from its thread. No import brings a message that waits. */
function threadMessage(message: Message, { found }: AnnouncingImport): ThreadMessage {
  // The cast is safe: `told` names the properties.
  const thread = found(THREAD.column, message.conversationId) as Pick<ThreadMessage, 'channel' | 'customerId'> | null;
  if (!thread) throw new Error(`message ${message.id} has no thread`);
  return { ...message, channel: thread.channel, customerId: thread.customerId, held: null };
}

/**
 * The restored message. Nobody here will learn if the service that it comes from still sent a message that waited, so its status
 * is `unconfirmed`.
 */
function neverSent(message: Message): Message {
  return isWaiting(message.status) ? { ...message, status: 'unconfirmed' } : message;
}

/**
 * The address in the form in which it is stored. A text that is no address and no phone number, such as a short code, is kept.
 */
function addressOf(text: string | null, { country }: Shop): string | null {
  if (text === null) return null;
  return text.includes('@') ? normalizeEmail(text) : (normalizePhone(text, country) ?? text);
}

/**
 * Refuses a status that an imported message cannot have. A message that waits to be sent is refused, because imported messages
 * are from the past and the service must not send them. A message that the service itself is sending may keep its status. A
 * status that does not fit the direction is refused, too.
 */
function requireStatus(before: Message, { direction }: Message, { status }: MessageRow): void {
  if (!status) return;
  if (isWaiting(status) && status !== before.status)
    throw new ValidationError('status', 'a message that is still to be sent cannot be imported');
  if (!fitsDirection(status, direction)) throw new ValidationError('status', `an ${direction} message cannot be ${status}`);
}

/** Refuses a sender of the staff for a message that a contact or a machine sent. */
function requirePerson({ sentBy, direction, automated }: Message): void {
  if (sentBy === null) return;
  if (direction === 'inbound') throw new ValidationError(SENT_BY.column, 'staff cannot have sent an inbound message');
  if (automated) throw new ValidationError(SENT_BY.column, 'staff cannot have sent an automated message');
}

function requireAddresses({ media }: MessageRow): void {
  const wrong = media?.findIndex(({ url }) => !isWebAddress(url) && !isAttachmentPath(url)) ?? -1;
  if (wrong >= 0) throw new ValidationError('media', `entry ${wrong + 1}: url: is not an http or https address`);
}
