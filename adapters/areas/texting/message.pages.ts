import type { MessageFilter } from '../../../application/areas/texting/messages.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { ShownMessage } from '../../../domain/texting/message.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { conditionsSql, given, KeysetPages, type ListCondition } from '../../storage/lists/keyset-pages.js';
import { OffsetPages } from '../../storage/lists/offset-pages.js';
import { messageTable, SHOWN_MESSAGE } from './message.entity.js';

/** Pages of the messages of one thread, newest first. The messages of a thread are few, so they are counted directly. */
export class MessagePages {
  private readonly searchPages: KeysetPages<ShownMessage>;
  private readonly listPages: OffsetPages<ShownMessage>;
  private readonly changePages: ChangePages<ShownMessage>;

  constructor(database: Database) {
    this.changePages = new ChangePages(database, { table: messageTable, ...SHOWN_MESSAGE });
    this.searchPages = new KeysetPages(database, SHOWN_MESSAGE, 'messages.list');
    this.listPages = new OffsetPages(database, SHOWN_MESSAGE, 'comms.list_messages');
  }

  search(shop: ShopId, filter: MessageFilter, limit: number, after: Position | null): Promise<ShownMessage[]> {
    return this.searchPages.list(shop, conditionsOf(filter), limit, after);
  }

  changes(shop: ShopId, filter: MessageFilter, asked: ChangesAsked): Promise<ChangedRows<ShownMessage>> {
    return this.changePages.list(shop, asked, conditionsOf(filter));
  }

  list(shop: ShopId, filter: MessageFilter, limit: number, offset: number): Promise<OffsetSlice<ShownMessage>> {
    return this.listPages.list(shop, limit, offset, (parameter) => {
      const matching = `from messages t where t.shop_id = $1 and ${conditionsSql(conditionsOf(filter), parameter)}`;
      return {
        total: `select count(*) as n ${matching}`,
        ids: `select t.id ${matching} order by t.created_at desc, t.id desc limit $2 offset $3`,
      };
    });
  }
}

function conditionsOf({ conversation, direction, since, until }: MessageFilter): ListCondition[] {
  return [
    ...given('t.conversation_id = ?', conversation),
    ...given('t.direction = ?', direction),
    ...given('t.created_at >= ?', since),
    ...given('t.created_at < ?', until),
  ];
}
