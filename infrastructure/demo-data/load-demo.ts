import { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from '../../adapters/advisory-locks.js';
import { withoutLimits } from '../../adapters/areas/data-source.js';
import { storages } from '../../adapters/areas/storages.js';
import { Database } from '../../adapters/storage/database.js';
import { placementOf } from '../../adapters/storage/distribution/catalog.js';
import { statement } from '../../adapters/storage/statement.js';
import type { Table } from '../../adapters/storage/tables/table.js';
import { Stage } from '../../adapters/storage/transfer/stage.js';
import { StoredKinds } from '../../adapters/storage/transfer/stored-kinds.js';
import { KeyRing } from '../../application/areas/access/manage-keys.js';
import { SettingsOfShops, Shops } from '../../application/areas/access/shops.js';
import { RuleBook } from '../../application/areas/automations/rule-book.js';
import type { RuleInput } from '../../application/areas/automations/rule-input.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { MediaFiles } from '../../application/areas/media/media-files.js';
import { Clock, Ids } from '../../application/kernel/ports/ports.js';
import type { RecordType } from '../../application/transfer/import-kind.js';
import type { RecordWrites } from '../../application/transfer/import-store.js';
import { Conflict } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Use } from '../modules/use.js';
import { DEMO_SHOPS, readRows, type DemoShop } from './demo-shops.js';
import { ShopDemo } from './shop-demo.js';
import { SMALL, type DemoSize } from './sizes.js';
import { soundsOf } from './sounds.js';
import type { Rows } from './telling.js';

const SEED = 'northside';
const [{ id: DEMO_SHOP_ID }] = DEMO_SHOPS;
/** Takes the demo's advisory lock. It is held until the transaction ends. */
const LOCK = 'select pg_advisory_xact_lock($1, $2)';
const TABLES = storages.flatMap(({ tables }) => tables);
const ANALYZE = analyzing(TABLES);
/** A distributed database refuses to analyze global tables in a transaction that has read them. */
const ANALYZE_OF_SHOPS = analyzing(TABLES.filter((table) => placementOf(table) === 'distributed'));
/** Counts the shop's leads, up to a limit. */
const LEADS = statement('demo.leads', 'select count(*) as n from (select 1 from leads t where t.shop_id = $1 limit $2) found');

/** The staging tables of a shop, by the type of their records. */
type Stages = Map<RecordType, Stage>;

export interface LoadedDemo {
  /** the id of the first shop */
  readonly shopId: ShopId;
  readonly shops: readonly Pick<DemoShop, 'id' | 'name' | 'timezone' | 'country' | 'currency'>[];
  /** keys of the first shop, shown once; null: the demo existed already, so nothing was changed */
  readonly keys: { readonly full: string; readonly read: string } | null;
  /** the number of stored records, and the seconds that this took; null when `keys` is null */
  readonly loaded: { readonly records: number; readonly seconds: number } | null;
}

/**
 * Creates the demo's shops with a year of work up to now, and two keys of the first shop, in one transaction. An existing demo is
 * not changed.
 * @throws Conflict when the existing demo is smaller than the requested one
 */
export async function loadDemo(dataSource: DataSource, use: Use, size: DemoSize = SMALL): Promise<LoadedDemo> {
  const database = use(Database);
  const loader = new DemoLoader(use, use(Clock).now());
  const begun = performance.now();
  const load = async (): Promise<LoadedDemo['keys']> => {
    // If another process is loading the demo, this statement waits until that transaction ends.
    await database.onTransaction((client) => client.query(LOCK, [...ADVISORY_LOCKS.demo]));
    if (await use(Shops).find(DEMO_SHOP_ID)) {
      await requireSize(database, size);
      return null;
    }
    for (const shop of DEMO_SHOPS) await loader.load(shop, shop.id === DEMO_SHOP_ID ? size : SMALL);
    return { full: await mint(use, 'full'), read: await mint(use, 'read') };
  };
  const keys = await withoutLimits(dataSource, (patient) => database.longTransaction(patient, load));
  if (!keys) return { shopId: DEMO_SHOP_ID, shops: DEMO_SHOPS, keys, loaded: null };
  const loaded = { records: loader.records, seconds: (performance.now() - begun) / 1000 };
  // The statistics of the tables are updated now, because autovacuum would do so too late for the first requests.
  await withoutLimits(dataSource, (patient) => patient.query(ANALYZE));
  return { shopId: DEMO_SHOP_ID, shops: DEMO_SHOPS, keys, loaded };
}

function analyzing(tables: readonly Table[]): string {
  return `analyze ${tables.map(({ name }) => name).join(', ')}`;
}

class DemoLoader {
  records = 0;
  private readonly database: Database;
  private readonly storage: FileStorage;

  constructor(
    private readonly use: Use,
    private readonly now: Instant,
  ) {
    this.database = use(Database);
    this.storage = use(FileStorage);
  }

  async load(shop: DemoShop, { blocks, counts }: DemoSize): Promise<void> {
    const demo = new ShopDemo(shop, this.now, SEED);
    // A load that failed leaves its files, because only the database takes back what it has stored.
    await this.storage.deleteAll(shop.id);
    await this.use(Shops).add(demo.stored);
    await this.use(SettingsOfShops).change(shop.id, { ...shop.settings, closures: demo.calendar.closures });
    const stages: Stages = new Map();
    await this.store(shop.id, stages, demo.base);
    if (shop.id === DEMO_SHOP_ID) await this.addRules(demo);
    for (let block = 1; block <= blocks; block += 1) {
      const rows = demo.block(block, counts ?? shop.counts);
      await this.store(shop.id, stages, demo.writesOf(rows));
      await this.keepSounds(shop.id, rows);
      // While PostgreSQL has statistics of empty tables, it plans the checks of foreign keys badly, and they are slow. So the
      // statistics are updated after 1, 2, 4, … blocks.
      if (block < blocks && Number.isInteger(Math.log2(block)))
        await this.database.onTransaction((client) => client.query(ANALYZE_OF_SHOPS));
    }
    for (const stage of stages.values()) await stage.drop();
  }

  /** Adds the rules of the first shop. They follow what happens after the demo was loaded. */
  private async addRules({ shop, staff }: ShopDemo): Promise<void> {
    const advisor = staff.find(({ role, active }) => role === 'advisor' && active);
    if (!advisor) throw new Error('the first shop of the demo has no advisor');
    // The cast is safe: the file is our own, and `RuleBook` checks each rule.
    const rules = readRows(`${shop.folder}/rules`) as unknown as readonly RuleInput[];
    for (const { name, on, do: written } of rules) {
      const steps = written.map((step) => (step.step === 'create_task' ? { ...step, staffId: advisor.userId } : step));
      await this.use(RuleBook).add(shop.id, { name, on, do: steps });
    }
  }

  /**
   * Stores records as an import of new rows does: together with the derived rows and counts, but without events. The use case of an
   * import would commit each of its batches, but a demo is loaded as a whole or not at all. All blocks share the stages: a table is
   * locked until its transaction ends, also after it was dropped, and PostgreSQL has room for some thousand locks.
   */
  private async store(shop: ShopId, stages: Stages, writes: Iterable<RecordWrites>): Promise<void> {
    await this.database.onTransaction(async (client) => {
      for (const one of writes) {
        const stage = stages.get(one.record) ?? (await this.stageOf(client, shop, one.record));
        stages.set(one.record, stage);
        await stage.write(one);
        await stage.land(this.now);
        await stage.clear();
        this.records += one.created.length;
      }
    });
  }

  private async stageOf(client: ClientBase, shop: ShopId, record: RecordType): Promise<Stage> {
    const stage = new Stage(client, shop, this.use(StoredKinds).of(record), false);
    await stage.prepare();
    return stage;
  }

  /** Stores the files of the sounds and then their rows, so that every row has its file. */
  private async keepSounds(shop: ShopId, rows: Rows): Promise<void> {
    const sounds = soundsOf(rows.get('calls') ?? [], this.use(Ids));
    await Promise.all(sounds.map(({ file, content }) => this.storage.put(shop, file.id, Readable.from([content]))));
    await this.use(MediaFiles).add(
      shop,
      sounds.map(({ file }) => file),
    );
    this.records += sounds.length;
  }
}

/** Refuses a demo that is smaller than the wanted size. The size `small` wants no leads, so every demo is large enough for it. */
async function requireSize(database: Database, size: DemoSize): Promise<void> {
  const wanted = size.blocks * (size.counts?.leads ?? 0);
  const [found] = await database.read<{ n: number }>(LEADS, [DEMO_SHOP_ID, wanted]);
  if ((found?.n ?? 0) < wanted) {
    throw new Conflict(`a demo smaller than ${size.name} is loaded: reset --size ${size.name} replaces it`);
  }
}

async function mint(use: Use, scope: 'full' | 'read'): Promise<string> {
  const { token } = await use(KeyRing).mint({ shop: DEMO_SHOP_ID, name: `Demo (${scope})`, scope });
  return token;
}
