import type { Shop } from '../../domain/access/shop.js';
import { withMessage } from '../../domain/conversations/last-times.js';
import { DIRECTIONS, type Direction, type Message } from '../../domain/messages/message.js';
import { fitsDirection, isWaiting, MESSAGE_STATUSES, type MessageStatus } from '../../domain/messages/message-status.js';
import { normalizeEmail } from '../../domain/shared/contact.js';
import { ValidationError } from '../../domain/shared/errors.js';
import type { ConversationId } from '../../domain/shared/id.js';
import { normalizePhone } from '../../domain/shared/phone.js';
import { Flag, OneOf, Text, Uuid } from '../fields/fields.js';
import { importKind } from '../import/import-kind.js';
import { cell, ExternalId, given, ImportRow } from '../import/import-row.js';
import { MESSAGES } from './records.js';
import { CONVERSATIONS } from '../conversations/records.js';

const ADDRESS = 'A phone number (normalised to E.164) or an email address (in lower case).';

class MessageRow extends ImportRow {
  @ExternalId({ description: 'The thread’s external id. A new message needs this or `conversation`.' })
  conversation_external_id?: string | null;
  @Uuid({ ...cell, description: 'The thread’s `id` in this service.' }) conversation?: ConversationId | null;
  @OneOf(DIRECTIONS, { ...cell, description: 'Required for a new message.' }) direction?: Direction | null;
  @Text({ max: 20_000, lines: true, ...cell }) body?: string | null;
  @Text({ max: 320, ...cell, description: ADDRESS }) from?: string | null;
  @Text({ max: 320, ...cell, description: ADDRESS }) to?: string | null;
  @OneOf(MESSAGE_STATUSES, { ...cell, description: 'Default: `received` for inbound messages, `sent` for outbound.' })
  status?: MessageStatus | null;
  @Flag({ ...cell, description: 'True: a machine sent the message, not a person.' }) automated?: boolean | null;
}

export const messageKind = importKind<MessageRow, Message>({
  name: 'messages',
  record: MESSAGES,
  row: MessageRow,
  references: [{ column: 'conversation', external: 'conversation_external_id', to: CONVERSATIONS, required: true }],
  required: ['direction'],
  moves: { reference: 'conversation', move: withMessage },
  examples: [
    {
      external_id: 'M-1001',
      conversation_external_id: 'T-1001',
      direction: 'inbound',
      body: 'Perfect, see you then.',
      from: '613 555 0142',
      to: '613 555 0100',
      created_at: '2024-05-17T09:45:00Z',
    },
    {
      external_id: 'M-1002',
      conversation_external_id: 'T-1001',
      direction: 'outbound',
      body: 'We received your message.',
      status: 'delivered',
      automated: true,
      created_at: '2024-05-17T09:45:30Z',
    },
  ],
  blank: ({ newId, now }) => ({
    id: newId(),
    conversationId: newId(),
    direction: 'inbound',
    body: null,
    from: null,
    to: null,
    status: 'received',
    error: null,
    media: [],
    mediaSources: [],
    segments: null,
    automated: false,
    keywordAnswer: false,
    sentBy: null,
    providerId: null,
    attempts: 0,
    dueAt: null,
    createdAt: now,
  }),
  write: (before, row, { shop, restore, isNew }) => {
    const written = given(before, row, { status: before.status, automated: false });
    const lacksStatus = row.status === null || (isNew && row.status === undefined);
    const next: Message = {
      ...written,
      from: addressOf(written.from, shop),
      to: addressOf(written.to, shop),
      status: lacksStatus ? (written.direction === 'inbound' ? 'received' : 'sent') : written.status,
    };
    if (!restore) requireFact(next, row);
    return next;
  },
});

/**
 * The address in the form in which it is stored. A text that is no address and no phone number, such as a short code, is kept.
 */
function addressOf(text: string | null, { country }: Shop): string | null {
  if (text === null) return null;
  return text.includes('@') ? normalizeEmail(text) : (normalizePhone(text, country) ?? text);
}

/**
 * Refuses a status that an imported message cannot have. A message that waits to be sent is refused, because imported messages
 * are from the past and the service must not send them. A status that does not fit the direction is refused, too.
 */
function requireFact({ direction }: Message, { status }: MessageRow): void {
  if (!status) return;
  if (isWaiting(status)) throw new ValidationError('status', 'a message that is still to be sent cannot be imported');
  if (!fitsDirection(status, direction)) throw new ValidationError('status', `an ${direction} message cannot be ${status}`);
}
