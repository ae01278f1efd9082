import addressparser from 'nodemailer/lib/addressparser';
import { parseConnectionUrl, type ConnectionUrlOptions } from 'nodemailer/lib/shared';
import { EMAIL_ANSWER_MS, Emails, type Email, type EmailOutcome } from '../../application/kernel/ports/emails.js';
import type { ShopId } from '../../domain/shared/id.js';
import { isOneAddress, oneLine } from './mailbox.js';
import type { Letter } from './smtp-delivery.js';
import { refused } from './smtp-outcome.js';

export interface SmtpOptions {
  /** `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…` for TLS from the start; the parts of the query are options of nodemailer */
  readonly url: string;
  /** the sender's address, with or without a name: the name of the shop takes its place */
  readonly from: string;
  /** milliseconds for one e-mail in all; default EMAIL_ANSWER_MS */
  readonly timeoutMs?: number;
  /** certificates of authorities that are trusted instead of the system's, in PEM */
  readonly ca?: string;
}

/** @param ca certificates of authorities that are trusted instead of the system's, in PEM */
export function mailServerOf(url: string, ca?: string): ConnectionUrlOptions {
  const given = parseConnectionUrl(url);
  // A password goes over TLS only, also when somebody between us and the server hides that the server offers TLS.
  return { requireTLS: given.auth !== undefined, ...given, tls: { ...(ca !== undefined && { ca }), ...given.tls } };
}

/** Sends e-mails through a mail server, each over a connection of its own. Most of the library is loaded for the first e-mail. */
export class SmtpEmails extends Emails {
  override readonly sender: string;
  private readonly server: ConnectionUrlOptions;
  private readonly timeoutMs: number;

  /** @throws Error when `from` is not one address */
  constructor({ url, from, timeoutMs = EMAIL_ANSWER_MS, ca }: SmtpOptions) {
    super();
    this.server = mailServerOf(url, ca);
    const [sender, ...others] = addressparser(from, { flatten: true });
    if (!sender || others.length > 0 || !isOneAddress(sender.address))
      throw new Error('the sender of e-mails is not one address');
    this.sender = sender.address;
    this.timeoutMs = timeoutMs;
  }

  override async send(_shop: ShopId, email: Email): Promise<EmailOutcome> {
    const { to, replyTo } = email;
    if (!isOneAddress(to)) return refused('invalid_address', 'The recipient’s address is not one e-mail address.');
    if (replyTo !== null && !isOneAddress(replyTo)) {
      return refused('invalid_reply_to', 'The address for answers is not one e-mail address.');
    }
    const { deliver } = await import('./smtp-delivery.js');
    return deliver(this.server, await this.letterOf(email), this.timeoutMs);
  }

  /** Addresses are given as objects, so that nodemailer reads no list of addresses out of a text. */
  private async letterOf({ id, fromName, to, subject, text, replyTo }: Email): Promise<Letter> {
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
    const mail = new MailComposer({
      from: { name: oneLine(fromName), address: this.sender },
      to: { name: '', address: to },
      ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
      subject: oneLine(subject),
      text,
      messageId: `<${oneLine(id)}@${this.sender.slice(this.sender.lastIndexOf('@') + 1)}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
    return { envelope: mail.getEnvelope(), content: await mail.build() };
  }
}
