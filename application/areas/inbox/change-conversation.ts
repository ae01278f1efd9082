import { changeConversation as decide } from '../../../domain/inbox/change-conversation.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ConversationId, PersonId, ShopId, StaffUserId } from '../../../domain/shared/id.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { PathId, Uuid, Verb } from '../../kernel/fields/fields.js';
import { theOneChange } from '../../kernel/operation/changes.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { eligibleAssignee } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { conversationEvents, ConversationView } from './conversation.view.js';
import { Conversations } from './conversations.js';

export class ChangeConversationInput {
  @PathId({ listedBy: 'comms.list_conversations' }) id!: ConversationId;
  @Verb({ description: 'Somebody has read it.' }) mark_read?: true;
  @Verb({ description: 'Needs a message from the contact.' }) mark_unread?: true;
  @Verb({ description: 'Closes the thread.' }) mark_done?: true;
  @Verb({ description: 'Opens it again.' }) mark_open?: true;
  @Verb({ description: 'Parks the thread until the contact’s next message.' }) snooze?: true;
  @Verb({ description: 'Keeps it on top.' }) pin?: true;
  @Verb({ description: 'Ends that.' }) unpin?: true;
  @Verb({ description: 'It is nobody’s.' }) unassign?: true;
  @Uuid({
    listedBy: 'tasks.assignees',
    listedAs: 'staff_id',
    change: true,
    description: 'A `staff_id` from tasks.assignees.',
  })
  staff_id?: PersonId;
  @ExternalIdField({ change: true }) external_id?: string | null;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

export class ChangeConversation implements UseCase<ChangeConversationInput, Conversation> {
  constructor(
    private readonly conversations: Conversations,
    private readonly staff: Staff,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, ...given }: ChangeConversationInput, cause: Cause): Promise<Conversation> {
    const asked = theOneChange(given);
    // The thread is looked up first: a thread of another shop is answered 404, even if the teammate is unknown.
    if (!(await this.conversations.find(shop.id, id))) throw new NotFound('conversation');
    const change = asked.verb === 'staff_id' ? { ...asked, value: await this.userOf(shop.id, asked.value) } : asked;
    const thread = await this.conversations.change(shop.id, id, (before) =>
      this.announcer.announce(conversationEvents, before, decide(before, change, this.clock.now()), cause),
    );
    if (!thread) throw new NotFound('conversation');
    return thread;
  }

  private async userOf(shop: ShopId, id: PersonId): Promise<StaffUserId> {
    return (await eligibleAssignee(this.staff, shop, id)).userId;
  }
}

export const changeConversation = operation(ChangeConversation, {
  name: 'conversations.change',
  summary: 'Change one thing about a thread',
  description:
    'Makes exactly one change per call: mark the thread read or unread, close, open or snooze it, pin or unpin it, give it to a ' +
    'teammate or to nobody, set its external id or its metadata. The teammate who gets it is notified. If the thread already is ' +
    'so, nothing changes.',
  scope: 'full',
  route: post('/conversations/:id'),
  input: ChangeConversationInput,
  output: one(ConversationView),
  needs: [Conversations, Staff, Clock, Announcer],
  // By the specification, no verb, several verbs and a person who cannot be assigned are answered with 500.
  errors: ['not_found', 'conflict', 'internal_error'],
  exactlyOne: true,
  repeatable: true,
});
