import type { Shop } from '../../../domain/access/shop.js';
import type { EventId, ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import type { Emails } from '../../kernel/ports/emails.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { Staff } from '../staff/staff.js';

const GIVE_UP_AFTER_MS = 24 * 3_600_000;

interface Payload {
  readonly shop: ShopId;
  readonly event: EventId;
  readonly since: Instant;
}

/** Tells the shop's owners by e-mail that its texts wait. A repetition has the same Message-IDs. */
export class TellOwnersOfTexting implements EventWork<Payload> {
  readonly name = 'outgoing.tell_owners';
  readonly on = ['texting.paused'] as const;
  readonly againAfterMs = 60_000;

  constructor(
    private readonly staff: Staff,
    private readonly shops: Shops,
    private readonly emails: Emails,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  payloadOf({ shop, id: event, createdAt: since }: StoredEvent): Payload {
    return { shop, event, since };
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run({ shop: id, event, since }: Payload): Promise<boolean> {
    const shop = await this.shops.find(id);
    if (!shop || shop.suspended) return true;
    const owners = (await this.staff.active(id)).filter(({ role }) => role === 'owner');
    const told = await Promise.all(owners.map((owner) => this.tell(shop, owner, event)));
    return told.every(Boolean) || this.clock.now() > later(since, GIVE_UP_AFTER_MS);
  }

  /** False: the owner was not told, and another try may succeed. */
  private async tell(shop: Shop, { id, email: to }: StaffMember, event: EventId): Promise<boolean> {
    if (to === null) return true;
    const { outcome } = await this.emails.send(shop.id, {
      id: `${event}.${id}`,
      message: null,
      fromName: shop.name,
      to,
      replyTo: null,
      subject: 'Texts wait',
      text: textOf(shop),
    });
    if (outcome === 'refused' || outcome === 'unknown')
      this.log.warn('an owner was not told that texts wait', { event, outcome });
    return outcome === 'accepted' || outcome === 'refused';
  }
}

function textOf({ name }: Shop): string {
  return `The texts of ${name} wait: the provider of texts does not accept the account of this service. Nothing is lost yet.
Texts leave when the account is accepted again. A text that is due for more than 60 minutes by then is not sent.`;
}
