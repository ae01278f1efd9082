import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { Database, statement } from '../../adapters/persistence/database.js';
import { conversationTable } from '../../adapters/persistence/conversations/conversation.table.js';
import { customerTable } from '../../adapters/persistence/customers/customer.table.js';
import { jobTable } from '../../adapters/persistence/jobs/job.table.js';
import { leadTable, leadTimelineTable } from '../../adapters/persistence/leads/lead.tables.js';
import { messageTable } from '../../adapters/persistence/messages/message.table.js';
import { recordCountTable } from '../../adapters/persistence/outbox/plumbing.tables.js';
import { staffTable } from '../../adapters/persistence/staff/staff.table.js';
import type { Table } from '../../adapters/persistence/table.js';
import { taskTable } from '../../adapters/persistence/tasks/task.table.js';
import { vehicleTable } from '../../adapters/persistence/vehicles/vehicle.tables.js';
import { MintKey } from '../../application/access/mint-key.js';
import { Shops } from '../../application/access/shops.js';
import { Clock } from '../../application/ports/clock.js';
import { ALL_FEATURES, type Shop } from '../../domain/access/shop.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import { searchText } from '../../domain/shared/search.js';
import { demoData, type DemoData } from './demo-data.js';
import { DAY, DEMO_SHOP_ID } from './scene.js';

const SEED = 'northside';
/** One loader at a time, however many instances start at once; held until its transaction ends. */
const LOCK = statement('select pg_advisory_xact_lock(71406, 3)');

/** In the order in which they refer to each other. */
const CONTENTS: readonly (readonly [Table, (data: DemoData) => Iterable<object>])[] = [
  [staffTable, ({ staff }) => staff],
  [customerTable, ({ customers }) => customers.map((row) => ({ ...row, searchText: searchText([row.name, row.email, row.phone]) }))],
  [leadTable, ({ leads }) => leads],
  [leadTimelineTable, ({ leadTimelines }) => leadTimelines],
  [vehicleTable, ({ vehicles }) => vehicles],
  [conversationTable, ({ conversations }) => conversations],
  [messageTable, ({ messages }) => messages],
  [jobTable, ({ jobs }) => jobs],
  [taskTable, ({ tasks }) => tasks],
  [recordCountTable, ({ counts }) => counts],
];
const ANALYZE = `analyze ${CONTENTS.map(([{ name }]) => name).join(', ')}`;

export interface LoadedDemo {
  readonly shopId: string;
  /** shown once; null: the demo was there already, nothing was changed */
  readonly keys: { readonly full: string; readonly read: string } | null;
}

/** The demo shop with a year of work up to now and two keys: all of it in one transaction, and only where it is missing. */
export async function loadDemo(dataSource: DataSource, container: Container): Promise<LoadedDemo> {
  const database = container.get(Database);
  const shops = container.get(Shops);
  const keys = await database.transaction(async () => {
    await database.write(LOCK, []);
    if (await shops.find(DEMO_SHOP_ID)) return null;
    await fill(database, shops, container.get(Clock).now());
    return { full: await mint(container, 'full'), read: await mint(container, 'read') };
  });
  // Not left to autovacuum: the first requests come at once.
  if (keys) await dataSource.query(ANALYZE);
  return { shopId: DEMO_SHOP_ID, keys };
}

async function fill(database: Database, shops: Shops, now: Instant): Promise<void> {
  await shops.add(demoShop(now));
  const data = demoData(SEED, now);
  for (const [table, rowsOf] of CONTENTS) await database.copy(table, stored(rowsOf(data)));
}

function demoShop(now: Instant): Shop {
  return {
    id: DEMO_SHOP_ID,
    name: 'Northside Auto Care',
    timezone: 'America/Toronto',
    country: 'CA',
    currency: 'CAD',
    suspended: false,
    planLapsed: false,
    features: ALL_FEATURES,
    createdAt: later(now, -400 * DAY),
  };
}

function* stored(records: Iterable<object>): Iterable<object> {
  for (const record of records) yield { externalId: null, origin: 'service', ...record, shopId: DEMO_SHOP_ID, version: 1 };
}

async function mint(container: Container, scope: 'full' | 'read'): Promise<string> {
  const { token } = await container.get(MintKey).execute({ shop: DEMO_SHOP_ID, name: `Demo (${scope})`, scope });
  return token;
}
