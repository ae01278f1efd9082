import type { ShopId } from '../../../domain/shared/id.js';
import { Emails, type Email, type EmailOutcome } from '../../kernel/ports/emails.js';
import type { Outgoing } from './outgoing.js';

/** The mail server itself, or the sandbox, behind `HeldEmails`. */
export abstract class MailServer extends Emails {}

/** Sends e-mails unless they are paused, and pauses them while the mail server refuses the account. */
export class HeldEmails extends Emails {
  constructor(
    private readonly server: MailServer,
    private readonly outgoing: Outgoing,
  ) {
    super();
  }

  override get sender(): string {
    return this.server.sender;
  }

  override async send(shop: ShopId, email: Email): Promise<EmailOutcome> {
    const permit = await this.outgoing.admit('emails', shop);
    if (!permit) return { outcome: 'held', reason: 'e-mails are paused' };
    const result = await this.server.send(shop, email);
    if (result.outcome === 'held') await this.outgoing.refused('emails', { code: result.reason, sentence: REFUSED });
    if (result.outcome === 'accepted') await this.outgoing.accepted(permit);
    return result;
  }
}

const REFUSED = 'The mail server does not accept the account.';
