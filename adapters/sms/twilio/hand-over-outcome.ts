import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import type { HandOver } from '../../../application/areas/texting/hand-over-text.js';
import { errorProperty, messageOf } from '../../system-errors.js';
import { refusalOf } from '../provider-refusals.js';
import { NoAnswer } from './twilio-http.js';
import { reportedStatusOf } from './webhook-forms.js';

/** Reads the answer to a hand-over. An answer without an id may come from anything between the service and the provider. */
export function accepted({ sid, status = 'accepted', numSegments }: Partial<MessageInstance>): HandOver {
  if (typeof sid !== 'string' || sid === '') return { outcome: 'unknown', reason: 'the answer has no id' };
  const segments = Number(numSegments);
  return {
    outcome: 'accepted',
    providerId: sid,
    status: reportedStatusOf(status) ?? 'sent',
    // Zero: the messaging service has not chosen a line yet.
    segments: Number.isInteger(segments) && segments > 0 ? segments : null,
  };
}

/**
 * Reads an error of the SDK or of `TwilioHttp`. The SDK throws an error with a `status` for each answer that is no success; 429 and
 * 5xx are not among them, because `TwilioHttp` throws for these. For every other error it is unknown how far the text came.
 */
export function outcomeOf(error: unknown): HandOver {
  if (error instanceof NoAnswer) {
    const { arrived, message: reason, retryAfterMs } = error;
    return arrived === 'nothing' ? { outcome: 'not_sent', retryAfterMs, reason } : { outcome: 'unknown', reason };
  }
  const status = errorProperty(error, 'status');
  if (typeof status !== 'number') return { outcome: 'unknown', reason: `the answer cannot be read: ${messageOf(error)}` };
  const code = errorProperty(error, 'code');
  const refusal = typeof code === 'number' && code > 0 ? refusalOf(String(code), messageOf(error)) : refusalOf(`http_${status}`);
  // Some refusals of one text come with 403, too: their codes begin with 21.
  const ofAccount = refusal.ofAccount || ((status === 401 || status === 403) && !refusal.code.startsWith('21'));
  return { outcome: 'refused', ...refusal, ofAccount };
}
