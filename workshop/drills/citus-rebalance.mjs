import { setTimeout as sleep } from 'node:timers/promises';
import { addNode, citusServers, withClient } from '../harness/citus.mjs';
import { inTurns, posted } from '../harness/load.mjs';
import { checkAnswers, checkHistory, countOf, longest, p99Of, writesOf } from './support/answers.mjs';
import { checkEvents, NOT_RUN, openCitusWorld, serverOf, startShops } from './support/citus.mjs';

export const promise = 'What the service promises';
export const about =
  'a server is added to a Citus cluster and takes half of the shops while they are written to: no write is lost, and events come once';
export const planted = 'some rows of the moved shops are deleted';
export const ownDatabase = true;

/** `leads` each shop has before. */
export const FULL = { shops: 50, leads: 200, perSecond: 100, quietMs: 10_000 };
export const SHORT = { shops: 12, leads: 10, perSecond: 20, quietMs: 2_000 };
const [MOVED_MS, SETTLE_MS] = [400_000, 60_000];
/** The share of requests that may be refused while a shard is switched to the new server. None of them waits for 5 s. */
const MOST_REFUSED = 0.01;
const LOSE = `delete from leads where shop_id = any($1) and last_name like '%7'`;
const UNFINISHED = `select count(*) as n from pg_dist_background_job where state not in ('finished', 'failed', 'cancelled')`;

export async function run({ form, plant }) {
  const servers = citusServers();
  if (servers.length < 3) return NOT_RUN;
  const { sql, shops, startInstance, databaseUrl } = await openCitusWorld(form.shops, servers.slice(0, 2));
  const { level } = await sql.row(`select current_setting('wal_level') as level`);
  if (level !== 'logical')
    return { measured: {}, broken: ['NOT RUN: Citus moves shards without blocking only with wal_level = logical'] };
  const { url } = await startInstance({ LOG_REQUESTS: 'errors' });
  for (const { token } of shops)
    await inTurns(Array.from({ length: form.leads }), () => posted({ url, token }, '/api/v1/leads', { name: 'Before' }));
  const { answers, stop } = startShops(url, shops, form.perSecond);
  await sleep(form.quietMs);
  const from = performance.now();
  const failed = await withClient(databaseUrl, (client) => rebalance(client, sql, new URL(servers[2])));
  const to = performance.now();
  await sleep(form.quietMs);
  const { sent } = await stop();
  const moved = [];
  for (const { shop } of shops) if (String(await serverOf(sql, shop)) === new URL(servers[2]).port) moved.push(shop.id);
  if (plant) await sql.rows(LOSE, [moved]);
  const created = writesOf(answers);
  const before = answers.filter(({ at }) => at < from);
  const meanwhile = answers.filter(({ at, ms }) => at >= from && at - ms < to);
  const after = answers.filter(({ at, ms }) => at - ms >= to);
  const refused = countOf(meanwhile, 503);
  return {
    measured: {
      requests: sent,
      acknowledged: countOf([...created.values()], 201),
      'moved shops': `${moved.length} of ${shops.length}`,
      'took, s': Math.round((to - from) / 1000),
      'p99 before, ms': p99Of(before),
      'p99 meanwhile, ms': p99Of(meanwhile),
      'longest meanwhile, ms': longest(meanwhile),
      'refused meanwhile': refused,
    },
    broken: [
      ...failed,
      moved.length === 0 && 'no shop was moved',
      countOf(before, 503) > 0 && 'requests were refused before',
      refused > meanwhile.length * MOST_REFUSED && `${refused} of ${meanwhile.length} requests were refused meanwhile`,
      countOf(after, 503) > 0 && 'requests were refused after',
      ...checkAnswers(answers),
      ...(await checkHistory(sql, created)),
      ...(await checkEvents(sql, SETTLE_MS)),
    ],
  };
}

/** Adds a server, and moves shards to it until they lie evenly. Returns what went wrong. */
async function rebalance(client, sql, server) {
  await addNode(client, server);
  await client.query('select citus_rebalance_start()');
  const took = await sql.untilNone(UNFINISHED, [], MOVED_MS);
  if (took === null) return ['the shards were still being moved'];
  const jobs = await sql.rows(`select state::text from pg_dist_background_job where state <> 'finished'`);
  return jobs.map(({ state }) => `the rebalancing is ${state}`);
}
