import type { MessageId, ShopId } from '../../../domain/shared/id.js';

/** An e-mail in plain text to one person. */
export interface Email {
  /** the id of the record that the e-mail is sent for; a repetition of the e-mail has the same Message-ID by it */
  readonly id: string;
  /** the message of a thread that the e-mail carries; null: it belongs to no thread */
  readonly message: MessageId | null;
  /** the name that the recipient sees as the sender: the shop's */
  readonly fromName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** the address for answers; null: they go to the sender's address */
  readonly replyTo: string | null;
}

/**
 * The result of sending an e-mail.
 * `accepted`: the mail server has the e-mail.
 * `refused`: the mail server will not take it. Another try has the same result. `code` is stable, such as `smtp_550`.
 * `not_sent`: the mail server certainly has not taken it, so another try is safe.
 * `unknown`: the mail server may have taken it, so another try could send it twice.
 * `held`: e-mails are paused, or the mail server refuses the whole account. It says nothing about this e-mail, which must wait.
 * Reasons and sentences contain neither addresses nor bodies.
 */
export type EmailOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused'; readonly code: string; readonly sentence: string }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string }
  | { readonly outcome: 'held'; readonly reason: string };

/** The milliseconds for one e-mail in all. A stop of the service waits 5 s for what is in flight, so it must end before. */
export const EMAIL_ANSWER_MS = 4_000;

/** Outgoing e-mail. The service receives none. */
export abstract class Emails {
  /** the address of the sender of every e-mail */
  abstract readonly sender: string;
  /**
   * Sends an e-mail, in one try of at most EMAIL_ANSWER_MS. Every failure is a result and no error, because the caller must decide
   * by it whether a second try could send the e-mail twice.
   */
  abstract send(shop: ShopId, email: Email): Promise<EmailOutcome>;
}
