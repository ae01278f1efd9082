import type { Shop } from '../../../domain/access/shop.js';
import type { EventId, ShopId, WebhookId } from '../../../domain/shared/id.js';
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
  readonly webhook: WebhookId;
  readonly event: EventId;
  readonly since: Instant;
  /** null: the subscription is disabled already */
  readonly disablesAt: Instant | null;
}

/**
 * Tells the shop's owners by e-mail that a subscription fails or was disabled. A repetition has the same Message-IDs.
 */
export class NotifyOwners implements EventWork<Payload> {
  readonly name = 'webhooks.tell_owners';
  readonly on = ['webhook.failing'] as const;
  readonly againAfterMs = 60_000;

  constructor(
    private readonly staff: Staff,
    private readonly shops: Shops,
    private readonly emails: Emails,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  payloadOf({ shop, id: event, createdAt: since, data }: StoredEvent): Payload {
    // The cast is safe: these are two fields of every event of this kind.
    const { id: webhook, disables_at: disablesAt } = data as { readonly id: WebhookId; readonly disables_at: Instant | null };
    return { shop, webhook, event, since, disablesAt };
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run(payload: Payload): Promise<boolean> {
    const shop = await this.shops.find(payload.shop);
    if (!shop || shop.suspended) return true;
    const owners = (await this.staff.active(payload.shop)).filter(({ role }) => role === 'owner');
    const told = await Promise.all(owners.map((owner) => this.tell(shop, owner, payload)));
    return told.every(Boolean) || this.clock.now() > later(payload.since, GIVE_UP_AFTER_MS);
  }

  /** False: the owner was not told, and another try may succeed. */
  private async tell(shop: Shop, { id, email: to }: StaffMember, { event, webhook, disablesAt }: Payload): Promise<boolean> {
    if (to === null) return true;
    const told = await this.emails.send(shop.id, {
      id: `${event}.${id}`,
      message: null,
      fromName: shop.name,
      to,
      replyTo: null,
      subject: disablesAt === null ? 'A webhook was switched off' : 'A webhook is failing',
      text: textOf(shop, webhook, disablesAt),
    });
    if (told.outcome === 'accepted') return true;
    const reason = told.outcome === 'refused' ? told.code : told.reason; // the server's sentence can have the address in it
    this.log.warn('an owner was not told of a subscription that fails', { event, outcome: told.outcome, reason });
    return told.outcome === 'refused';
  }
}

function textOf({ name }: Shop, webhook: WebhookId, disablesAt: Instant | null): string {
  const log = `The answers of the receiver are in the log of its deliveries.`;
  if (disablesAt === null) {
    return `The webhook ${webhook} of ${name} was switched off, because its receiver did not take the events. ${log}
When the receiver works again, switch the webhook on. The events that it missed are in the feed (GET /api/v1/events).`;
  }
  return `No delivery to the webhook ${webhook} of ${name} has succeeded for days. ${log}
If none succeeds until ${disablesAt} either, the webhook is switched off.`;
}
