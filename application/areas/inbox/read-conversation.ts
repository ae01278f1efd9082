import { NotFound } from '../../../domain/shared/errors.js';
import type { ConversationId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ConversationDetailView } from './conversation.view.js';
import { Conversations, type ConversationDetail } from './conversations.js';

class ReadConversationInput {
  @PathId() id!: ConversationId;
}

class ReadConversation implements UseCase<ReadConversationInput, ConversationDetail> {
  constructor(private readonly conversations: Conversations) {}

  async execute({ shop }: Caller, { id }: ReadConversationInput): Promise<ConversationDetail> {
    const detail = await this.conversations.detail(shop.id, id);
    if (!detail) throw new NotFound('conversation');
    return detail;
  }
}

export const readConversation = operation(ReadConversation, {
  name: 'conversations.read',
  summary: 'Read a thread',
  description: 'One thread, with its customer and what the customer may be sent.',
  scope: 'read',
  route: get('/conversations/:id'),
  input: ReadConversationInput,
  output: one(ConversationDetailView),
  needs: [Conversations],
  errors: ['not_found'],
});
