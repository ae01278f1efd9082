import type { InboundMedia, InboundText, Receipt } from '../../../application/areas/texting/provider-events.js';
import type { CalledBack } from '../../../application/areas/texting/text-provider.js';
import { refusalOf } from '../provider-refusals.js';
import { given } from './form-text.js';
import { reportedStatusOf } from './reported-status.js';

/**
 * Reads the form of an inbound text. Nothing that a person can write makes it fail: characters that cannot be stored are removed,
 * and nothing else is changed.
 * @returns null for a form that is not of an inbound text: it lacks the message's id, the sender or the recipient
 */
export function inboundTextOf(form: URLSearchParams): InboundText | null {
  const [providerId, from, to] = [messageSid(form), given(form, 'From'), given(form, 'To')];
  if (providerId === '' || from === '' || to === '') return null;
  return { providerId, shop: null, from, to, body: given(form, 'Body'), media: mediaOf(form), receivedAt: null };
}

/**
 * Reads the form of a status callback.
 * @param about the text that the address of the callback names
 * @returns null for a form that reports nothing: it lacks the message's id, or has an unknown status
 */
export function receiptOf(form: URLSearchParams, about: CalledBack): Receipt | null {
  const status = reportedStatusOf(given(form, 'MessageStatus') || given(form, 'SmsStatus'));
  const providerId = messageSid(form);
  if (providerId === '' || status === null) return null;
  const [code, said] = [given(form, 'ErrorCode'), given(form, 'ErrorMessage')];
  const hasFailed = status === 'undelivered' || status === 'failed';
  return { providerId, ...about, status, refusal: hasFailed && code !== '' ? refusalOf(code, said) : null };
}

function messageSid(form: URLSearchParams): string {
  return given(form, 'MessageSid') || given(form, 'SmsSid');
}

/** `NumMedia` is not read: the addresses themselves say how many there are. */
function mediaOf(form: URLSearchParams): InboundMedia[] {
  const media: InboundMedia[] = [];
  for (let n = 0; form.has(`MediaUrl${n}`); n += 1) {
    media.push({ url: given(form, `MediaUrl${n}`), contentType: given(form, `MediaContentType${n}`) });
  }
  return media;
}
