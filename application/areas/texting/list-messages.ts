import { defined } from '../../../domain/shared/defined.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ConversationId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DIRECTIONS, type Direction, type ShownMessage } from '../../../domain/texting/message.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, IdFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { changesPage, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { Conversations } from '../inbox/conversations.js';
import { MessageView } from './message.view.js';
import { Messages } from './messages.js';

class ListMessagesInput {
  @IdFilter({ description: 'The thread. Left out: all threads, and `since` or `updated_since` is needed.' })
  conversation_id?: ConversationId;
  @OneOf(DIRECTIONS, { optional: true, description: 'Left out: both.' }) direction?: Direction;
  @DateTime({ optional: true, description: 'Messages then or later.' }) since?: Instant;
  @DateTime({ optional: true, description: 'Messages before then.' }) until?: Instant;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

class ListMessages implements UseCase<ListMessagesInput, Slice<ShownMessage> | Changes<ShownMessage>> {
  constructor(
    private readonly messages: Messages,
    private readonly conversations: Conversations,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: ListMessagesInput): Promise<Slice<ShownMessage> | Changes<ShownMessage>> {
    const { limit, cursor, updated_since: changedSince, ...given } = input;
    const { conversation_id: conversation, ...times } = given;
    const scope = { shop: shop.id, list: 'messages', filter: given };
    const filter = { ...times, ...defined({ conversation }) };
    if (changedSince !== undefined)
      return changesPage(this.cursors, scope, { since: changedSince, limit, cursor }, (asked) =>
        this.messages.changes(shop.id, filter, asked),
      );
    if (conversation === undefined && times.since === undefined)
      throw new ValidationError('conversation_id', 'conversation_id is required, or since, or updated_since');
    const page = await cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) =>
      this.messages.search(shop.id, filter, rows, after),
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
    'The messages of one thread, newest first, or with `since` or `updated_since` those of all threads. Texts that are still ' +
    'scheduled are not among them.',
  scope: 'read',
  route: get('/messages'),
  input: ListMessagesInput,
  output: withChanges(cursorPageOf, MessageView),
  needs: [Messages, Conversations, Cursors],
  errors: ['not_found'],
});
