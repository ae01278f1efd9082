import type { ConversationId, EventId, ShopId, StaffUserId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import type { Emails } from '../../kernel/ports/emails.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { Staff } from '../staff/staff.js';
import type { Conversations } from './conversations.js';

const GIVE_UP_AFTER_MS = 24 * 3_600_000;

interface Payload {
  readonly shop: ShopId;
  readonly conversation: ConversationId;
  readonly assignee: StaffUserId;
  readonly event: EventId;
  readonly since: Instant;
}

/**
 * Tells a teammate by e-mail that a thread was given to them. The e-mail says nothing about the contact. A repetition has the same
 * Message-ID.
 */
export class NotifyAssignee implements EventWork<Payload> {
  readonly name = 'conversations.tell_assignee';
  readonly on = ['conversation.assigned'] as const;
  readonly againAfterMs = 60_000;

  constructor(
    private readonly conversations: Conversations,
    private readonly staff: Staff,
    private readonly shops: Shops,
    private readonly emails: Emails,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  payloadOf({ shop, id: event, createdAt: since, data }: StoredEvent): Payload {
    // The cast is safe: the event is announced only for threads that have an owner, and its data is the thread as it was stored.
    const { id: conversation, assigned_to: assignee } = data as {
      readonly id: ConversationId;
      readonly assigned_to: StaffUserId;
    };
    return { shop, conversation, assignee, event, since };
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run(payload: Payload): Promise<boolean> {
    const { shop: shopId, conversation, event, since } = payload;
    const [shop, to] = await Promise.all([this.shops.find(shopId), this.addressOf(payload)]);
    if (!shop || shop.suspended || to === null) return true;
    const told = await this.emails.send(shopId, {
      id: event,
      message: null,
      fromName: shop.name,
      to,
      replyTo: null,
      subject: 'A conversation was assigned to you',
      text: `You are in charge of the conversation ${conversation} of ${shop.name} now.`,
    });
    if (told.outcome === 'accepted') return true;
    const reason = told.outcome === 'refused' ? told.code : told.reason; // the server's sentence can have the address in it
    this.log.warn('a teammate was not told of a thread', { event, outcome: told.outcome, reason });
    return told.outcome === 'refused' || this.clock.now() > later(since, GIVE_UP_AFTER_MS);
  }

  /** Null: the thread is no longer theirs, they have left the shop, or they have no address. */
  private async addressOf({ shop, conversation, assignee }: Payload): Promise<string | null> {
    const thread = await this.conversations.find(shop, conversation);
    if (thread?.assignedTo !== assignee) return null;
    const member = await this.staff.findByUser(shop, assignee);
    return member?.active ? member.email : null;
  }
}
