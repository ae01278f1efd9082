import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTurns, posted } from '../harness/load.mjs';
import { median, quantile } from '../harness/report.mjs';
import { listen } from '../harness/servers.mjs';
import { openWorld, provision } from '../harness/world.mjs';
import { bursts } from './support/bursts.mjs';
import { TO_THIS_MACHINE } from './support/events.mjs';
import { startReader } from './support/reader.mjs';
import { contactNumber, createCustomers, openTexting } from './support/texting.mjs';

export const promise = 'P5';
export const about =
  'a shop has bursts of texts, deliveries and imports: another shop’s texts and deliveries leave soon, and its reads are not much slower';
export const planted = 'the database makes each text due twenty seconds late';

/**
 * Each burst: how much, and the longest time. `lateMs`: the other shop's texts and deliveries leave in this time. `ways`: each
 * burst also beside a process that only answers, while another one works. `isTimed`: the reads are judged, too.
 */
export const FULL = {
  bursts: {
    texts: { amount: 10_000, ms: 30_000 },
    webhooks: { amount: 2_000, ms: 15_000 },
    import: { amount: 1_000_000, ms: 30_000 },
  },
  ...{ quietMs: 4_000, lateMs: 5_000, leads: 300, ways: ['together', 'apart'], isTimed: true },
};
/** Other work runs beside the short form, so times say little there. */
export const SHORT = {
  bursts: { texts: { amount: 400, ms: 15_000 }, webhooks: { amount: 100, ms: 5_000 }, import: { amount: 3_000, ms: 20_000 } },
  ...{ quietMs: 500, lateMs: 15_000, leads: 50, ways: ['together'], isTimed: false },
};
/** The median of the reads is at most so many times as long as without the burst: in one process, and with a worker apart. */
const MOST_SLOWER = { together: 4, apart: 1.5 };
const EVERY_MS = 1000;
/** A trigger that lets each new text wait. */
const LATE = `create function late() returns trigger language plpgsql as $$ begin
    new.due_at = new.due_at + interval '20 seconds'; return new;
  end $$;
  create trigger late before insert on messages for each row execute function late()`;

export async function run({ form, plant, databaseUrl }) {
  const [measured, broken] = [{}, []];
  for (const how of form.ways) {
    const world = await openWorld(how === 'together' ? databaseUrl : null, (url) =>
      provision(url, {}, ['Northside Auto Care', 'Southside Auto Care']),
    );
    await measure(how, world, plant, form, measured, broken);
    await world.close();
  }
  return { measured, broken };
}

/** Lets a shop have each burst, in one process or with a worker apart, and measures another shop. */
async function measure(how, world, plant, form, measured, broken) {
  const env = { LOG_REQUESTS: 'errors', ...TO_THIS_MACHINE };
  const { url } = await world.startInstance(how === 'apart' ? { ...env, ROLE: 'web' } : env);
  if (how === 'apart') await world.startInstance({ ...env, ROLE: 'worker', METRICS_PORT: '0' });
  const [busy, quiet] = world.shops.map((shop) => ({ ...shop, url }));
  for (const { shop } of [busy, quiet]) await openTexting(world, shop);
  if (plant) await world.sql.rows(LATE);
  const other = await openOther(quiet, form.leads);
  const [reader, texts, deliveries] = [startReader(other), startTexts(other), await startDeliveries(other)];
  for (const [name, burst] of Object.entries(bursts)) {
    const run = await burst(world, busy, form.bursts[name]);
    await reader.take();
    await sleep(form.quietMs);
    const before = medianOf(await reader.take());
    await run();
    const during = await reader.take();
    const after = medianOf(during);
    measured[`${how}, ${name}: median read in ms, quiet and busy`] = `${before.toFixed(1)}, ${after.toFixed(1)}`;
    const refused = during.filter(({ status }) => status !== 200);
    if (refused.length > 0) broken.push(`${how}, ${name}: ${refused.length} reads were refused (${refused[0].status})`);
    if (form.isTimed && after > MOST_SLOWER[how] * before)
      broken.push(`${how}, ${name}: reads were ${(after / before).toFixed(1)} times slower`);
  }
  await reader.stop();
  const late = { texts: await lateTexts(world, await texts.stop()), deliveries: await deliveries.stop() };
  for (const [kind, times] of Object.entries(late)) {
    const slowest = quantile(times, 1);
    measured[`${how}: ${kind} of the other shop, and the slowest in ms`] = `${times.length}, ${Math.round(slowest)}`;
    if (times.length === 0 || slowest > form.lateMs)
      broken.push(`${how}: one of the other shop’s ${kind} left after ${slowest} ms`);
  }
}

function medianOf(reads) {
  return median(reads.map(({ ms }) => ms));
}

/** Gives the other shop leads and a contact. */
async function openOther(api, leads) {
  let lead;
  await inTurns(Array(leads).fill('Dana'), async (name) => {
    lead = (await posted(api, '/api/v1/leads', { name })).data.id;
  });
  const [customer] = await createCustomers(api, [contactNumber(999_999)]);
  return { ...api, customer, paths: ['/api/v1/leads?limit=25', `/api/v1/leads/${lead}`] };
}

/** Does something now and then. `stop` returns what came of it; without what failed. */
function repeatedly(work) {
  const done = [];
  const timer = setInterval(() => done.push(work().catch(() => null)), EVERY_MS);
  return async () => {
    clearInterval(timer);
    return (await Promise.all(done)).filter((result) => result !== null);
  };
}

/** Sends texts of the other shop. `stop` returns their ids. */
function startTexts({ customer, ...api }) {
  const body = { customer_id: customer, body: 'The car is ready.' };
  return { stop: repeatedly(async () => (await posted(api, '/api/v1/comms/send_text', body)).data.id) };
}

/** Returns for each text in how many milliseconds it left; Infinity for one that has not. */
async function lateTexts({ sql }, ids) {
  await sleep(EVERY_MS);
  const rows = await sql.rows(
    `select m.created_at as made, (select min(handed_over_at) from sandbox_outbox o where o.message = m.id) as left
    from messages m where m.id = any($1)`,
    [ids],
  );
  return rows.map(({ made, left }) => (left === null ? Infinity : new Date(left) - new Date(made)));
}

/** Creates leads of the other shop, and receives their events. `stop` returns after how many milliseconds each came. */
async function startDeliveries(api) {
  const came = new Map();
  const { url } = await listen(async (request, response) => {
    came.set((await json(request)).data.id, performance.now());
    response.writeHead(204).end();
  });
  await posted(api, '/api/v1/webhooks', { url: `${url}/`, events: ['lead.created'] });
  const create = async () => (await posted(api, '/api/v1/leads', { name: 'Dana' })).data.id;
  const stop = repeatedly(async () => ({ id: await create(), at: performance.now() }));
  return {
    stop: async () => {
      const made = await stop();
      await sleep(2 * EVERY_MS);
      return made.map(({ id, at }) => (came.get(id) ?? Infinity) - at);
    },
  };
}
