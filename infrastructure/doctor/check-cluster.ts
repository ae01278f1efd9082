import type { DataSource } from 'typeorm';
import { SHOP_ROWS } from '../../adapters/storage/tables/shop-rows.js';
import { fail, ok, warn, type Finding } from './finding.js';

interface Node {
  readonly name: string;
  readonly takesShards: boolean;
  readonly shards: number;
  readonly answers: boolean;
  /** the versions of PostgreSQL and Citus; of a node that does not answer, the reason */
  readonly said: string;
}

/** All distributed tables have their shards in the same places, so those of one table are counted. */
const NODES = `with shards as (
    select s.shardid from pg_dist_shard s
    where s.logicalrelid = (select min(t.logicalrelid::oid)::regclass from pg_dist_partition t where t.partmethod = 'h')
  ), placed as (
    select p.groupid, count(*)::int as shards from pg_dist_placement p join shards s on s.shardid = p.shardid group by p.groupid
  ), answers as (
    select * from run_command_on_all_nodes($$ select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)
      || ' with Citus ' || extversion from pg_extension where extname = 'citus' $$)
  )
  select n.nodename || ':' || n.nodeport as name, n.shouldhaveshards and n.noderole = 'primary' as "takesShards",
    coalesce(p.shards, 0) as shards, a.success as answers, a.result as said
  from pg_dist_node n join answers a on a.nodeid = n.nodeid left join placed p on p.groupid = n.groupid and n.noderole = 'primary'
  order by n.groupid, n.nodeid`;
const WITHOUT_ROW = `select count(*)::int as n from (select id from shops except select shop_id from ${SHOP_ROWS}) s`;
/** The lists that count each record once. Other records are not counted as they are stored. */
const COUNTED = `from record_counts where list in ('customers', 'conversations', 'jobs', 'tasks')`;
const LARGEST = `select shop_id as shop, sum(n)::int8 as n ${COUNTED} group by shop_id order by n desc limit 1`;
const ALL = `select coalesce(sum(n), 0)::int8 as n ${COUNTED}`;

/** From so many records on, a shop with more than this share of them is told: it alone fills a server. */
const [MANY, LARGE_SHARE] = [100_000, 0.5];

/** Checks the servers of a distributed database: whether they answer, what they run, and how the shops are spread over them. */
export async function checkCluster(dataSource: DataSource): Promise<Finding[]> {
  const nodes = await dataSource.query<Node[]>(NODES);
  const silent = nodes.filter(({ answers }) => !answers);
  if (silent.length > 0) {
    const detail = silent.map(({ name, said }) => `${name} does not answer: ${said.replace(/\s+/g, ' ').trim()}`).join('; ');
    return [fail('nodes', detail, 'start this server again: requests of the shops on it answer 503')];
  }
  return [versionsOf(nodes), spreadOf(nodes), ...(await checkRows(dataSource)), await checkLargest(dataSource)];
}

function versionsOf(nodes: readonly Node[]): Finding {
  const versions = new Set(nodes.map(({ said }) => said));
  if (versions.size === 1) return ok('nodes', `${nodes.length} servers answer, all with ${nodes[0]?.said}`);
  return warn('nodes', nodes.map(({ name, said }) => `${name} has ${said}`).join(', '), 'bring all servers to the same versions');
}

function spreadOf(nodes: readonly Node[]): Finding {
  const takers = nodes.filter(({ takesShards, shards }) => takesShards || shards > 0);
  const detail = `${takers.reduce((sum, { shards }) => sum + shards, 0)} of each table: ${takers
    .map(({ name, shards }) => `${shards} on ${name}`)
    .join(', ')}`;
  const areAllInUse = takers.every(({ shards }) => shards > 0);
  return areAllInUse ? ok('shards', detail) : warn('shards', detail, 'run select citus_rebalance_start()');
}

/** A shop that was added by plain SQL may have no row. A write of it stores its record alone. */
async function checkRows(dataSource: DataSource): Promise<Finding[]> {
  const [without] = await dataSource.query<[{ n: number }]>(WITHOUT_ROW);
  if (without.n === 0) return [];
  const detail = `${without.n} shops have no row in shop_settings: their events and counts are lost`;
  return [fail('shop rows', detail, 'run insert into shop_settings (shop_id) select id from shops on conflict do nothing')];
}

async function checkLargest(dataSource: DataSource): Promise<Finding> {
  const [largest] = await dataSource.query<{ shop: string; n: number }[]>(LARGEST);
  const [all] = await dataSource.query<[{ n: number }]>(ALL);
  if (!largest) return ok('largest shop', 'no shop has customers, threads, jobs or tasks');
  const detail = `the shop ${largest.shop} has ${Math.round((100 * largest.n) / all.n)} % of ${all.n} customers, threads, jobs and tasks`;
  if (all.n < MANY || largest.n / all.n < LARGE_SHARE) return ok('largest shop', detail);
  const advice = `run select isolate_tenant_to_new_shard('jobs', '${largest.shop}', 'cascade'), and move the shard that it names`;
  return warn('largest shop', detail, `${advice} to a server of its own with citus_move_shard_placement`);
}
