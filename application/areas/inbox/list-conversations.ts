import { CHANNELS, CONVERSATION_STATUSES, type Channel, type ConversationStatus } from '../../../domain/inbox/conversation.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId, PersonId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { hasOnlySigns, searchTerms } from '../../../domain/shared/search.js';
import { ExternalIdFilter, MetadataFilter } from '../../kernel/fields/annotation-fields.js';
import { DateTime, Flag, OneOf, Text } from '../../kernel/fields/fields.js';
import { ChangesCursor, IdFilter, Offset, OffsetLimit, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { Include } from '../../kernel/fields/rest-fields.js';
import { changesPage, includedIn, NO_CHANGES, requireOneWay, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf, withChanges } from '../../kernel/operation/output.js';
import { emptySlice, type OffsetSlice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { userNamed } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { ListedConversationView } from './conversation.view.js';
import { Messages } from '../texting/messages.js';
import { Conversations, type IncludedInThread, type ListedThread } from './conversations.js';

class ListConversationsInput {
  @OneOf(CONVERSATION_STATUSES, { optional: true, description: 'Left out: any.' }) status?: ConversationStatus;
  @OneOf(CHANNELS, { optional: true, description: 'Left out: any. `call`: threads that a call began.' }) channel?: Channel;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @IdFilter({ listedBy: 'staff.list', listedAs: 'user_id' }) assigned_to?: PersonId;
  @Flag({ optional: true, description: '`true`: nobody’s.' }) unassigned?: boolean;
  @Flag({ optional: true, description: '`true`: unread.' }) unread?: boolean;
  @Flag({
    optional: true,
    description: 'No person has answered yet; automated texts do not count. With `status` `open`: who waits.',
  })
  unanswered?: boolean;
  @Text({ max: 120, optional: true, clearable: true, description: 'A part of a name, number or subject.' })
  q?: string;
  @DateTime({ optional: true, description: 'Active then or later.' }) since?: Instant;
  @ExternalIdFilter() external_id?: string;
  @MetadataFilter() metadata?: Metadata;
  @Include('contact', 'last_message') include?: readonly string[];
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
  @UpdatedSince() updated_since?: Instant;
  @ChangesCursor() cursor?: string;
}

type Thread = ListedThread & IncludedInThread;

class ListConversations implements UseCase<ListConversationsInput, OffsetSlice<Thread> | Changes<Thread>> {
  constructor(
    private readonly conversations: Conversations,
    private readonly messages: Messages,
    private readonly staff: Staff,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: ListConversationsInput): Promise<OffsetSlice<Thread> | Changes<Thread>> {
    requireOneWay(input);
    const { status, channel, customer_id: customerId, unassigned, since, limit = 25, offset = 0 } = input;
    const { q = '', unread: unreadOnly = false, unanswered, include = [] } = input;
    const { updated_since: changedSince, cursor, external_id, metadata } = input;
    if (hasOnlySigns(q) && changedSince === undefined) return emptySlice(offset);
    const owner = await userNamed(this.staff, shop.id, input.assigned_to);
    const assignedTo = owner ?? (unassigned ? null : undefined);
    const filter = {
      ...defined({ status, channel, customerId, assignedTo, since, unanswered, external_id, metadata }),
      unreadOnly,
      terms: searchTerms(q, shop.country),
    };
    const including = (threads: readonly ListedThread[]): Promise<readonly Thread[]> => this.including(include, shop.id, threads);
    if (changedSince === undefined) {
      const page = await this.conversations.list(shop.id, filter, limit, offset);
      return { ...page, items: await including(page.items) };
    }
    const scope = { shop: shop.id, list: 'conversations', filter };
    const page = await changesPage(this.cursors, scope, { since: changedSince, limit, cursor }, async (asked) =>
      hasOnlySigns(q) ? NO_CHANGES : this.conversations.changes(shop.id, filter, asked),
    );
    return includedIn(page, including);
  }

  /** Returns the threads with what a call asks for, each by one statement. */
  private async including(
    include: readonly string[],
    shop: ShopId,
    threads: readonly ListedThread[],
  ): Promise<readonly Thread[]> {
    if (include.length === 0 || threads.length === 0) return threads;
    const ids = threads.map(({ id }) => id);
    const contacts = include.includes('contact') ? await this.conversations.contacts(shop, ids) : null;
    const lastMessages = include.includes('last_message') ? await this.messages.lastOf(shop, ids) : null;
    return threads.map((thread) => ({
      ...thread,
      ...defined({ contact: contacts?.get(thread.id) }),
      ...(lastMessages && { lastMessage: lastMessages.get(thread.id) ?? null }),
    }));
  }
}

export const listConversations = operation(ListConversations, {
  name: 'comms.list_conversations',
  summary: 'List threads',
  description:
    'Lists the threads of the inbox, last active first; comms.list_messages reads one, and ' +
    'customers.get tells more of its customer. Nobody is contacted, and nothing is marked as read. A repetition reads ' +
    'anew. Refuses an id that is not a UUID; an unknown one matches nothing.',
  scope: 'read',
  route: get('/conversations', { operationId: 'conversations.list' }),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ListConversationsInput,
  output: withChanges(offsetPageOf, ListedConversationView),
  needs: [Conversations, Messages, Staff, Cursors],
});
