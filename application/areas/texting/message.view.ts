import { CHANNELS } from '../../../domain/inbox/conversation.js';
import type { Instant } from '../../../domain/shared/instant.js';
import {
  DIRECTIONS,
  isAttachmentPath,
  MESSAGE_STATUSES,
  type MessageMedia,
  type ShownMessage,
  type ThreadMessage,
} from '../../../domain/texting/message.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import type { Values } from '../../kernel/fields/field.js';
import { DateTime, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { NestedList, UpdatedAt, type View } from '../../kernel/fields/view.js';

const WHY = 'The reason why it was not delivered: a rule of texting, or the provider’s code and a sentence.';
export const HELD_SAYS = 'Why it waits: `paused` by the operator, or `account_refused` by the provider.';

const FILE =
  'An address of this service, which answers the file to a key of the shop; a path if PUBLIC_URL is unset. Imported messages can have others.';
const MEDIA = 'The attached files that the service has stored. A file of an inbound message appears when it was fetched.';

function isInbound({ direction }: Values): boolean {
  return direction === 'inbound';
}

/** A contact wrote the body, or a rule may have written a contact’s words into it. */
function mayQuote(message: Values): boolean {
  return isInbound(message) || (message['automated'] === true && message['sent_by'] === null);
}

class MessageMediaView {
  @Text({ description: 'The type that the file’s own bytes show.', example: 'image/jpeg' }) content_type!: string;
  @Text({ description: FILE, example: 'https://shop.example/api/v1/messages/0198a1f4-0000-7000-8000-000000000001/media/0' })
  url!: string;

  static of({ contentType, url }: MessageMedia, publicUrl: string | null): MessageMediaView {
    return { content_type: contentType, url: publicUrl !== null && isAttachmentPath(url) ? publicUrl + url : url };
  }
}

export class MessageView {
  @Uuid() id!: string;
  @Uuid({ description: 'The thread.' }) conversation!: string;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @OneOf(DIRECTIONS, { example: 'outbound' }) direction!: string;
  @OneOf(CHANNELS) channel!: string;
  @Text({ nullable: true, fromOutside: mayQuote, example: 'Your car is ready.' }) body!: string | null;
  @Text({ nullable: true, fromOutside: isInbound, example: '+16135550100' }) from!: string | null;
  @Text({ nullable: true, fromOutside: true, example: '+16135550142' }) to!: string | null;
  @OneOf(MESSAGE_STATUSES, { example: 'queued' }) status!: string;
  @Text({ nullable: true, description: HELD_SAYS }) held!: string | null;
  @Text({ nullable: true, description: WHY }) error!: string | null;
  @NestedList(MessageMediaView, { description: MEDIA }) media!: readonly MessageMediaView[];
  @Int({ min: 0, nullable: true, description: 'SMS segments.' }) segments!: number | null;
  @Flag({ description: 'A machine sent it.' }) automated!: boolean;
  @Uuid({ nullable: true, explained: true, description: 'The `user_id` of the person who sent it.' }) sent_by!: string | null;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;

  static of(message: ShownMessage, _now: Instant, publicUrl: string | null): MessageView {
    return {
      id: message.id,
      conversation: message.conversationId,
      customer_id: message.customerId,
      direction: message.direction,
      channel: message.channel,
      body: message.body,
      from: message.from,
      to: message.to,
      status: message.status,
      held: message.status === 'queued' ? message.held : null,
      error: message.error,
      media: message.media.map((file) => MessageMediaView.of(file, publicUrl)),
      segments: message.segments,
      automated: message.automated,
      sent_by: message.sentBy,
      created_at: message.createdAt,
      updated_at: message.updatedAt,
    };
  }
}

/** A change decides on the whole record, of which the events show a part. */
const EVENT_VIEW: View<ThreadMessage> = MessageView;

/** The contact is at the other end. The shop's own line is nobody's. */
const aboutMessage: About = ({ customer_id: customer, conversation, channel, direction, from, to }) => [
  ['customer', customer],
  ['conversation', conversation],
  [channel === 'email' ? 'email' : 'number', direction === 'inbound' ? from : to],
];

const RECEIVED = { direction: 'inbound', body: 'Is my car ready?', from: '+16135550142', to: '+16135550100', status: 'received' };
const FAILED = { status: 'failed', error: 'The number is not in service.' };

export const messageEvents = eventKinds(EVENT_VIEW, aboutMessage, {
  'message.received': { says: 'A contact sent a message.', withoutPrevious: true, example: RECEIVED },
  'message.sent': { says: 'The provider has taken a message.', example: { status: 'sent', segments: 1 } },
  'message.delivered': { says: 'A message was delivered.', example: { status: 'delivered', segments: 1 } },
  'message.failed': {
    says: 'A message failed, was not delivered, or nobody knows if it was sent; `status` says which.',
    example: FAILED,
  },
});
