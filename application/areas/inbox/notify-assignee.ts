import type { ConversationId } from '../../../domain/shared/id.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import { assignmentNoticeOf, type AssignmentNotice, type AssignmentNotices } from '../staff/assignment-notices.js';
import { TELL_AGAIN_AFTER_MS } from '../staff/email-notices.js';
import type { Conversations } from './conversations.js';

interface Payload extends AssignmentNotice {
  readonly conversation: ConversationId;
}

/** Tells a teammate by e-mail that a thread was given to them. */
export class NotifyAssignee implements EventWork<Payload> {
  readonly name = 'conversations.tell_assignee';
  readonly on = ['conversation.assigned'] as const;
  readonly againAfterMs = TELL_AGAIN_AFTER_MS;

  constructor(
    private readonly conversations: Conversations,
    private readonly notices: AssignmentNotices,
  ) {}

  payloadOf(event: StoredEvent): Payload | null {
    const assignment = assignmentNoticeOf(event);
    // The cast is safe: the data of the event is the thread.
    return assignment && { ...assignment, conversation: event.data['id'] as ConversationId };
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run(payload: Payload): Promise<boolean> {
    return this.notices.send(payload, 'conversation', await this.conversations.find(payload.shop, payload.conversation));
  }
}
