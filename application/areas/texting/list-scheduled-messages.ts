import { defined } from '../../../domain/shared/defined.js';
import type { ConversationId, CustomerId } from '../../../domain/shared/id.js';
import {
  SCHEDULED_MESSAGE_STATUSES,
  type ScheduledMessage,
  type ScheduledMessageStatus,
} from '../../../domain/texting/scheduled-message.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { IdFilter, Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { ScheduledMessageView } from './scheduled-message.view.js';
import { ScheduledMessages } from './scheduled-messages.js';

class ListScheduledMessagesInput {
  @OneOf(SCHEDULED_MESSAGE_STATUSES, { optional: true, description: '`scheduled`: those that wait. Left out: any.' })
  status?: ScheduledMessageStatus;
  @IdFilter({ listedBy: 'comms.list_conversations' }) conversation?: ConversationId;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListScheduledMessages implements UseCase<ListScheduledMessagesInput, OffsetSlice<ScheduledMessage>> {
  constructor(private readonly scheduled: ScheduledMessages) {}

  execute({ shop }: Caller, input: ListScheduledMessagesInput): Promise<OffsetSlice<ScheduledMessage>> {
    const { status, conversation: conversationId, customer_id: customerId, limit = 25, offset = 0 } = input;
    return this.scheduled.list(shop.id, defined({ status, conversationId, customerId }), limit, offset);
  }
}

export const listScheduledMessages = operation(ListScheduledMessages, {
  name: 'comms.list_scheduled_messages',
  summary: 'List scheduled messages',
  description:
    'Lists scheduled texts and emails by `send_at`, soonest first, past ones included. Nobody is ' +
    'contacted. A repetition reads anew. Refuses an id that is not a UUID; an unknown one matches nothing.',
  scope: 'read',
  capability: { permission: 'inbox.access', budget: 'read', feature: 'scheduling' },
  input: ListScheduledMessagesInput,
  output: offsetPageOf(ScheduledMessageView),
  needs: [ScheduledMessages],
});
