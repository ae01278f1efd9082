import { refusalOf } from '../../../adapters/sms/provider-refusals.js';
import { problemOf } from '../../../application/areas/texting/hand-over-text.js';
import type { Channel } from '../../../domain/inbox/conversation.js';
import type { ConversationId, StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Direction, Message } from '../../../domain/texting/message.js';
import { smsSize } from '../../../domain/texting/segments.js';
import { after, type PartContext } from '../random/part-context.js';
import { HOUR, MINUTE } from '../shops/calendar.js';
import { spoken } from '../shops/money.js';
import type { Dialogue } from '../texts/dialogue.js';
import type { Party } from './parties.js';
import { mainLine } from './phone-numbers.js';

const SHOP_ADDRESS = 'service@example.com';

interface Talk {
  readonly id: ConversationId;
  readonly channel: Channel;
  readonly party: Party;
  readonly createdAt: Instant;
  readonly dialogue: Dialogue;
  /** the teammate who answers, unless the agent does */
  readonly answeredBy: StaffUserId;
  /** true: the service's AI agent answers in this thread */
  readonly isAiManaged: boolean;
}

/**
 * Returns the messages of a thread: the first lines of a dialogue, in which the customer and the shop take turns. A thread that
 * began with a call has only the shop's automatic text, or no message.
 */
export function messagesOf(context: PartContext, talk: Talk): Message[] {
  const { random, now, shop } = context;
  if (talk.channel === 'call') {
    return random.chance(0.5)
      ? [messageOf(context, { ...talk, isAiManaged: true }, 'outbound', shop.texts.missedCall, talk.createdAt)]
      : [];
  }
  const { lines, price = 0 } = talk.dialogue;
  const bodies = lines.slice(0, random.chance(0.5) ? lines.length : random.integer(1, lines.length));
  let at = talk.createdAt;
  return bodies.flatMap((line, index) => {
    if (index > 0) at = after(at, random.integer(2 * MINUTE, random.chance(0.8) ? HOUR : 20 * HOUR));
    const body = line
      .replace('{first}', talk.party.firstName ?? shop.texts.somebody)
      .replace('{price}', () => spoken(shop, price));
    return at <= now ? [messageOf(context, talk, index % 2 === 0 ? 'inbound' : 'outbound', body, at)] : [];
  });
}

function messageOf(
  context: PartContext,
  { id, channel, party, answeredBy, isAiManaged }: Talk,
  direction: Direction,
  body: string,
  createdAt: Instant,
): Message {
  const [us, them] = channel === 'email' ? [SHOP_ADDRESS, party.email] : [mainLine(context), party.phone];
  const [from, to] = direction === 'inbound' ? [them, us] : [us, them];
  const automated = direction === 'outbound' && isAiManaged;
  return {
    id: context.id<'Message'>(createdAt),
    conversationId: id,
    direction,
    body,
    ...(channel === 'webchat' ? { from: null, to: null } : { from, to }),
    automated,
    ...(direction === 'inbound' ? { status: 'received', error: null } : outcomeOf(context, channel)),
    ...{ media: [], mediaSources: [], providerId: null },
    sentBy: direction === 'inbound' || automated ? null : answeredBy,
    segments: channel === 'sms' ? smsSize(body).segments : null,
    ...{ keywordAnswer: false, attempts: 0, dueAt: null },
    createdAt,
  };
}

type Outcome = Pick<Message, 'status' | 'error'>;

function outcomeOf({ random }: PartContext, channel: Channel): Outcome {
  return random.weighted(channel === 'sms' ? OUTCOMES_OF_TEXTS : OUTCOMES);
}

const DELIVERED: Outcome = { status: 'delivered', error: null };
const SENT: Outcome = { status: 'sent', error: null };

const OUTCOMES: readonly (readonly [Outcome, number])[] = [
  [DELIVERED, 90],
  [SENT, 10],
];

/** `queued` and `sending` are missing, because the service would send such a text. */
const OUTCOMES_OF_TEXTS: readonly (readonly [Outcome, number])[] = [
  [DELIVERED, 87],
  [SENT, 5],
  [{ status: 'undelivered', error: problemOf(refusalOf('30003')) }, 3],
  [{ status: 'failed', error: problemOf(refusalOf('30005')) }, 3],
  [{ status: 'unconfirmed', error: null }, 2],
];
