import { NotFound } from '../../../domain/shared/errors.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { MessageView } from './message.view.js';
import { Messages } from './messages.js';

class ReadMessageInput {
  @PathId() id!: MessageId;
}

class ReadMessage implements UseCase<ReadMessageInput, ThreadMessage> {
  constructor(private readonly messages: Messages) {}

  async execute({ shop }: Caller, { id }: ReadMessageInput): Promise<ThreadMessage> {
    const message = await this.messages.find(shop.id, id);
    if (!message) throw new NotFound('message');
    return message;
  }
}

export const readMessage = operation(ReadMessage, {
  name: 'messages.read',
  summary: 'Read a message',
  description: 'One message, with its status as the provider reported it last.',
  scope: 'read',
  route: get('/messages/:id'),
  input: ReadMessageInput,
  output: one(MessageView),
  needs: [Messages],
  errors: ['not_found'],
});
