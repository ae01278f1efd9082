import type { SandboxEntry, SandboxFollowUp } from '../../../application/areas/texting/sandbox-outbox.js';
import { instant, orNull, shopKey, table, text, uuid, uuidKey } from '../../storage/tables/table.js';

export const sandboxOutboxTable = table<SandboxEntry & SandboxFollowUp & { shopId: string }>('sandbox_outbox', {
  shopId: shopKey,
  id: uuidKey(),
  message: orNull(uuid()),
  channel: text(),
  from: text(),
  to: text(),
  subject: orNull(text()),
  body: text(),
  status: text(),
  handedOverAt: instant('handed_over_at'),
  receiptStatus: orNull(text('receipt_status')),
  receiptCode: orNull(text('receipt_code')),
  receiptDueAt: orNull(instant('receipt_due_at')),
  replyBody: orNull(text('reply_body')),
  replyDueAt: orNull(instant('reply_due_at')),
  dueAt: orNull(instant('due_at')),
});

/** The properties that only the sandbox itself needs, and not the people who look into its outbox. */
export const FOLLOW_UP = ['receiptStatus', 'receiptCode', 'receiptDueAt', 'replyBody', 'replyDueAt', 'dueAt'];
