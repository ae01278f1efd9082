import type { Announced } from '../../../application/kernel/events/announcer.js';
import { takenExternalId } from '../../../application/kernel/operation/external-ids.js';
import type { RecordType } from '../../../application/transfer/import-kind.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import { violatedUnique } from '../violated-unique.js';
import { statement, type Statement } from '../statement.js';
import { conditionOf, type RecordKind } from './record-kind.js';
import type { RecordStore } from './record-store.js';

interface Identified {
  readonly id: string;
  readonly externalId: string | null;
}

/** The records of one kind by their ids in other systems. */
export class ExternalIds<T extends Identified> {
  private readonly findOne: Statement;
  private readonly findHolder: Statement;
  private readonly index: string;

  constructor(
    private readonly database: Database,
    kind: RecordKind<T>,
    private readonly record: RecordType,
  ) {
    const { table, select, from } = kind;
    const matching = 'where t.shop_id = $1 and t.external_id = $2';
    this.findOne = statement(
      `${table.name}.find_by_external_id`,
      `select ${select} from ${from} ${matching} ${conditionOf(kind)}`,
    );
    this.findHolder = statement(`${table.name}.external_id_holder`, `select t.id from ${table.name} t ${matching}`);
    this.index = `${table.name}_external_id`;
  }

  async find(shop: ShopId, externalId: string): Promise<T | null> {
    const [record] = await this.database.read<T>(this.findOne, [shop, externalId]);
    return record ?? null;
  }

  /** Returns the error that names the record with this external id, if the id is taken; otherwise the error itself. */
  async named(shop: ShopId, { externalId }: T, error: unknown): Promise<unknown> {
    return violatedUnique(error) === this.index ? await this.taken(shop, externalId, error) : error;
  }

  /**
   * Adds a record. Null: another call has made one with this external id meanwhile, and an open unit of work goes on.
   * @param otherwise returns the error that names the record with another value that must be unique; null: all are free
   */
  async addUnlessTaken(
    store: RecordStore<T>,
    shop: ShopId,
    decision: Announced<T>,
    children: readonly object[] = [],
    otherwise: (record: T) => Promise<Error | null> = () => Promise.resolve(null),
  ): Promise<T | null> {
    const { next } = decision;
    const added = await store.addUnlessThere(shop, decision, children);
    if (added) return added;
    if (next.externalId !== null && (await this.find(shop, next.externalId))) return null;
    throw (await otherwise(next)) ?? (await this.taken(shop, next.externalId));
  }

  private async taken(shop: ShopId, externalId: string | null, cause?: unknown): Promise<Error> {
    const [holder] = await this.database.read<{ readonly id: string }>(this.findHolder, [shop, externalId]);
    // Without a holder, the other record has given the id up meanwhile, so the same call may succeed now.
    return holder ? takenExternalId(this.record, holder.id) : new Unavailable({ cause });
  }
}
