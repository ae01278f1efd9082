import { defined } from '../../../domain/shared/defined.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ConversationId } from '../../../domain/shared/id.js';
import { DIRECTIONS, type Direction, type ShownMessage } from '../../../domain/texting/message.js';
import { OneOf, Uuid } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { MessageView } from '../texting/message.view.js';
import { Messages } from '../texting/messages.js';
import { Conversations } from './conversations.js';

class ListThreadMessagesInput {
  @Uuid({ listedBy: 'comms.list_conversations' }) conversation!: ConversationId;
  @OneOf(DIRECTIONS, { optional: true, description: 'Left out: both.' }) direction?: Direction;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListThreadMessages implements UseCase<ListThreadMessagesInput, OffsetSlice<ShownMessage>> {
  constructor(
    private readonly messages: Messages,
    private readonly conversations: Conversations,
  ) {}

  async execute({ shop }: Caller, input: ListThreadMessagesInput): Promise<OffsetSlice<ShownMessage>> {
    const { conversation, direction, limit = 25, offset = 0 } = input;
    const page = await this.messages.list(shop.id, { conversation, ...defined({ direction }) }, limit, offset);
    if (page.total === 0 && !(await this.conversations.find(shop.id, conversation))) throw new NotFound('conversation');
    return page;
  }
}

export const listThreadMessages = operation(ListThreadMessages, {
  name: 'comms.list_messages',
  summary: 'Read the messages of a thread',
  description:
    'Reads the messages of one thread, newest first; texts that wait are in ' +
    'comms.list_scheduled_messages. Nobody is contacted, and the thread is not marked as read. A repetition reads anew. ' +
    'Refuses an unknown thread.',
  scope: 'read',
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ListThreadMessagesInput,
  output: offsetPageOf(MessageView),
  needs: [Messages, Conversations],
  errors: ['not_found'],
});
