import type { SandboxEntryId, SandboxOutbox } from '../../../application/messages/sandbox-outbox.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Ids } from '../../../application/ports/ids.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';

export interface KeptEmail {
  readonly message: MessageId | null;
  readonly from: string;
  readonly to: string;
  readonly subject: string | null;
  readonly body: string;
}

/** Keeps e-mails in the sandbox's outbox and sends nothing. */
export class SandboxEmails {
  constructor(
    private readonly outbox: SandboxOutbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws Unavailable when the database that keeps the e-mails fails */
  async keep(shop: ShopId, { message, from, to, subject, body }: KeptEmail): Promise<SandboxEntryId> {
    const id = this.ids.next<'SandboxEntry'>();
    await this.outbox.add(shop, {
      ...{ id, message, channel: 'email', from, to, subject, body, status: 'sent', handedOverAt: this.clock.now() },
      ...{ receiptStatus: null, receiptCode: null, receiptDueAt: null, replyBody: null, replyDueAt: null, dueAt: null },
    });
    return id;
  }
}
