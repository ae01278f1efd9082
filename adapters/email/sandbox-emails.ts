import type { SandboxOutbox } from '../../application/areas/texting/sandbox-outbox.js';
import { Emails, type Email, type EmailOutcome } from '../../application/kernel/ports/emails.js';
import type { Clock, Ids } from '../../application/kernel/ports/ports.js';
import { OUTCOME_UNKNOWN, Unavailable } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import { mailbox } from './mailbox.js';

/** The sender's address of e-mails that nobody sends. No mail server knows the domain `invalid`. */
const SENDER = 'sandbox@shop-ops.invalid';

/** Keeps e-mails in the sandbox's outbox and sends nothing. */
export class SandboxEmails extends Emails {
  override readonly sender = SENDER;

  constructor(
    private readonly outbox: SandboxOutbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async send(shop: ShopId, { message, fromName, to, subject, text: body }: Email): Promise<EmailOutcome> {
    const from = mailbox(fromName, SENDER);
    const id = this.ids.next<'SandboxEntry'>();
    try {
      await this.outbox.add(shop, {
        ...{ id, message, channel: 'email', from, to, subject, body, status: 'sent', handedOverAt: this.clock.now() },
        ...{ receiptStatus: null, receiptCode: null, receiptDueAt: null, replyBody: null, replyDueAt: null, dueAt: null },
      });
      return { outcome: 'accepted' };
    } catch (error) {
      const reason = `the sandbox cannot use the database: ${String(error)}`;
      const nothingStored = error instanceof Unavailable && !error.message.endsWith(OUTCOME_UNKNOWN);
      return nothingStored ? { outcome: 'not_sent', reason } : { outcome: 'unknown', reason };
    }
  }
}
