import type { ClientBase } from 'pg';
import { Erasures, type Erased, type TellErasure } from '../../../application/areas/customers/erasures.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { NumberDigests } from '../../../application/kernel/ports/ports.js';
import type { CustomerId, MediaFileId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { Mentions, type Eraser, type Erasing } from '../../storage/erasure/eraser.js';
import { eventList, STORE_EVENTS } from '../../storage/records/announced-writes.js';
import { conversationTable } from '../inbox/conversation.entity.js';
import { leadTable } from '../leads/lead.entity.js';
import { scheduledMessageTable } from '../texting/scheduled-message.entity.js';
import { findPerson, inOrder, type FoundRows } from './postgres-persons.js';

const STILL_WAITING = `select t.id from scheduled_messages t
  where t.shop_id = $1 and t.id = any($2::uuid[]) and t.status = 'scheduled'`;

/**
 * Erases in one transaction: first everything is found, then everything is emptied. So a run that was cut off has lost no trace of
 * what is left to do.
 */
export class PostgresErasures extends Erasures {
  private readonly erasers: readonly Eraser[];

  constructor(
    private readonly database: Database,
    erasers: readonly Eraser[],
    private readonly digests: NumberDigests,
    private readonly catalogue: EventCatalogue,
  ) {
    super();
    this.erasers = inOrder(erasers);
  }

  override waiting(shop: ShopId, customer: CustomerId): Promise<readonly ScheduledMessageId[] | null> {
    return this.inTransaction(async (client) => {
      const found = await this.find(client, shop, customer);
      if (!found) return null;
      const values = [shop, found.rows.get(scheduledMessageTable) ?? []];
      return (await client.query<{ id: ScheduledMessageId }>(STILL_WAITING, values)).rows.map(({ id }) => id);
    });
  }

  override erase(
    shop: ShopId,
    customer: CustomerId,
    removeFile: (file: MediaFileId) => Promise<void>,
    tell: TellErasure,
  ): Promise<Erased | null> {
    return this.inTransaction(async (client) => {
      const found = await this.find(client, shop, customer);
      if (!found) return null;
      const { person, rows } = found;
      let files = 0;
      const mentions = new Mentions(new Set([...rows.values()].flat()), [...person.numbers, ...person.emails]);
      const counted = async (file: MediaFileId): Promise<void> => {
        await removeFile(file);
        files += 1;
      };
      const { digests, catalogue } = this;
      const erasing: Erasing = { client, person, mentions, digests, catalogue, events: [], removeFile: counted };
      const erased: Record<string, number> = {};
      for (const eraser of this.erasers) erased[eraser.table.name] = await eraser.erase(erasing, rows.get(eraser.table) ?? []);
      const [threads, leads] = [person.rowsOf(conversationTable), person.rowsOf(leadTable)];
      await client.query(STORE_EVENTS, [shop, eventList(tell({ id: customer, threads, leads }))]);
      return { rows: erased, files };
    });
  }

  private find(client: ClientBase, shop: ShopId, customer: CustomerId): Promise<FoundRows | null> {
    return findPerson(client, this.erasers, { shop, customer, lock: 'for update' });
  }

  private inTransaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    return this.database.onOwnConnection(async (client) => {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    });
  }
}
