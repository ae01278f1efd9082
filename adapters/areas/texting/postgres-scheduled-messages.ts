import { ScheduledMessages, type ScheduledMessageFilter } from '../../../application/areas/texting/scheduled-messages.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { MessageId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import type { Database } from '../../storage/database.js';
import { conditionsSql, given } from '../../storage/lists/keyset-pages.js';
import { countedTotal, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { BurstStore } from '../../storage/records/burst-store.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement, type Parameter } from '../../storage/statement.js';
import { SCHEDULED_MESSAGE_KIND } from './scheduled-message.entity.js';

const OF_MESSAGE = statement(
  'scheduled_messages.of_message',
  `select ${SCHEDULED_MESSAGE_KIND.select} from ${SCHEDULED_MESSAGE_KIND.from} where t.shop_id = $1 and t.message_id = $2`,
);
const WAIT = statement(
  'scheduled_messages.wait',
  `update scheduled_messages t set due_at = $3 where t.shop_id = $1 and t.id = $2 and t.status = 'scheduled'`,
);
const SOONEST_FIRST = 't.send_at, t.id desc';

export class PostgresScheduledMessages extends ScheduledMessages {
  private readonly store: RecordStore<ScheduledMessage>;
  private readonly burst: BurstStore<ScheduledMessage>;
  private readonly pages: OffsetPages<ScheduledMessage>;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, SCHEDULED_MESSAGE_KIND);
    this.burst = new BurstStore(database, SCHEDULED_MESSAGE_KIND, this.store);
    this.pages = new OffsetPages(database, SCHEDULED_MESSAGE_KIND, 'scheduled_messages.list');
  }

  override find(shop: ShopId, id: ScheduledMessageId): Promise<ScheduledMessage | null> {
    return this.store.find(shop, id);
  }

  override async ofMessage(shop: ShopId, message: MessageId): Promise<ScheduledMessage | null> {
    const [scheduled] = await this.database.read<ScheduledMessage>(OF_MESSAGE, [shop, message]);
    return scheduled ?? null;
  }

  override list(
    shop: ShopId,
    filter: ScheduledMessageFilter,
    limit: number,
    offset: number,
  ): Promise<OffsetSlice<ScheduledMessage>> {
    return this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }

  override async add(shop: ShopId, decision: Announced<ScheduledMessage>): Promise<void> {
    await this.store.add(shop, decision);
  }

  override change(
    shop: ShopId,
    id: ScheduledMessageId,
    change: (message: ScheduledMessage) => Announced<ScheduledMessage>,
  ): Promise<ScheduledMessage | null> {
    return this.burst.change(shop, id, change);
  }

  override async wait(shop: ShopId, id: ScheduledMessageId, until: Instant): Promise<void> {
    await this.database.write(WAIT, [shop, id, until]);
  }
}

/** The messages of one thread or customer are few, so they are counted directly. Other totals come from the stored counts. */
function pageSelects({ status, conversationId, customerId }: ScheduledMessageFilter, parameter: Parameter): PageSelects {
  const contact = [...given('t.conversation_id = ?', conversationId), ...given('t.customer_id = ?', customerId)];
  const conditions = conditionsSql([...contact, ...given('t.status = ?', status)], parameter);
  const matching = `from scheduled_messages t where t.shop_id = $1 ${conditions && `and ${conditions}`}`;
  return {
    total: contact.length > 0 ? `select count(*) as n ${matching}` : totalOf(status, parameter),
    ids: `select t.id ${matching} order by ${SOONEST_FIRST} limit $2 offset $3`,
  };
}

function totalOf(status: ScheduledMessageFilter['status'], parameter: Parameter): string {
  return countedTotal('scheduled_messages', status === undefined ? '' : `and c.bucket = ${parameter(status)}`);
}
