import type { Shop } from '../../../domain/access/shop.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import { noticeOf, TELL_AGAIN_AFTER_MS, type EmailNotices, type NoticeText, type Notice } from '../staff/email-notices.js';
import type { Staff } from '../staff/staff.js';

interface Payload extends Notice {
  readonly webhook: WebhookId;
  /** null: the subscription is disabled already */
  readonly disablesAt: Instant | null;
}

/** Tells the shop's owners by e-mail that a subscription fails or was disabled. */
export class NotifyOwners implements EventWork<Payload> {
  readonly name = 'webhooks.tell_owners';
  readonly on = ['webhook.failing'] as const;
  readonly againAfterMs = TELL_AGAIN_AFTER_MS;

  constructor(
    private readonly staff: Staff,
    private readonly notices: EmailNotices,
  ) {}

  payloadOf(event: StoredEvent): Payload {
    // The cast is safe: these are two fields of every event of this kind.
    const { id: webhook, disables_at: disablesAt } = event.data as {
      readonly id: WebhookId;
      readonly disables_at: Instant | null;
    };
    return { ...noticeOf(event), webhook, disablesAt };
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run(payload: Payload): Promise<boolean> {
    const owners = (await this.staff.active(payload.shop)).filter(({ role }) => role === 'owner');
    return this.notices.send(payload, owners, (shop) => textOf(shop, payload));
  }
}

function textOf({ name }: Shop, { webhook, disablesAt }: Payload): NoticeText {
  const log = `The answers of the receiver are in the log of its deliveries.`;
  if (disablesAt === null) {
    return {
      subject: 'A webhook was switched off',
      text: `The webhook ${webhook} of ${name} was switched off, because its receiver did not take the events. ${log}
When the receiver works again, switch the webhook on. The events that it missed are in the feed (GET /api/v1/events).`,
    };
  }
  return {
    subject: 'A webhook is failing',
    text: `No delivery to the webhook ${webhook} of ${name} has succeeded for days. ${log}
If none succeeds until ${disablesAt} either, the webhook is switched off.`,
  };
}
