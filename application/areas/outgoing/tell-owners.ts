import type { Shop } from '../../../domain/access/shop.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import { noticeOf, TELL_AGAIN_AFTER_MS, type EmailNotices, type Notice, type NoticeText } from '../staff/email-notices.js';
import type { Staff } from '../staff/staff.js';

/** Tells the shop's owners by e-mail that its texts wait, because the provider refuses the account. */
export class TellOwnersOfTexting implements EventWork<Notice> {
  readonly name = 'outgoing.tell_owners';
  readonly on = ['texting.paused'] as const;
  readonly againAfterMs = TELL_AGAIN_AFTER_MS;

  constructor(
    private readonly staff: Staff,
    private readonly notices: EmailNotices,
  ) {}

  /** Null: the operator has paused texts, and knows why. */
  payloadOf(event: StoredEvent): Notice | null {
    return event.data['held'] === 'account_refused' ? noticeOf(event) : null;
  }

  keyOf({ event }: Notice): string {
    return event;
  }

  async run(notice: Notice): Promise<boolean> {
    const owners = (await this.staff.active(notice.shop)).filter(({ role }) => role === 'owner');
    return this.notices.send(notice, owners, textOf);
  }
}

function textOf({ name }: Shop): NoticeText {
  const text = `The texts of ${name} wait: the provider of texts does not accept the account of this service. Nothing is lost yet.
Texts leave when the account is accepted again. A text that is due for more than 60 minutes by then is not sent.`;
  return { subject: 'Texts wait', text };
}
