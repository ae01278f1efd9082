import type { Shop } from '../../../domain/access/shop.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { TextingReason } from '../../../domain/texting/may-text.js';
import { queuedEmail, type ThreadMessage } from '../../../domain/texting/message.js';
import { refusalOfEmail } from '../../../domain/texting/scheduled-message.js';
import type { Tried } from '../../../domain/texting/send-scheduled.js';
import { giveUp, keepEmailWaiting, loseSight, putBack, report, type SendingDecision } from '../../../domain/texting/sending.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { EmailOutcome, Emails } from '../../kernel/ports/emails.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import type { SettingsOfShops } from '../access/shops.js';
import type { Conversations } from '../inbox/conversations.js';
import type { EmailThreads } from '../inbox/email-threads.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import type { ContactConsents } from './contact-consents.js';
import { problemOf } from './hand-over-text.js';
import type { Messages } from './messages.js';
import { addMessage, type ScheduledChannel, type TakenMessage } from './scheduled-sending.js';
import type { SettleMessage } from './settle-message.js';

/** Writes the e-mail of a scheduled message, in the name of its shop, and sends it once. */
export class DeliverEmail {
  constructor(
    private readonly emails: Emails,
    private readonly settings: SettingsOfShops,
    private readonly conversations: Conversations,
  ) {}

  /** the address that every e-mail comes from */
  get sender(): string {
    return this.emails.sender;
  }

  /** An e-mail without a subject has the one of its thread, or else the shop's name. */
  async execute(shop: Shop, { subject, to, body }: TakenMessage, { id, conversationId }: ThreadMessage): Promise<EmailOutcome> {
    const [{ replyTo }, thread] = await Promise.all([
      this.settings.find(shop.id),
      this.conversations.find(shop.id, conversationId),
    ]);
    const written = { to, subject: subject ?? thread?.subject ?? shop.name, text: body, replyTo };
    return this.emails.send(shop.id, { id, message: id, fromName: shop.name, ...written });
  }
}

/** The rules of scheduled e-mails. */
export class EmailRules {
  constructor(
    private readonly outgoing: Outgoing,
    private readonly consents: ContactConsents,
    private readonly clock: Clock,
  ) {}

  /** The first rule that forbids to send an e-mail now; null: none does. */
  async forbidding(shop: Shop, scheduled: TakenMessage): Promise<TextingReason | null> {
    const dueAt = await this.outgoing.lateFrom('emails', shop.id, scheduled.sendAt);
    return refusalOfEmail(shop, dueAt, this.clock.now()) ?? (await this.consents.reasonAgainst(shop.id, scheduled));
  }
}

type Decide = (message: ThreadMessage, now: Instant) => SendingDecision;

/** Sends scheduled e-mails. One that the mail server could not take is tried again until it is too late. */
export class ScheduledEmails implements ScheduledChannel {
  constructor(
    private readonly messages: Messages,
    private readonly threads: EmailThreads,
    private readonly delivery: DeliverEmail,
    private readonly settling: SettleMessage,
    private readonly rules: EmailRules,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async send(shop: Shop, scheduled: TakenMessage): Promise<Tried> {
    const reason = await this.rules.forbidding(shop, scheduled);
    const known = await this.messages.find(shop.id, scheduled.messageId);
    if (!known && reason) return { message: null, refusal: { reasons: [reason], nextPermittedAt: null } };
    const message = known ?? (await this.make(shop.id, scheduled));
    return { message: await this.next(shop, scheduled, message, reason), refusal: null };
  }

  private async next(shop: Shop, scheduled: TakenMessage, message: ThreadMessage, reason: string | null): Promise<ThreadMessage> {
    const { id, status, attempts } = message;
    // An earlier run of this work was cut off while it sent the e-mail, so nobody knows if the mail server has it.
    if (status === 'sending') return this.settle(shop.id, message, loseSight);
    if (status !== 'queued') return message;
    const end = reason === 'too_late' && attempts > 0 ? 'mail_server_unavailable' : reason;
    if (end !== null) return this.settle(shop.id, message, (before, now) => giveUp(before, end, now));
    const claimed = await this.messages.claim(shop.id, id);
    if (!claimed) throw new Error('another run sends the same e-mail');
    const outcome = await this.delivery.execute(shop, scheduled, claimed);
    if (outcome.outcome === 'not_sent' || outcome.outcome === 'unknown')
      this.log.warn('the mail server did not take an e-mail', { message: id, ...outcome });
    return this.settle(shop.id, claimed, (before, now) => afterDelivery(before, outcome, now));
  }

  /** Makes the message, in the thread that was given if it has e-mails, else in the customer's. */
  private make(shop: ShopId, scheduled: TakenMessage): Promise<ThreadMessage> {
    const { conversationId, customerId, subject } = scheduled;
    const address = scheduled.to as EmailAddress; // safe: it was an address when the e-mail was queued
    const add = addMessage(scheduled, this.delivery.sender, queuedEmail, this.clock.now());
    return this.threads.addTo(shop, conversationId, { customerId, address, subject }, add, NO_CAUSE);
  }

  private async settle(shop: ShopId, message: ThreadMessage, decide: Decide): Promise<ThreadMessage> {
    return (await this.settling.execute(shop, message.id, decide)) ?? message;
  }
}

function afterDelivery(message: ThreadMessage, outcome: EmailOutcome, now: Instant): SendingDecision {
  const noted = { providerId: null, segments: null };
  switch (outcome.outcome) {
    case 'accepted':
      return report(message, { ...noted, status: 'sent', error: null }, now);
    case 'refused':
      return report(message, { ...noted, status: 'failed', error: problemOf(outcome) }, now);
    case 'not_sent':
      return putBack(message, now);
    case 'unknown':
      return loseSight(message, now);
    case 'held':
      return keepEmailWaiting(message, now);
  }
}
