import type { Shop } from '../../domain/access/shop.js';
import type { ThreadMessage } from '../../domain/messages/message.js';
import { queuedEmail } from '../../domain/messages/new-message.js';
import { giveUp, loseSight, putBack, report } from '../../domain/messages/sending.js';
import { refusalOfEmail } from '../../domain/scheduled-messages/may-email.js';
import type { Tried } from '../../domain/scheduled-messages/send-scheduled.js';
import type { EmailAddress } from '../../domain/shared/contact.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { SettingsOfShops } from '../access/settings-of-shops.js';
import type { Conversations } from '../conversations/conversations.js';
import type { EmailThreads } from '../conversations/email-threads.js';
import type { TextThreads } from '../conversations/text-threads.js';
import type { EmailOutcome, Emails } from '../emails/emails.js';
import type { Announcer } from '../events/announcer.js';
import { NO_CAUSE } from '../events/cause.js';
import { problemOf } from '../messages/hand-over.js';
import { messageEvents } from '../messages/message.events.js';
import type { Messages } from '../messages/messages.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { addMessage, type Channel, type Sending } from './sending.js';

type Decide = (message: ThreadMessage, now: Instant) => ReturnType<typeof report>;

/** Sends scheduled e-mails. One that the mail server could not take is tried again until it is too late. */
export class ScheduledEmails implements Channel {
  constructor(
    private readonly conversations: Conversations,
    private readonly threads: TextThreads,
    private readonly emailThreads: EmailThreads,
    private readonly messages: Messages,
    private readonly settings: SettingsOfShops,
    private readonly emails: Emails,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async send(shop: Shop, scheduled: Sending): Promise<Tried> {
    const reason = refusalOfEmail(shop, scheduled.sendAt, this.clock.now());
    const known = await this.messages.find(shop.id, scheduled.messageId);
    if (!known && reason) return { message: null, refusal: { reasons: [reason], nextPermittedAt: null } };
    const message = known ?? (await this.make(shop.id, scheduled));
    return { message: await this.next(shop, scheduled, message, reason), refusal: null };
  }

  private async next(shop: Shop, scheduled: Sending, message: ThreadMessage, reason: string | null): Promise<ThreadMessage> {
    const { id, status, attempts } = message;
    // An earlier run of this work was cut off while it sent the e-mail, so nobody knows if the mail server has it.
    if (status === 'sending') return this.settle(shop.id, message, loseSight);
    if (status !== 'queued') return message;
    const end = reason === 'too_late' && attempts > 0 ? 'mail_server_unavailable' : reason;
    if (end !== null) return this.settle(shop.id, message, (before, now) => giveUp(before, end, now));
    const claimed = await this.messages.claim(shop.id, id);
    if (!claimed) throw new Error('another run sends the same e-mail');
    const outcome = await this.deliver(shop, scheduled, claimed);
    if (outcome.outcome === 'not_sent' || outcome.outcome === 'unknown')
      this.log.warn('the mail server did not take an e-mail', { message: id, ...outcome });
    return this.settle(shop.id, claimed, (before, now) => afterDelivery(before, outcome, now));
  }

  private async deliver(shop: Shop, { subject, to, body }: Sending, message: ThreadMessage): Promise<EmailOutcome> {
    const [{ replyTo }, thread] = await Promise.all([
      this.settings.find(shop.id),
      this.conversations.find(shop.id, message.conversationId),
    ]);
    const { id } = message;
    const written = { to, subject: subject ?? thread?.subject ?? shop.name, text: body, replyTo };
    return this.emails.send(shop.id, { id, message: id, fromName: shop.name, ...written });
  }

  /** Makes the message, in the thread that was given if it has e-mails, else in the customer's. */
  private async make(shop: ShopId, scheduled: Sending): Promise<ThreadMessage> {
    const { conversationId, customerId, subject } = scheduled;
    const named = conversationId && (await this.conversations.find(shop, conversationId));
    const add = addMessage(scheduled, this.emails.sender, queuedEmail, this.clock.now());
    if (named?.channel === 'email') return this.threads.addTo(shop, named, add, NO_CAUSE);
    const address = scheduled.to as EmailAddress; // safe: it was an address when the e-mail was queued
    const leadId = customerId === null ? (named?.leadId ?? null) : null;
    return this.emailThreads.addToContact(shop, { customerId, leadId, address, subject }, add, NO_CAUSE);
  }

  private async settle(shop: ShopId, message: ThreadMessage, decide: Decide): Promise<ThreadMessage> {
    const settled = await this.messages.change(shop, message.id, (before) =>
      this.announcer.announce(messageEvents, before, decide(before, this.clock.now()), NO_CAUSE),
    );
    return settled ?? message;
  }
}

function afterDelivery(message: ThreadMessage, outcome: EmailOutcome, now: Instant): ReturnType<typeof report> {
  const noted = { providerId: null, segments: null };
  switch (outcome.outcome) {
    case 'accepted':
      return report(message, { ...noted, status: 'sent', error: null }, now);
    case 'refused':
      return report(message, { ...noted, status: 'failed', error: problemOf({ ...outcome, optedOut: false }) }, now);
    case 'not_sent':
      return putBack(message, now);
    case 'unknown':
      return loseSight(message, now);
  }
}
