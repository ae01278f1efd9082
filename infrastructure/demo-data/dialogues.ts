import { refusalOf } from '../../adapters/sms/provider-refusals.js';
import { problemOf } from '../../application/areas/texting/hand-over-text.js';
import { later } from '../../domain/shared/instant.js';
import { decimalsOf } from '../../domain/shared/money.js';
import { smsSize } from '../../domain/texting/segments.js';
import { MINUTE } from './calendar.js';
import type { ShopDemo } from './shop-demo.js';
import type { DemoRow, Telling } from './telling.js';

const SHOP_ADDRESS = 'service@example.com';
const IN_THOUSANDS = new Intl.NumberFormat('en-US');
const ERRORS: Readonly<Record<string, string>> = {
  undelivered: problemOf(refusalOf('30003')),
  failed: problemOf(refusalOf('30005')),
};

/** A dialogue of a shop's words, in which the customer and the shop take turns. */
interface Dialogue {
  /** the subject, when the dialogue is an e-mail thread */
  readonly subject: string;
  /** `{first}` is the contact's first name, `{price}` the price below */
  readonly lines: readonly string[];
  /** the service and the size of vehicle whose price the dialogue names */
  readonly price?: readonly [sku: string, size: string];
}

/** How far a thread gets in its dialogue. */
export interface Talk {
  /** the number of its lines, if the dialogue has so many */
  readonly lines: number;
  /** the status of the shop's messages; by default nearly all are delivered */
  readonly status?: string;
}

/** Returns the messages of a thread, up to now. */
export function messagesOf(thread: DemoRow, talk: Talk, telling: Telling): DemoRow[] {
  const { demo, random } = telling;
  const { words, mainLine } = demo.shop;
  const dialogue = random.pick(words['dialogues'] as readonly Dialogue[]);
  const { channel, is_ai_managed: isAiManaged, contact_email, contact_number } = thread;
  if (channel === 'email') thread['subject'] = dialogue.subject;
  const first = String((thread['lead_id'] ?? thread['customer_id']) ? telling.valueOf('first') : words['somebody']?.[0]);
  const ours = channel === 'webchat' ? null : mainLine;
  const [us, them] = channel === 'email' ? [SHOP_ADDRESS, contact_email] : [ours, contact_number];
  let at = thread.created_at;
  const messages = dialogue.lines.slice(0, talk.lines).map((text, index): DemoRow => {
    if (index > 0) at = later(at, random.integer(2, 60) * MINUTE);
    const body = text.replace('{first}', first).replace('{price}', () => spokenPrice(dialogue, demo));
    const segments = channel === 'sms' ? smsSize(body).segments : null;
    const message = { id: '', created_at: at, conversation: thread.id, body, segments };
    if (index % 2 === 0) return { ...message, direction: 'inbound', status: 'received', from: them, to: us };
    const status = talk.status ?? random.pick(['delivered', 'delivered', 'delivered', 'delivered', 'sent']);
    const sender = isAiManaged === true ? { automated: true } : { sent_by: telling.valueOf('teammate') };
    return { ...message, direction: 'outbound', from: us, to: them, ...sender, status, error: ERRORS[status] ?? null };
  });
  return messages.filter(({ created_at: time }) => time <= demo.now);
}

/** The price as people write it in a message. */
function spokenPrice({ price: [sku, size] = ['', ''] }: Dialogue, { sold, shop }: ShopDemo): string {
  const tier = sold.find((one) => one.sku === sku)?.tiers.find(({ vehicleSize }) => vehicleSize === size);
  if (!tier) throw new Error(`a dialogue needs the price of ${sku} for ${size}`);
  return shop.spokenPrice.replace('#', IN_THOUSANDS.format(Math.round(tier.price / 10 ** decimalsOf(shop.currency))));
}
