import { OptOuts, type NumberOwners } from '../../../application/areas/texting/opt-outs.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { NumberDigests } from '../../../application/kernel/ports/ports.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import { eventList, eventsSql, storeAnnounced } from '../../storage/records/announced-writes.js';
import { statement } from '../../storage/statement.js';
import { columnOf, quoted, recordProperties, selectList } from '../../storage/tables/table.js';
import { blocksOn, blocksSql, optOutTable, spellings } from './opt-out.entity.js';

/** A change is refused after this many attempts. An attempt fails when another write has changed the number's row meanwhile. */
const MOST_ATTEMPTS = 50;

const FIND = statement('opt_outs.find', `${blocksOn('$2')} limit 1`);
const HISTORY = statement(
  'opt_outs.history',
  `select ${selectList(optOutTable)} from opt_outs t where t.shop_id = $1 and t.number = any($2::text[])
  order by t.lifted_at is not null, t.number limit 1`,
);
const BLOCKED = 'from opt_outs t where t.shop_id = $1 and t.lifted_at is null';
const LATEST_FIRST = 'order by t.since desc, t.number';
const LIST = statement('opt_outs.list', `select ${selectList(optOutTable)} ${BLOCKED} ${LATEST_FIRST}`);
/** A page without numbers still has one row with the total. */
const PAGE = statement(
  'opt_outs.page',
  `with total as (select count(*) as n ${BLOCKED}),
    page as (select ${selectList(optOutTable)} ${BLOCKED} ${LATEST_FIRST} limit $2 offset $3)
  select total.n as total, page.* from total left join page on true order by page.since desc, page.number`,
);
const FIND_VERSION = statement(
  'opt_outs.find_version',
  `select ${selectList(optOutTable)}, t.version from opt_outs t where t.shop_id = $1 and t.number = $2`,
);
const OWNERS = statement(
  'opt_outs.owners',
  `select
    (select t.id from conversations t where t.shop_id = $1 and t.channel = 'sms' and t.contact_number = $2
      order by t.created_at desc, t.id desc limit 1) as conversation,
    (select t.id from customers t where t.shop_id = $1 and t.phone = $2) as customer`,
);

/** `$1` shop, `$2` the digests of a number. */
const IS_ERASED = statement(
  'opt_outs.is_erased',
  'select 1 from opt_outs t where t.shop_id = $1 and t.number = any($2::text[]) limit 1',
);
/**
 * An import has not found the digest of a number, and may have made another row for the number. Of the two rows, the digest's own
 * goes if it is lifted, and else the import's. `$1` shop, `$2` digests, `$3` number.
 */
const FORGET_LIFTED = statement(
  'opt_outs.forget_lifted',
  `delete from opt_outs t where t.shop_id = $1 and t.number = any($2::text[]) and t.lifted_at is not null
    and exists (select from opt_outs o where o.shop_id = $1 and o.number = $3)`,
);
const FORGET_IMPORTED = statement(
  'opt_outs.forget_imported',
  `delete from opt_outs t where t.shop_id = $1 and t.number = $3
    and exists (select from opt_outs o where o.shop_id = $1 and o.number = any($2::text[]))`,
);
const RECALL = statement(
  'opt_outs.recall',
  'update opt_outs t set number = $3, version = t.version + 1 where t.shop_id = $1 and t.number = any($2::text[])',
);

const PROPERTIES = recordProperties(optOutTable);
const COLUMNS = PROPERTIES.map((property) => quoted(columnOf(optOutTable, property)));

/**
 * Stores a number's row with its events. When it returns no row, another write came first. `$1` shop, `$2` the version that was
 * read (0: there was no row), `$3` events as a JSON list, then the columns.
 */
const STORE = statement(
  'opt_outs.store',
  `with stored as (
    insert into opt_outs as o (shop_id, version, ${COLUMNS.join(', ')})
    values ($1, $2 + 1, ${COLUMNS.map((_, index) => `$${index + 4}`).join(', ')})
    on conflict (shop_id, number) do update
      set version = excluded.version, ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
      where o.version = $2 returning 1
  ), ${eventsSql(3)}
  select 1 from stored`,
);

/** `$1` shop, `$2` now, `$3` numbers. */
const IMPORT = statement(
  'opt_outs.import',
  `${blocksSql(`(select n as key, 'block' as value from unnest($3::text[]) n) s`)} returning 1`,
);

export class PostgresOptOuts extends OptOuts {
  constructor(
    private readonly database: Database,
    private readonly digests: NumberDigests,
  ) {
    super();
  }

  override async find(shop: ShopId, number: E164): Promise<OptOut | null> {
    const [optOut] = await this.database.read<OptOut>(FIND, [shop, spellings(this.digests, shop, number)]);
    return optOut ? { ...optOut, number } : null;
  }

  override async history(shop: ShopId, number: E164): Promise<OptOut | null> {
    const [optOut] = await this.database.read<OptOut>(HISTORY, [shop, spellings(this.digests, shop, number)]);
    return optOut ? { ...optOut, number } : null;
  }

  override list(shop: ShopId): Promise<OptOut[]> {
    return this.database.read<OptOut>(LIST, [shop]);
  }

  override async page(shop: ShopId, limit: number, offset: number): Promise<OffsetSlice<OptOut>> {
    const rows = await this.database.read<OptOut & { readonly total: number }>(PAGE, [shop, limit, offset]);
    const items = rows.filter(({ number }) => (number as string | null) !== null);
    return { items, total: rows[0]?.total ?? 0, offset };
  }

  override async change(
    shop: ShopId,
    number: E164,
    decide: (known: OptOut | null, owners: NumberOwners) => Announced<OptOut> | null,
  ): Promise<OptOut | null> {
    await this.recall(shop, number);
    const [owners = NO_OWNERS] = await this.database.read<NumberOwners>(OWNERS, [shop, number]);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const [row] = await this.database.read<OptOut & { readonly version: number }>(FIND_VERSION, [shop, number]);
      const { version = 0, ...known } = row ?? {};
      // Safe: a row without its version is an opt-out.
      const decision = decide(row ? (known as OptOut) : null, owners);
      if (!decision?.changed) return decision?.next ?? null;
      const { next, announcements } = decision;
      const values = PROPERTIES.map((property) => next[property as keyof OptOut]);
      const stored = await storeAnnounced(this.database, shop, decision, () =>
        this.database.write(STORE, [shop, version, eventList(announcements), ...values]),
      );
      if (stored.length > 0) return next;
    }
    throw new Unavailable(undefined, undefined, 'too many requests change this number at the same time');
  }

  override async recall(shop: ShopId, number: E164): Promise<void> {
    const digests = this.digests.of(shop, number);
    if ((await this.database.read(IS_ERASED, [shop, digests])).length === 0) return;
    await this.database.transaction(async () => {
      for (const step of [FORGET_LIFTED, FORGET_IMPORTED, RECALL]) await this.database.write(step, [shop, digests, number]);
    });
  }

  override async importBlocks(shop: ShopId, numbers: readonly E164[], now: Instant): Promise<number> {
    return (await this.database.write(IMPORT, [shop, now, numbers])).length;
  }
}

const NO_OWNERS: NumberOwners = { conversation: null, customer: null };
