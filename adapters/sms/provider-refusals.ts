import type { ProviderRefusal } from '../../application/areas/texting/hand-over-text.js';
import { withoutUnprintable } from '../../domain/shared/text.js';

/** The code with which the provider says that the recipient stands on its own opt-out list. */
const OPTED_OUT = '21610';

/** The codes with which the provider refuses the whole account: wrong credentials, or an account that is closed or suspended. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['10001', '20003', '20005', '30002', 'http_401', 'http_403']);

/** Sentences for Twilio's codes. Reports about a text have a code and no words, and the words of refusals name numbers. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['10001', 'The provider’s account is not active.'],
  ['20003', 'The provider did not accept the account’s credentials.'],
  ['20005', 'The provider’s account is not active.'],
  ['20404', 'The provider does not know the sender or the account.'],
  ['21211', 'The recipient’s number is not a valid phone number.'],
  ['21212', 'The sender’s number is not a valid phone number.'],
  ['21265', 'The recipient’s number is a short code, which gets no texts.'],
  ['21408', 'The provider’s account may not send texts to the recipient’s country.'],
  ['21602', 'The text is empty.'],
  ['21606', 'The sender’s number cannot send texts to the recipient.'],
  ['21608', 'The provider’s trial account sends only to verified numbers.'],
  ['21609', 'The provider cannot use the address for receipts.'],
  [OPTED_OUT, 'The recipient has opted out of texts from this sender.'],
  ['21611', 'The sender has too many texts in the provider’s queue.'],
  ['21612', 'The sender cannot reach the recipient.'],
  ['21614', 'The recipient’s number is not a mobile number.'],
  ['21617', 'The text is longer than 1,600 characters.'],
  ['21703', 'The messaging service has no line that can send.'],
  ['30001', 'The provider’s queue was full.'],
  ['30002', 'The provider’s account is suspended.'],
  ['30003', 'The recipient’s phone is switched off or out of reach.'],
  ['30004', 'The recipient or the carrier blocks the text.'],
  ['30005', 'The recipient’s number is unknown or no longer in use.'],
  ['30006', 'The recipient’s number is a landline, or the carrier cannot be reached.'],
  ['30007', 'The carrier filtered the text as unwanted.'],
  ['30008', 'The carrier did not deliver the text and gave no reason.'],
  ['30010', 'The text costs more than the account allows.'],
  ['30022', 'The sender has reached the carrier’s limit of texts.'],
  ['30023', 'The sender has reached the carrier’s daily limit of texts.'],
  ['30032', 'The sender’s toll-free number is not verified.'],
  ['30034', 'The sender’s number is not registered with the carriers.'],
]);

/** The number of characters of a provider's own sentence that are kept. */
const MOST_SAID = 200;

/**
 * Describes a refusal for people.
 * @param said the provider's own words, which are used for a code without a sentence
 */
export function refusalOf(code: string, said = ''): ProviderRefusal {
  const words = withoutUnprintable(said).replaceAll('\n', ' ').trim().slice(0, MOST_SAID);
  const sentence = SENTENCES.get(code) ?? (words || 'The provider gives no reason.');
  return { code, sentence: withoutUnprintable(sentence), optedOut: code === OPTED_OUT, ofAccount: OF_ACCOUNT.has(code) };
}
