import type { NodemailerError } from 'nodemailer/lib/errors';
import type { EmailOutcome } from '../../application/kernel/ports/emails.js';
import { systemCodeOf } from '../system-errors.js';

/**
 * Reads an error of the connection to the mail server. The server's own words are left out, because they can name addresses.
 * @param begun true: the server has agreed to take the e-mail, and a part of it was sent
 */
export function outcomeOf(error: NodemailerError, begun: boolean): EmailOutcome {
  const { responseCode, permanent, code, command = '' } = error;
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
