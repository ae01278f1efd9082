import type { NodemailerError } from 'nodemailer/lib/errors';
import type { EmailOutcome } from '../../application/kernel/ports/emails.js';
import { systemCodeOf } from '../system-errors.js';

/** The mail server wants a login (530) or does not accept the one that it got (534, 535, 538), whatever e-mail it is. */
const OF_THE_ACCOUNT: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Reads an error of the connection to the mail server. The server's own words are left out, because they can name addresses.
 * @param begun true: the server has agreed to take the e-mail, and a part of it was sent
 */
export function outcomeOf(error: NodemailerError, begun: boolean): EmailOutcome {
  const { responseCode, permanent, code, command = '' } = error;
  if (responseCode !== undefined && OF_THE_ACCOUNT.has(responseCode)) return { outcome: 'held', reason: `smtp_${responseCode}` };
  if (code === 'EAUTH') return { outcome: 'not_sent', reason: `the mail server accepts no login${answered(responseCode)}` };
  if (responseCode !== undefined && (command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA')) {
    if (permanent) return refused(`smtp_${responseCode}`, `The mail server refused the e-mail with ${responseCode}.`);
    return { outcome: 'not_sent', reason: `the mail server could not take the e-mail${answered(responseCode)}` };
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return refused('smtp_unsupported', 'The mail server cannot take this e-mail.');
  const reason = `the connection to the mail server failed: ${reasonOf(error)}${answered(responseCode)}`;
  return begun ? { outcome: 'unknown', reason } : { outcome: 'not_sent', reason };
}

export function refused(code: string, sentence: string): EmailOutcome {
  return { outcome: 'refused', code, sentence };
}

function answered(code: number | undefined): string {
  return code === undefined ? '' : ` (it answered ${code})`;
}

/** The code of the system, such as ECONNREFUSED, tells more than nodemailer's own. */
function reasonOf(error: NodemailerError): string {
  return error.originalCode ?? systemCodeOf(error);
}
