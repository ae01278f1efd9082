import { NotFound } from '../../../domain/shared/errors.js';
import type { ConversationId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ConversationDetailView } from './conversation.view.js';
import { Conversations, type ConversationDetail } from './conversations.js';

class GetConversationInput {
  @PathId({ listedBy: 'comms.list_conversations' }) id!: ConversationId;
}

class GetConversation implements UseCase<GetConversationInput, ConversationDetail> {
  constructor(private readonly conversations: Conversations) {}

  async execute({ shop }: Caller, { id }: GetConversationInput): Promise<ConversationDetail> {
    const detail = await this.conversations.detail(shop.id, id);
    if (!detail) throw new NotFound('conversation');
    return detail;
  }
}

export const getConversation = operation(GetConversation, {
  name: 'conversations.get',
  summary: 'Read a thread',
  description:
    'Reads one thread, with its customer and what the customer may be sent; comms.list_messages has its messages. Nobody is ' +
    'contacted, and nothing is marked as read. A repetition reads anew. Refuses an unknown id.',
  scope: 'read',
  route: get('/conversations/:id', { operationId: 'conversations.read' }),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: GetConversationInput,
  output: one(ConversationDetailView),
  needs: [Conversations],
  errors: ['not_found'],
});
