import { PHONE_NUMBERS } from '../../../application/areas/phone-numbers/phone-numbers.js';
import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { DemoRecords } from '../demo-part.js';
import { e164 } from '../random/contacts.js';
import type { PartContext } from '../random/part-context.js';

/** The last two digits of the phone number that customers see. */
const MAIN = '00';

/** Returns the phone number that customers see. The shop also sends its texts from this number. */
export function mainLine({ shop }: Pick<PartContext, 'shop'>): E164 {
  return e164(`${shop.shopPhones}${MAIN}`);
}

export const demoPhoneNumbers: DemoRecords<PhoneNumber> = {
  name: 'phone numbers',
  record: PHONE_NUMBERS,
  per: 'shop',
  make: linesOf,
};

/**
 * Returns phone numbers in every state: the main number, one for texts only, and others that cannot send, are moving to the shop,
 * are released or abandoned.
 */
function linesOf(context: PartContext): PhoneNumber[] {
  const { main, texts, office, porting } = context.shop.texts.lines;
  const able = { isPrimary: false, isSending: true, sms: true, voice: true, status: 'active' } as const;
  const mute = { ...able, isSending: false, sms: false };
  const lines: readonly (readonly [
    ending: string,
    since: number,
    label: string | null,
    state: Omit<PhoneNumber, 'id' | 'number' | 'label' | 'createdAt'>,
  ])[] = [
    [MAIN, 399, main, { ...able, isPrimary: true }],
    ['80', 210, texts, { ...able, voice: false }],
    ['81', 398, office, mute],
    ['82', 3, porting, { ...mute, status: 'porting' }],
    ['83', 380, texts, { ...able, status: 'released' }],
    ['84', 90, null, { ...mute, status: 'abandoned' }],
  ];
  return lines.map(([ending, since, label, state]) => {
    const createdAt = context.workedTime(context.daysAgo(since));
    return {
      id: context.id<'PhoneNumber'>(createdAt),
      number: e164(`${context.shop.shopPhones}${ending}`),
      label,
      ...state,
      createdAt,
    };
  });
}
