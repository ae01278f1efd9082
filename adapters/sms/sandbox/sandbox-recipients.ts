import type { InboundMedia, ProviderEvents } from '../../../application/messages/provider-events.js';
import type { DueSandboxEntry, SandboxOutbox } from '../../../application/messages/sandbox-outbox.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Ids } from '../../../application/ports/ids.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';
import { refusalOf } from '../provider-refusals.js';

/** A text that the operator sends to a shop in the name of a customer. */
export interface PlayedText {
  readonly shop: ShopId;
  readonly from: string;
  /** a line of the shop */
  readonly to: string;
  readonly body: string;
  readonly media?: readonly InboundMedia[];
}

const BATCH = 100;
/** An event that the inbox could not take comes again after this time. */
const AGAIN_MS = 1_000;

/** Plays the carriers and the people who get the sandbox's texts: their receipts and replies. */
export class SandboxRecipients {
  constructor(
    private readonly outbox: SandboxOutbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Hands over every receipt and reply that is due. Each comes at least once: again, if the process dies before the outbox knows
   * that it came.
   * @returns true when more may be due
   * @throws the first error of the inbox, after all others had their turn; what failed comes again later
   */
  async act(events: ProviderEvents): Promise<boolean> {
    const now = this.clock.now();
    const due = await this.outbox.due(now, BATCH);
    const failures: unknown[] = [];
    for (const entry of due) {
      try {
        await this.actOn(entry, now, events);
      } catch (error) {
        failures.push(error);
        await this.outbox.postpone(entry.shop, entry.id, later(now, AGAIN_MS));
      }
    }
    if (failures.length > 0) throw failures[0];
    return due.length === BATCH;
  }

  /** Sends a text to a shop. Returns its message; null: the number belongs to no shop. */
  write({ shop, from, to, body, media = [] }: PlayedText, events: ProviderEvents): Promise<MessageId | null> {
    const receivedAt = this.clock.now();
    return events.received({ providerId: this.ids.next(), shop, from, to, body: withoutUnprintable(body), media, receivedAt });
  }

  private async actOn(entry: DueSandboxEntry, now: Instant, events: ProviderEvents): Promise<void> {
    const { shop, id: providerId, message, receiptStatus: status, receiptCode, receiptDueAt, replyBody, replyDueAt } = entry;
    if (status !== null && receiptDueAt !== null && receiptDueAt <= now) {
      const refusal = receiptCode === null ? null : refusalOf(receiptCode);
      await events.reported({ providerId, shop, message, status, refusal });
      await this.outbox.receiptCame(shop, providerId);
    }
    if (replyBody !== null && replyDueAt !== null && replyDueAt <= now) {
      const { from: to, to: from } = entry;
      // The id is made from the entry's id, so that a repetition of the reply is recognised.
      const reply = { providerId: `${providerId}-reply`, shop, from, to, body: replyBody, media: [], receivedAt: replyDueAt };
      await events.received(reply);
      await this.outbox.replyCame(shop, providerId);
    }
  }
}
