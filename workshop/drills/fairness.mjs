import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { provisionShops } from '../bench/world.mjs';
import { bursts } from './support/bursts.mjs';
import { openSql } from './support/calls.mjs';
import { TO_THIS_MACHINE } from './support/endpoints.mjs';
import { quantile } from './support/load.mjs';
import { startReader } from './support/reader.mjs';
import { contactNumber, createCustomers, inTurns, openTexting, posted } from './support/texting.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P5';
export const about =
  'a shop has bursts of texts, deliveries and imports: another shop’s texts and deliveries leave soon, and its reads are not much slower';
export const planted = 'the database makes each text due twenty seconds late';

/**
 * Each burst: how much, and the longest time. `lateMs`: the other shop's texts and deliveries leave in this time. `apart`: each burst
 * also beside a process that only answers, while another one works.
 */
const FULL = {
  bursts: {
    texts: { amount: 10_000, ms: 30_000 },
    webhooks: { amount: 2_000, ms: 15_000 },
    import: { amount: 1_000_000, ms: 30_000 },
  },
  quietMs: 4_000,
  lateMs: 5_000,
  leads: 300,
  apart: true,
};
/** Other work runs beside the short form, so times say little there. */
const SHORT = {
  bursts: { texts: { amount: 400, ms: 15_000 }, webhooks: { amount: 100, ms: 5_000 }, import: { amount: 3_000, ms: 20_000 } },
  quietMs: 500,
  lateMs: 15_000,
  leads: 50,
  apart: false,
};
/** The median of the reads is at most so many times as long as without the burst: in one process, and with a worker apart. */
const MOST_SLOWER = { together: 4, apart: 1.5 };
const EVERY_MS = 1000;

export async function run({ short, plant, databaseUrl }) {
  const form = short ? SHORT : FULL;
  const results = [await measured('together', databaseUrl, plant, form)];
  if (form.apart) results.push(await measured('apart', null, plant, form));
  return {
    measured: Object.assign({}, ...results.map((result) => result.measured)),
    broken: results.flatMap((result) => result.broken),
  };
}

/** Lets a shop have each burst, in one process or with a worker apart, and measures another shop. */
async function measured(how, databaseUrl, plant, form) {
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  const env = { LOG_REQUESTS: 'errors', ...TO_THIS_MACHINE };
  const { url } = await world.startInstance(how === 'apart' ? { ...env, ROLE: 'web' } : env);
  if (how === 'apart') await world.startInstance({ ...env, ROLE: 'worker', METRICS_PORT: '0' });
  await openTexting(sql, world.shop.id);
  const busy = { url, sql, databaseUrl: world.databaseUrl, shop: world.shop, token: world.token };
  if (plant) await sql.rows(LATE);
  const other = await openOther(busy, form.leads);
  const [reader, texts, deliveries] = [startReader(other), startTexts(other), await startDeliveries(other)];
  const [numbers, broken] = [{}, []];
  for (const [name, burst] of Object.entries(bursts)) {
    const run = await burst(busy, form.bursts[name]);
    await reader.take();
    await sleep(form.quietMs);
    const quiet = await reader.take();
    await run();
    const during = await reader.take();
    const refused = during.filter(({ status }) => status !== 200);
    if (refused.length > 0) broken.push(`${how}, ${name}: ${refused.length} reads were refused (${refused[0].status})`);
    const [before, after] = [medianOf(quiet), medianOf(during)];
    numbers[`${how}, ${name}: median read in ms, quiet and busy`] = `${before.toFixed(1)}, ${after.toFixed(1)}`;
    const most = MOST_SLOWER[how];
    if (form.apart && after > most * before)
      broken.push(`${how}, ${name}: reads were ${(after / before).toFixed(1)} times slower`);
  }
  await reader.stop();
  const late = { texts: await lateTexts(sql, await texts.stop()), deliveries: await deliveries.stop() };
  for (const [kind, times] of Object.entries(late)) {
    const slowest = quantile(times, 1);
    numbers[`${how}: ${kind} of the other shop, and the slowest in ms`] = `${times.length}, ${Math.round(slowest)}`;
    if (times.length === 0 || slowest > form.lateMs)
      broken.push(`${how}: one of the other shop’s ${kind} left after ${slowest} ms`);
  }
  await sql.end();
  await world.close();
  return { measured: numbers, broken };
}

/** Opens the other shop, with leads and a contact. */
async function openOther({ url, sql, databaseUrl }, leads) {
  const [made] = await provisionShops(databaseUrl, ['Southside Auto Care']);
  await openTexting(sql, made.shop.id);
  const api = { url, token: made.token };
  let lead;
  await inTurns(Array(leads).fill('Dana'), async (name) => {
    lead = (await posted(api, '/api/v1/leads', { name })).data.id;
  });
  const [customer] = await createCustomers(api, [contactNumber(999_999)]);
  return { ...api, customer, paths: ['/api/v1/leads?limit=25', `/api/v1/leads/${lead}`] };
}

/** A trigger that lets each new text wait. */
const LATE = `create function late() returns trigger language plpgsql as $$ begin
    new.due_at = new.due_at + interval '20 seconds'; return new;
  end $$;
  create trigger late before insert on messages for each row execute function late()`;

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
function startTexts({ url, token, customer }) {
  const body = { customer_id: customer, body: 'The car is ready.' };
  const stop = repeatedly(async () => (await posted({ url, token }, '/api/v1/comms/send_text', body)).data.id);
  return { stop };
}

/** Returns for each text in how many milliseconds it left; Infinity for one that has not. */
async function lateTexts(sql, ids) {
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
  const server = createServer(async (request, response) => {
    const { data } = await json(request);
    came.set(data.id, performance.now());
    response.writeHead(204).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  await posted(api, '/api/v1/webhooks', { url, events: ['lead.created'] });
  const stop = repeatedly(async () => ({
    id: (await posted(api, '/api/v1/leads', { name: 'Dana' })).data.id,
    at: performance.now(),
  }));
  return {
    stop: async () => {
      const made = await stop();
      await sleep(2 * EVERY_MS);
      server.close().closeAllConnections();
      return made.map(({ id, at }) => (came.get(id) ?? Infinity) - at);
    },
  };
}

function medianOf(reads) {
  const times = reads.map(({ took }) => took);
  return quantile(times, 0.5);
}
