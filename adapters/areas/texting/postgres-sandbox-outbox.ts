import {
  SandboxOutbox,
  type SandboxEntry,
  type SandboxEntryId,
  type SandboxFollowUp,
} from '../../../application/areas/texting/sandbox-outbox.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { insertion, selectList } from '../../storage/tables/table.js';
import { FOLLOW_UP, sandboxOutboxTable } from './sandbox-outbox.entity.js';

type Row = SandboxEntry & SandboxFollowUp & { readonly shopId: ShopId };

const INSERTION = insertion<Row>(sandboxOutboxTable);
const ADD = statement('sandbox_outbox.add', INSERTION.sql);
const TIMES_TURNED_AWAY = statement(
  'sandbox_outbox.times_turned_away',
  `select count(*) as times from sandbox_outbox t where t.shop_id = $1 and t.message = $2 and t.status = 'rate_limited'`,
);
const NEWEST = statement(
  'sandbox_outbox.newest',
  `select ${selectList(sandboxOutboxTable, 't', FOLLOW_UP)} from sandbox_outbox t
  where t.shop_id = $1 and t.handed_over_at >= coalesce($3::timestamptz, '-infinity')
  order by t.handed_over_at desc, t.id desc limit $2`,
);
const FIND = statement(
  'sandbox_outbox.find',
  `select ${selectList(sandboxOutboxTable)} from sandbox_outbox t where t.shop_id = $1 and t.id = $2`,
);
const RECEIPT_CAME = statement(
  'sandbox_outbox.receipt_came',
  `update sandbox_outbox t set status = t.receipt_status, receipt_due_at = null, due_at = t.reply_due_at
  where t.shop_id = $1 and t.id = $2 and t.receipt_due_at is not null`,
);
const REPLY_CAME = statement(
  'sandbox_outbox.reply_came',
  `update sandbox_outbox t set reply_due_at = null, due_at = t.receipt_due_at
  where t.shop_id = $1 and t.id = $2 and t.reply_due_at is not null`,
);
export class PostgresSandboxOutbox extends SandboxOutbox {
  constructor(private readonly database: Database) {
    super();
  }

  override async add(shop: ShopId, entry: SandboxEntry & SandboxFollowUp): Promise<void> {
    await this.database.write(ADD, INSERTION.valuesOf({ ...entry, shopId: shop }));
  }

  override async timesTurnedAway(shop: ShopId, message: MessageId): Promise<number> {
    const [row] = await this.database.read<{ times: number }>(TIMES_TURNED_AWAY, [shop, message]);
    return row?.times ?? 0;
  }

  override newest(shop: ShopId, limit: number, since: Instant | null): Promise<SandboxEntry[]> {
    return this.database.read<SandboxEntry>(NEWEST, [shop, limit, since]);
  }

  override async find(shop: ShopId, id: SandboxEntryId): Promise<(SandboxEntry & SandboxFollowUp) | null> {
    const [entry] = await this.database.read<SandboxEntry & SandboxFollowUp>(FIND, [shop, id]);
    return entry ?? null;
  }

  override async receiptCame(shop: ShopId, id: SandboxEntryId): Promise<void> {
    await this.database.write(RECEIPT_CAME, [shop, id]);
  }

  override async replyCame(shop: ShopId, id: SandboxEntryId): Promise<void> {
    await this.database.write(REPLY_CAME, [shop, id]);
  }
}
