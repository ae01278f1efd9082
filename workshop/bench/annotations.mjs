// npm run bench -- annotations [--rows 100000] [--rounds 7] [--requests 2000] [--check]
// Measures what `metadata`, `external_id` and the order of changes cost a page of leads and a new lead: with their values and without,
// and on a second database without the index by which changes are listed. Prints CPU time of the service and the database as multiples
// of a plain request.
import { randomUUID } from 'node:crypto';
import { keepAwake, measure } from '../harness/measure.mjs';
import { median, table } from '../harness/report.mjs';
import { NEVER_LIMITED, openWorld, provision } from '../harness/world.mjs';
import { seed } from './seed.mjs';

export const options = { rows: 100_000, rounds: 7, requests: 2000, check: false };

const WARM_UP = { amount: 10_000 };
/** The most that each of them may add, as a share of the request without it. */
const MOST = 0.05;
const FACTS = { plan: 'gold', campaign: 'spring' };
const LEAD = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '+16135550142' };

export async function run({ rows, rounds, requests }) {
  const world = await openServer(rows);
  const bare = await openServer(rows);
  await bare.sql.rows('drop index leads_by_change');
  keepAwake();
  const [plain, annotated] = world.shops;
  await world.sql.rows('update leads set metadata = $2, external_id = id where shop_id = $1', [annotated.shop.id, FACTS]);
  await world.sql.rows('vacuum analyze leads');
  const page = { path: '/api/v1/leads' };
  const create = { method: 'POST', path: '/api/v1/leads', body: LEAD };
  const one = { ...create, body: { ...LEAD, metadata: FACTS } };
  const both = { ...create, body: () => ({ ...LEAD, external_id: randomUUID(), metadata: FACTS }) };
  const compared = [
    {
      name: 'page, all leads with metadata and an external id',
      facts: 2,
      requests: [
        [world, page, annotated],
        [world, page, plain],
      ],
    },
    {
      name: 'create, with metadata and an external id',
      facts: 2,
      requests: [
        [world, both, plain],
        [world, create, plain],
      ],
    },
    {
      name: 'create, with metadata',
      facts: 1,
      requests: [
        [world, one, plain],
        [world, create, plain],
      ],
    },
    {
      name: 'create, in the order of changes',
      facts: 1,
      requests: [
        [world, create, plain],
        [bare, create, bare.shops[0]],
      ],
    },
  ];
  const [shown, missed] = [[], []];
  for (const { name, facts, requests: two } of compared) {
    const costs = [[], []];
    for (const request of two) await cost(request, WARM_UP);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, request] of two.entries()) costs[at].push(await cost(request, { amount: requests }));
    const ratio = median(costs[0].map((dearer, round) => dearer / costs[1][round]));
    const [dearer, plainer] = costs.map((list) => median(list).toFixed(0));
    shown.push({ name, 'µs with it': dearer, 'µs without it': plainer, ratio: ratio.toFixed(2) });
    const most = 1 + facts * MOST;
    if (ratio > most) missed.push(`ABOVE THE LIMIT: ${name}: ${ratio.toFixed(2)}, not ${most}`);
  }
  console.log(`\n${rows.toLocaleString('en')} leads in each of two shops, median of ${rounds} rounds\n\n${table(shown)}\n`);
  return missed;
}

async function openServer(rows) {
  const names = ['Northside Auto Care', 'Southside Tires'];
  const world = await openWorld(null, (url, env) => provision(url, env, names));
  await seed(world, rows * 2);
  const service = await world.startInstance({ ...NEVER_LIMITED, ROLE: 'web' });
  return { ...world, service, postmaster: await world.sql.postmaster() };
}

async function cost([{ service, postmaster }, request, { token }], length) {
  const { server, database } = await measure({ token, postmaster }, [service], request, length);
  return server + database;
}
