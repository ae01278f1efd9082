import { defined } from '../../../domain/shared/defined.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ConversationId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DIRECTIONS, type Direction, type ShownMessage } from '../../../domain/texting/message.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, IdFilter } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { Conversations } from '../inbox/conversations.js';
import { MessageView } from './message.view.js';
import { Messages } from './messages.js';

class ListMessagesInput {
  @IdFilter({ description: 'The thread. Left out: all threads, and `since` is needed.' }) conversation_id?: ConversationId;
  @OneOf(DIRECTIONS, { optional: true, description: 'Left out: both.' }) direction?: Direction;
  @DateTime({ optional: true, description: 'Messages then or later.' }) since?: Instant;
  @DateTime({ optional: true, description: 'Messages before then.' }) until?: Instant;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class ListMessages implements UseCase<ListMessagesInput, Slice<ShownMessage>> {
  constructor(
    private readonly messages: Messages,
    private readonly conversations: Conversations,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, { limit, cursor, ...given }: ListMessagesInput): Promise<Slice<ShownMessage>> {
    const { conversation_id: conversation, ...filter } = given;
    if (conversation === undefined && filter.since === undefined)
      throw new ValidationError('conversation_id', 'conversation_id is required, or since');
    const scope = { shop: shop.id, list: 'messages', filter: given };
    const page = await cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) =>
      this.messages.search(shop.id, { ...filter, ...defined({ conversation }) }, rows, after),
    );
    // Only an empty page can be that of an unknown thread.
    if (page.items.length === 0 && conversation && !(await this.conversations.find(shop.id, conversation)))
      throw new NotFound('conversation');
    return page;
  }
}

export const listMessages = operation(ListMessages, {
  name: 'messages.list',
  summary: 'List the messages of a thread, or of all since a time',
  description:
    'The messages of one thread, newest first, or with `since` those of all threads. Texts that are still scheduled are not among ' +
    'them.',
  scope: 'read',
  route: get('/messages'),
  input: ListMessagesInput,
  output: cursorPageOf(MessageView),
  needs: [Messages, Conversations, Cursors],
  errors: ['not_found'],
});
