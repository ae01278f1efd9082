import type { ConversationId, CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import {
  PURPOSES,
  SCHEDULABLE_CHANNELS,
  schedule,
  scheduledBody,
  type Purpose,
  type SchedulableChannel,
  type ScheduledMessage,
} from '../../../domain/texting/scheduled-message.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { SettingsOfShops } from '../access/shops.js';
import { ContactConsents, PURPOSE } from './contact-consents.js';
import { addresseeOf, requireFuture } from './queue-rules.js';
import { scheduledMessageEvents, ScheduledMessageView } from './scheduled-message.view.js';
import { ScheduledMessages } from './scheduled-messages.js';
import { requireTexts, TextRecipients } from './text-recipients.js';

class ScheduleMessageInput {
  @OneOf(SCHEDULABLE_CHANNELS, { description: 'How it is sent.' }) channel!: SchedulableChannel;
  @Text({
    max: 20_000,
    lines: true,
    description: 'Links are removed from an sms, which may have 1,600 characters.',
    example: 'Your car is ready.',
  })
  body!: string;
  @DateTime({ max: 40, description: 'In the future.', example: '2036-03-03T15:00:00.000Z' }) send_at!: Instant;
  @Uuid({ listedBy: 'comms.list_conversations', optional: true, description: 'The thread to land in.' })
  conversation?: ConversationId;
  @Uuid({
    listedBy: 'customers.list',
    optional: true,
    description: 'Required without `conversation`.',
    example: '0199a3c4-b6c4-7586-8387-5e34487ca3c1',
  })
  customer_id?: CustomerId;
  @Text({ max: 200, optional: true, countsWhen: ({ channel }) => channel !== 'sms', description: 'Only for an email.' })
  subject?: string;
  @OneOf(PURPOSES, { optional: true, default: 'business', description: PURPOSE }) purpose?: Purpose;
}

class ScheduleMessage implements UseCase<ScheduleMessageInput, ScheduledMessage> {
  constructor(
    private readonly scheduled: ScheduledMessages,
    private readonly recipients: TextRecipients,
    private readonly consents: ContactConsents,
    private readonly settings: SettingsOfShops,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop, key }: Caller, input: ScheduleMessageInput, cause: Cause): Promise<ScheduledMessage> {
    const { channel, send_at: sendAt, subject = null, customer_id: customerId, conversation, purpose = 'business' } = input;
    requireFuture(sendAt, this.clock.now());
    const recipient = await this.recipients.find(shop.id, { customerId, conversation });
    if (channel === 'sms') requireTexts(recipient.named);
    await this.consents.require(shop.id, purpose, recipient.customer?.id ?? null);
    const { replyPointer } = await this.settings.find(shop.id);
    const text = scheduledBody(channel, input.body, replyPointer);
    const to = addresseeOf(channel, recipient);
    if (channel === 'sms') await this.consents.requireNoBlock(shop.id, recipient.number);
    const decision = schedule(
      {
        id: this.ids.next(),
        conversationId: recipient.named?.id ?? null,
        customerId: recipient.customer?.id ?? null,
        ...text,
        channel,
        purpose,
        to,
        sendAt,
        scheduledBy: key.actsFor,
        automationId: null,
        subject: channel === 'email' ? subject : null,
      },
      this.clock.now(),
    );
    await this.scheduled.add(shop.id, this.announcer.announce(scheduledMessageEvents, null, decision, cause));
    return decision.next;
  }
}

export const scheduleMessage = operation(ScheduleMessage, {
  name: 'comms.schedule_message',
  summary: 'Schedule a message',
  description:
    'Queues a text or an email for one contact; a text ends with the shop’s reply pointer. The customer gets it at `send_at`, but ' +
    'quiet hours delay a text, and a STOP refuses it. A repetition queues a second message, unless it has the same ' +
    '`idempotency_key`. Refuses a blocked contact, and a time that is past.',
  scope: 'full',
  capability: { permission: 'inbox.access', budget: 'write', feature: 'scheduling' },
  input: ScheduleMessageInput,
  output: one(ScheduledMessageView),
  needs: [ScheduledMessages, TextRecipients, ContactConsents, SettingsOfShops, Ids, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  reachesCustomer: true,
});
