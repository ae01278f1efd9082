import { PAUSES_KEPT_MS, type Pauses } from '../../../application/areas/outgoing/pauses.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { Clock } from '../../../application/kernel/ports/ports.js';
import type { Pause } from '../../../domain/outgoing/pause.js';
import { LIVE_STATUSES } from '../../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { eventList, eventsSql, storeAnnounced } from '../../storage/records/announced-writes.js';
import { statement } from '../../storage/statement.js';
import { insertion } from '../../storage/tables/table.js';
import { PAUSE, pauseTable } from './pause.entity.js';

/** The channel on which changes of pauses are announced. */
export const OUTGOING_CHANGED = 'outgoing_changed';

const KNOWN = statement(
  'outgoing_pauses.known',
  `select ${PAUSE} from outgoing_pauses t where t.until is null or t.until > $1 order by t.since, t.id`,
);
const INSERTION = insertion<Pause>(pauseTable);
const ADD = statement('outgoing_pauses.add', `${INSERTION.sql} on conflict do nothing returning id`);
const END = statement(
  'outgoing_pauses.end',
  'update outgoing_pauses t set until = $2, try_at = null where t.id = $1 and t.until is null returning t.id',
);
const TAKE_TRY = statement(
  'outgoing_pauses.take_try',
  'update outgoing_pauses t set try_at = $3 where t.id = $1 and t.until is null and t.try_at <= $2 returning t.id',
);
const TRY_AT = statement(
  'outgoing_pauses.try_at',
  'update outgoing_pauses t set try_at = $2 where t.id = $1 and t.until is null',
);
const MARK_TOLD = statement(
  'outgoing_pauses.mark_told',
  'update outgoing_pauses t set told = $2 where t.id = $1 and t.told is distinct from $2 returning t.id',
);
const SHOPS = statement(
  'outgoing_pauses.shops_that_text',
  `select n.shop_id as id from phone_numbers n where n.is_sending and n.sms and n.status = any($1)
  union select c.shop_id from shop_settings c where c.messaging_service is not null
  order by id`,
);
const TELL = statement('outgoing_pauses.tell', `with stored as (select 1), ${eventsSql(2)} select 1 from stored`);
const ANNOUNCE = statement('outgoing_pauses.announce', `select pg_notify('${OUTGOING_CHANGED}', '')`);

/** The stored pauses. The service asks `RememberedPauses`, a cache in front of this class. */
export class PostgresPauses implements Pauses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  known(): Promise<readonly Pause[]> {
    return this.database.read<Pause>(KNOWN, [later(this.clock.now(), -PAUSES_KEPT_MS)]);
  }

  add(pause: Pause): Promise<boolean> {
    return this.changed(() => this.database.write(ADD, INSERTION.valuesOf(pause)));
  }

  end(id: Pause['id'], at: Instant): Promise<boolean> {
    return this.changed(() => this.database.write(END, [id, at]));
  }

  takeTry(id: Pause['id'], now: Instant, next: Instant): Promise<boolean> {
    return this.changed(() => this.database.write(TAKE_TRY, [id, now, next]));
  }

  markTold(id: Pause['id'], told: Pause['told']): Promise<boolean> {
    return this.changed(() => this.database.write(MARK_TOLD, [id, told]));
  }

  async tryAt(id: Pause['id'], at: Instant): Promise<void> {
    await this.changed(async () => {
      await this.database.write(TRY_AT, [id, at]);
      return [id];
    });
  }

  async shopsThatText(): Promise<readonly ShopId[]> {
    const shops = await this.database.read<{ readonly id: ShopId }>(SHOPS, [LIVE_STATUSES]);
    return shops.map(({ id }) => id);
  }

  async tell(shop: ShopId, decision: Announced<unknown>): Promise<void> {
    await storeAnnounced(this.database, shop, decision, () =>
      this.database.write(TELL, [shop, eventList(decision.announcements)]),
    );
  }

  /** Tells every instance of a change, in the transaction of the change. */
  private changed(write: () => Promise<readonly unknown[]>): Promise<boolean> {
    return this.database.transaction(async () => {
      const isChanged = (await write()).length > 0;
      if (isChanged) await this.database.write(ANNOUNCE, []);
      return isChanged;
    });
  }
}
