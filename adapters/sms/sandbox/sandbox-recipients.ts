import type { InboundMedia, ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import type {
  SandboxEntry,
  SandboxEntryId,
  SandboxFollowUp,
  SandboxOutbox,
} from '../../../application/areas/texting/sandbox-outbox.js';
import type { DueRecord, Work } from '../../../application/kernel/events/work.js';
import type { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';
import { refusalOf } from '../provider-refusals.js';

/** A behaviour of the sandbox. The number of the recipient selects it. Times are milliseconds after the hand-over. */
export interface Play {
  /**
   * `accepted`: the text is taken · `refused`: it is not · `none`: it is taken, but the service gets no answer, as after a
   * connection that broke
   */
  readonly answer: 'accepted' | 'refused' | 'none';
  /** the provider's code of a refusal */
  readonly code: string | null;
  /** how often a hand-over of this text is turned away with 429 first */
  readonly turnedAway: number;
  readonly receipt: {
    readonly status: 'delivered' | 'undelivered';
    readonly code: string | null;
    readonly afterMs: number;
  } | null;
  readonly reply: { readonly body: string; readonly afterMs: number } | null;
}

const DELIVERED: Play = {
  answer: 'accepted',
  code: null,
  turnedAway: 0,
  receipt: { status: 'delivered', code: null, afterMs: 250 },
  reply: null,
};

/** The numbers with a behaviour of their own. */
const PLAYED: ReadonlyMap<string, Play> = new Map<string, Play>([
  ['+15005550001', { ...DELIVERED, answer: 'refused', code: '21211', receipt: null }],
  ['+15005550004', { ...DELIVERED, answer: 'refused', code: '21610', receipt: null }],
  ['+15005550009', { ...DELIVERED, receipt: { status: 'undelivered', code: '30003', afterMs: 250 } }],
  ['+15005550010', { ...DELIVERED, receipt: { status: 'delivered', code: null, afterMs: 30_000 } }],
  ['+15005550011', { ...DELIVERED, reply: { body: 'STOP', afterMs: 1_000 } }],
  ['+15005550012', { ...DELIVERED, reply: { body: 'Thanks!', afterMs: 1_000 } }],
  ['+15005550013', { ...DELIVERED, turnedAway: 2 }],
  ['+15005550014', { ...DELIVERED, answer: 'none', receipt: null }],
  ['+15005550015', { ...DELIVERED, answer: 'none', receipt: { status: 'delivered', code: null, afterMs: 2_000 } }],
]);

export function playOf(to: string): Play {
  return PLAYED.get(to) ?? DELIVERED;
}

/** A text that the operator sends to a shop in the name of a customer. */
export interface PlayedText {
  readonly shop: ShopId;
  readonly from: string;
  /** a line of the shop */
  readonly to: string;
  readonly body: string;
  readonly media?: readonly InboundMedia[];
}

/** Plays the carriers and the people who get the sandbox's texts: their receipts and replies. */
export class SandboxRecipients implements Work<DueRecord<SandboxEntryId>> {
  readonly name = 'sandbox.play';

  constructor(
    private readonly outbox: SandboxOutbox,
    private readonly events: ProviderEvents,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Plays what is due of an entry. Each receipt and reply comes at least once: again, if the process dies meanwhile. */
  async run({ shop, id }: DueRecord<SandboxEntryId>): Promise<boolean> {
    const entry = await this.outbox.find(shop, id);
    if (entry) await this.play(shop, entry, this.clock.now());
    return true;
  }

  /** Sends a text to a shop. Returns its message; null: the number belongs to no shop. */
  write({ shop, from, to, body, media = [] }: PlayedText): Promise<MessageId | null> {
    const receivedAt = this.clock.now();
    const text = { providerId: this.ids.next(), shop, from, to, body: withoutUnprintable(body), media, receivedAt };
    return this.events.received(text);
  }

  private async play(shop: ShopId, entry: SandboxEntry & SandboxFollowUp, now: Instant): Promise<void> {
    const { id: providerId, message, receiptStatus: status, receiptCode, receiptDueAt, replyBody, replyDueAt } = entry;
    if (status !== null && receiptDueAt !== null && receiptDueAt <= now) {
      const refusal = receiptCode === null ? null : refusalOf(receiptCode);
      await this.events.reported({ providerId, shop, message, status, refusal });
      await this.outbox.receiptCame(shop, providerId);
    }
    if (replyBody !== null && replyDueAt !== null && replyDueAt <= now) {
      const { from: to, to: from } = entry;
      // The id is made from the entry's id, so that a repetition of the reply is recognised.
      const reply = { providerId: `${providerId}-reply`, shop, from, to, body: replyBody, media: [], receivedAt: replyDueAt };
      await this.events.received(reply);
      await this.outbox.replyCame(shop, providerId);
    }
  }
}
