import { In } from 'typeorm/find-options/operator/In.js'; // the entry would load all of TypeORM
import { PhoneNumbers, type Sending } from '../../../application/areas/phone-numbers/phone-numbers.js';
import type { Listing } from '../../../application/kernel/operation/page.js';
import type { Shop } from '../../../domain/access/shop.js';
import { LIVE_STATUSES, type LinesDecision, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { NUMBER_LOCKS } from '../../advisory-locks.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { selected, selectList } from '../../storage/tables/table.js';
import { shopTable } from '../access/shop.entity.js';
import { IS_LIVE, LIVE_LINES, phoneNumberTable } from './phone-number.entity.js';

const LIST = statement('phone_numbers.list', LIVE_LINES);
const SENDING = statement(
  'phone_numbers.sending',
  `select t.messaging_service as "messagingService" from shop_settings t where t.shop_id = $1`,
);
/** An inbound text names no shop. Its shop follows from the number. */
const HOLDER = statement(
  'phone_numbers.holder',
  `select ${selectList(shopTable, 's')} from phone_numbers t join shops s on s.id = t.shop_id
  where t.number = $1 and ${IS_LIVE} order by t.created_at, t.id limit 1`,
);
const RESERVE = statement('phone_numbers.reserve', 'select pg_advisory_xact_lock($1, hashtext($2))');
/**
 * Every change of phone lines locks the row of its shop until the transaction ends, so the changes in one shop run one after the
 * other.
 */
const TAKE_TURN = statement('phone_numbers.take_turn', `select s.id from shops s where s.id = $1 for no key update`);
type Row = PhoneNumber & { readonly shopId: ShopId };
const RECORD = selected<Row>(phoneNumberTable);

export class PostgresPhoneNumbers extends PhoneNumbers {
  constructor(private readonly database: Database) {
    super();
  }

  override async list(shop: ShopId): Promise<Listing<PhoneNumber, Sending>> {
    const [items, [sending]] = await Promise.all([
      this.database.read<PhoneNumber>(LIST, [shop]),
      this.database.read<Sending>(SENDING, [shop]),
    ]);
    // A shop of an earlier release may have no row in `shop_settings`.
    return { items, beside: sending ?? { messagingService: null } };
  }

  override async holder(number: E164): Promise<Shop | null> {
    return (await this.database.read<Shop>(HOLDER, [number]))[0] ?? null;
  }

  override async reserve(number: E164): Promise<ShopId | null> {
    await this.database.write(RESERVE, [NUMBER_LOCKS, number]);
    return (await this.holder(number))?.id ?? null;
  }

  override change<Decided extends LinesDecision>(
    shop: ShopId,
    decide: (live: readonly PhoneNumber[]) => Decided,
  ): Promise<Decided> {
    return this.database.transaction(async () => {
      await this.database.write(TAKE_TURN, [shop]);
      return this.database.withRepositories(async (manager) => {
        const lines = manager.getRepository<Row>(phoneNumberTable.schema);
        const where = { shopId: shop, status: In([...LIVE_STATUSES]) };
        const decided = decide(await lines.find({ select: RECORD, where, order: { createdAt: 'asc', id: 'asc' } }));
        // A unique index allows only one primary phone line, so the line that stops being primary is written first.
        for (const line of decided.changed.toSorted((one, other) => Number(one.isPrimary) - Number(other.isPrimary))) {
          await lines.upsert({ ...line, shopId: shop }, ['shopId', 'id']);
        }
        return decided;
      });
    });
  }
}
