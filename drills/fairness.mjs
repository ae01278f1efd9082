import { setTimeout as sleep } from 'node:timers/promises';
import { mintKeys, provisionShops } from '../bench/world.mjs';
import { bursts } from './support/bursts.mjs';
import { openSql } from './support/calls.mjs';
import { TO_THIS_MACHINE } from './support/endpoints.mjs';
import { quantile } from './support/load.mjs';
import { startReader } from './support/reader.mjs';
import { contactNumber, createCustomers, inTurns, openTexting, posted } from './support/texting.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P5';
export const about =
  'a shop has bursts of texts, events, imports and requests: another shop’s reads are never refused and hardly slower, its texts leave soon';
export const planted = 'the other shop reads and sends as the busy shop, so that all stands in one line';

/**
 * Each burst: how much, and the longest time. `textMs`: the other shop's texts leave in this time. `refused`: so many of its reads
 * may be refused during a burst.
 */
const FULL = {
  bursts: {
    texts: { amount: 10_000, ms: 40_000 },
    webhooks: { amount: 10_000, ms: 20_000 },
    import: { amount: 100_000 },
    requests: { amount: 400, ms: 15_000 },
  },
  quietMs: 6_000,
  textMs: 2_000,
  refused: 0,
  leads: 300,
  env: {},
};
/** Other work runs beside the short form, so times say little there. */
const SHORT = {
  bursts: {
    texts: { amount: 400, ms: 15_000 },
    webhooks: { amount: 100, ms: 1_500 },
    import: { amount: 3_000 },
    requests: { amount: 60, ms: 2_000 },
  },
  quietMs: 500,
  textMs: 15_000,
  refused: 1, // a machine that stands still for a second makes a request wait too long
  leads: 50,
  env: { MAX_IN_FLIGHT: '20' },
};
/** A read takes at most so many times as long as without the burst. */
const MOST_SLOWER = 1.5;
const TEXT_EVERY_MS = 1000;
const KEYS = 50;

export async function run({ short, plant, databaseUrl }) {
  const form = short ? SHORT : FULL;
  const here = await openPlace(databaseUrl, form);
  // The same bursts in a service and a database of their own show what the machine itself costs the reads.
  const elsewhere = short ? null : await openPlace(null, form);
  const other = await openOther(here, plant, form.leads);
  const reader = startReader(other);
  const texts = startTexts(other);
  const results = {};
  for (const [name, burst] of Object.entries(bursts)) {
    const size = form.bursts[name];
    results[name] = { here: await measured(reader, await burst(here, size), form) };
    if (elsewhere) results[name].elsewhere = await measured(reader, await burst(elsewhere, size), form);
  }
  await reader.stop();
  const late = await lateTexts(here.sql, other, await texts.stop());
  for (const place of [here, elsewhere]) await place?.close();
  return judged(results, late, form, short);
}

/** Opens a database with a busy shop, and an instance. */
async function openPlace(databaseUrl, { env }) {
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  const { url } = await world.startInstance({ LOG_REQUESTS: 'errors', ...TO_THIS_MACHINE, ...env });
  await openTexting(sql, world.shop.id);
  const keys = await mintKeys(world.databaseUrl, world.shop.id, KEYS);
  const close = async () => {
    await sql.end();
    await world.close();
  };
  return { url, sql, databaseUrl: world.databaseUrl, shop: world.shop, token: world.token, keys, close };
}

/** Opens the other shop, with leads and a contact. With the plant, it is the busy shop. */
async function openOther({ url, sql, databaseUrl, shop, token }, plant, leads) {
  const [made] = await provisionShops(databaseUrl, ['Southside Auto Care']);
  if (!plant) await openTexting(sql, made.shop.id);
  const api = plant ? { url, token } : { url, token: made.token };
  let lead;
  await inTurns(Array(leads).fill('Dana'), async (name) => {
    lead = (await posted(api, '/api/v1/leads', { name })).data.id;
  });
  const [customer] = await createCustomers(api, [contactNumber(999_999)]);
  const paths = ['/api/v1/leads?limit=25', `/api/v1/leads/${lead}`];
  return { ...api, shop: plant ? shop : made.shop, customer, paths };
}

/** Sends a text of the other shop now and then. `stop` returns the ids of those that the service took. */
function startTexts({ url, token, customer }) {
  const sent = [];
  const timer = setInterval(() => {
    const body = { customer_id: customer, body: 'The car is ready.' };
    sent.push(posted({ url, token }, '/api/v1/comms/send_text', body).catch(() => null));
  }, TEXT_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      const answers = await Promise.all(sent);
      await sleep(TEXT_EVERY_MS);
      return answers.flatMap((answer) => (answer ? [answer.data.id] : []));
    },
  };
}

/** Returns the reads of a quiet time, and those during the burst after it. */
async function measured(reader, burst, { quietMs }) {
  await reader.take();
  await sleep(quietMs);
  const quiet = await reader.take();
  await burst();
  return { quiet, busy: await reader.take() };
}

/** Returns for each text of the other shop in how many milliseconds it left; Infinity for one that has not. */
async function lateTexts(sql, { shop }, ids) {
  const rows = await sql.rows(
    `select m.created_at as made, (select min(handed_over_at) from sandbox_outbox o where o.message = m.id) as left
    from messages m where m.shop_id = $1 and m.id = any($2)`,
    [shop.id, ids],
  );
  return rows.map(({ made, left }) => (left === null ? Infinity : new Date(left) - new Date(made)));
}

function judged(results, late, { textMs, refused: most }, short) {
  const [measured, broken] = [{}, []];
  for (const [name, { here, elsewhere }] of Object.entries(results)) {
    const refused = here.busy.filter(({ status }) => status !== 200);
    if (refused.length > most)
      broken.push(`${name}: ${refused.length} reads were refused (${refused[0].status}: ${refused[0].text})`);
    const [shared, apart] = [here, elsewhere ?? here].map(slower);
    measured[`${name}: reads`] = here.busy.length;
    measured[`${name}: median in ms, quiet and busy`] = [here.quiet, here.busy]
      .map((reads) => timeOf(reads, 0.5).toFixed(1))
      .join(', ');
    measured[`${name}: p95 in ms, quiet and busy`] = [here.quiet, here.busy]
      .map((reads) => timeOf(reads, 0.95).toFixed(1))
      .join(', ');
    measured[`${name}: times slower, here and elsewhere`] = [shared, apart].map((times) => times.toFixed(2)).join(', ');
    if (!short && shared > MOST_SLOWER * Math.max(1, apart)) broken.push(`${name}: reads were ${shared.toFixed(2)} times slower`);
  }
  const slowest = quantile(late, 1);
  measured['texts of the other shop'] = late.length;
  measured['slowest of them in ms'] = slowest;
  if (late.length === 0 || slowest > textMs) broken.push(`a text of the other shop left after ${slowest} ms`);
  return { measured, broken };
}

function slower({ quiet, busy }) {
  return timeOf(busy, 0.5) / timeOf(quiet, 0.5);
}

function timeOf(reads, share) {
  const times = reads.map(({ took }) => took);
  return quantile(times, share);
}
