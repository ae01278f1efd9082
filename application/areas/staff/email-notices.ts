import type { Shop } from '../../../domain/access/shop.js';
import type { EventId, ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { StoredEvent } from '../../kernel/events/work.js';
import type { Email, Emails } from '../../kernel/ports/emails.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { Outgoing } from '../outgoing/outgoing.js';

const GIVE_UP_AFTER_MS = 24 * 3_600_000;
/** how long work waits that tells somebody by e-mail, before its next try */
export const TELL_AGAIN_AFTER_MS = 60_000;

/** The event that staff members are told of by e-mail. Work has it in its payload. */
export interface Notice {
  readonly shop: ShopId;
  readonly event: EventId;
  readonly since: Instant;
}

export function noticeOf({ shop, id: event, createdAt: since }: StoredEvent): Notice {
  return { shop, event, since };
}

/** What an e-mail says. It names records by their ids, and says nothing about a contact. */
export type NoticeText = Pick<Email, 'subject' | 'text'>;

/** Tells staff members of an event by e-mail. It is the only way in which the service does so. */
export class EmailNotices {
  constructor(
    private readonly shops: Shops,
    private readonly emails: Emails,
    private readonly outgoing: Outgoing,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Sends the text to each of the recipients who has an address. A repetition has the same Message-IDs. A shop that is suspended
   * tells nobody. The time of a pause by hand does not count.
   * @returns false: somebody was not told, and another try may succeed
   */
  async send(notice: Notice, recipients: readonly StaffMember[], textFor: (shop: Shop) => NoticeText): Promise<boolean> {
    const shop = await this.shops.find(notice.shop);
    if (!shop || shop.suspended) return true;
    const told = await Promise.all(recipients.map((member) => this.tell(shop, notice.event, member, textFor(shop))));
    if (told.every(Boolean)) return true;
    const since = await this.outgoing.lateFrom('emails', shop.id, notice.since);
    return this.clock.now() > later(since, GIVE_UP_AFTER_MS);
  }

  private async tell(shop: Shop, event: EventId, { id, email: to }: StaffMember, text: NoticeText): Promise<boolean> {
    if (to === null) return true;
    const email = { id: `${event}.${id}`, message: null, fromName: shop.name, to, replyTo: null, ...text };
    const told = await this.emails.send(shop.id, email);
    if (told.outcome === 'accepted') return true;
    if (told.outcome === 'held') return false; // the pause is known already
    const reason = told.outcome === 'refused' ? told.code : told.reason; // the server's sentence can have the address in it
    this.log.warn('a staff member was not told of an event', { event, outcome: told.outcome, reason });
    return told.outcome === 'refused';
  }
}
