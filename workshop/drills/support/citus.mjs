import { randomBytes, randomUUID } from 'node:crypto';
import { citusServers, databaseOf, distribute, dropDatabase, makeDatabase, withClient } from '../../harness/citus.mjs';
import { atEnd } from '../../harness/ending.mjs';
import { startLoad } from '../../harness/load.mjs';
import { openWorld, provision } from '../../harness/world.mjs';

/** The reason why a drill was not run, as its result. */
export const NOT_RUN = {
  measured: {},
  broken: ['NOT RUN: CITUS_URL must name the coordinator and two workers on this machine, see docs/testing.md'],
};

/** Opens a distributed database with shops on the cluster. @param joined the servers that it begins with */
export async function openCitusWorld(shops, joined = citusServers()) {
  const servers = citusServers();
  const name = `drill_${randomBytes(4).toString('hex')}`;
  atEnd(() => dropDatabase(servers, name));
  await makeDatabase(servers, name, joined);
  // The servers of the tests acknowledge before a write is on the disk.
  for (const server of servers)
    await withClient(server, (client) => client.query(`alter database ${name} set synchronous_commit = on`));
  const url = databaseOf(servers[0], name);
  return openWorld(url, async () => {
    await distribute(url);
    return provision(
      url,
      {},
      Array.from({ length: shops }, (_, n) => `Shop ${n}`),
    );
  });
}

const SERVER_OF = `select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where p.shardid = get_shard_id_for_distribution_column('shop_settings', $1::uuid)`;

/** The port of the server on which a shop is. */
export async function serverOf(sql, shop) {
  return (await sql.row(SERVER_OF, [shop.id])).port;
}

/**
 * Reads and writes of all shops at a rate: of four requests one creates a lead, one a lead with an idempotency key, and two read.
 * @returns `answers`, each with the number `of` its shop, the name of its lead, its status, and the time `at` which it was heard;
 * and `stop`
 */
export function startShops(url, shops, perSecond) {
  const answers = [];
  const kinds = [
    (name) => ({ method: 'POST', path: '/api/v1/leads', body: { name } }),
    () => ({ path: '/api/v1/leads?limit=10' }),
    (name) => ({ method: 'POST', path: '/api/v1/leads', body: { name }, headers: { 'idempotency-key': randomUUID() } }),
    () => ({ path: '/api/v1/tasks?limit=10' }),
  ];
  const next = (n) => {
    const of = n % shops.length;
    return { ...kinds[Math.floor(n / shops.length) % kinds.length](`Lead ${n}`), token: shops[of].token, of };
  };
  const heard = ({ sent, status, ms, text }) => {
    answers.push({ of: sent.of, name: sent.body?.name, status, ms, text: status === 200 ? '' : text, at: performance.now() });
  };
  const load = startLoad({ url }, { perSecond: () => perSecond, next, heard });
  return { answers, stop: load.stop };
}

/** Waits until the feed has every event, and finds leads whose event is not there once. */
export async function checkEvents(sql, settleMs) {
  const took = await sql.untilNone('select count(*) as n from outbox where number is null', [], settleMs);
  if (took === null) return ['some events never got their number'];
  const times = await sql.rows(
    `select times, count(*)::int as n from (
      select l.shop_id, l.id, count(o.id) as times from leads l
        left join outbox o on o.shop_id = l.shop_id and o.type = 'lead.created' and (o.data ->> 'id')::uuid = l.id
      group by l.shop_id, l.id) t where times <> 1 group by times`,
  );
  const shared = await sql.count(
    'select count(*) as n from (select shop_id, number from outbox group by shop_id, number having count(*) > 1) t',
  );
  return [
    ...times.map(({ times: told, n }) => `${n} leads have ${told} events`),
    shared > 0 && `${shared} numbers of events were given twice`,
  ];
}
