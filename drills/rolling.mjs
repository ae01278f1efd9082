import { openSql } from './support/calls.mjs';
import { LOSE_DELIVERIES, storedLeads, untilDelivered } from './support/deliveries.mjs';
import { openEndpoints, TO_THIS_MACHINE } from './support/endpoints.mjs';
import { delayOf, judgeEvents, repeatsOf } from './support/event-history.mjs';
import { followFeed } from './support/feed-reader.mjs';
import { openHistory } from './support/history-log.mjs';
import { leadRequest, spareTheDisk } from './support/lead-load.mjs';
import { startLoad } from './support/load.mjs';
import { openProxy } from './support/proxy.mjs';
import { openWorld } from './support/world.mjs';

export const about =
  'two instances behind a proxy are stopped and started in turn: no request fails, and each change reaches its endpoint and the feed';
export const planted =
  'instances shut their door without a pause (STOP_PAUSE=0), and the database loses a tenth of the deliveries';

const ENDPOINT = 'fast';
/**
 * `mostMs`, `mostRepeated`: the rules of support/event-history.mjs. In the short form other work runs beside the drill, so a
 * request may have to wait: no instance refuses it because many are in progress.
 */
const FULL = { rolls: 20, perSecond: 300, settleMs: 60_000, mostMs: 1_000, mostRepeated: 0, allSucceed: true, env: {} };
const SHORT = { ...FULL, rolls: 2, perSecond: 50, mostMs: 15_000, env: { MAX_IN_FLIGHT: '0' } };

export async function run({ short, plant, databaseUrl }) {
  const form = short ? SHORT : FULL;
  const env = { ...TO_THIS_MACHINE, ...form.env, STOP_PAUSE: plant ? '0' : '2' };
  const world = await openWorld(databaseUrl);
  await spareTheDisk(world.databaseUrl);
  const sql = openSql(world.databaseUrl);
  if (plant) await sql.rows(LOSE_DELIVERIES);
  const history = await openHistory();
  const proxy = await openProxy();
  const instances = [];
  const start = async () => {
    const instance = await world.startInstance(env);
    await proxy.add(instance.url);
    instances.push(instance);
  };
  await Promise.all([start(), start()]);
  const endpoints = await openEndpoints([ENDPOINT], { url: proxy.url, token: world.token }, history.note);
  const feed = followFeed(
    () => proxy.url,
    () => world.token,
    history.note,
  );
  const failed = new Map();
  const load = startRequests(proxy.url, world.token, form, history.note, failed);
  for (let roll = 0; roll < form.rolls; roll += 1) {
    const leaving = instances.shift();
    await leaving.stop();
    proxy.remove(leaving.url);
    await start();
  }
  const { sent } = await load.stop();
  const settled = await untilDelivered(sql, endpoints.idsOf([ENDPOINT]), form.settleMs);
  const odd = await feed.stop();
  for (const row of await storedLeads(sql)) history.note('stored', row);
  await sql.end();
  proxy.close();
  await world.close();
  endpoints.close();
  return conclude(history, form, sent, [...odd, ...[...failed].map(([what, times]) => `${times} × ${what}`)], settled);
}

/** Sends requests at the form's rate. Notes each change, and counts in `failed` each answer that is no success. */
function startRequests(url, token, { perSecond }, note, failed) {
  let number = 0;
  return startLoad({
    url,
    perSecond: () => perSecond,
    next: () => leadRequest(token, (number += 1)),
    heard: ({ sent, status, text }) => {
      if (sent.body) {
        const record = status === 201 ? JSON.parse(text).data.id : null;
        note('changes', { name: JSON.parse(sent.body).name, status, record, at: Date.now(), tries: 1 });
      }
      if (status === 200 || status === 201) return;
      const what = `${sent.method}: ${status} ${text.slice(0, 80)}`;
      failed.set(what, (failed.get(what) ?? 0) + 1);
    },
  });
}

async function conclude(history, form, requests, broken, settled) {
  const told = history.read('changes', 'stored', 'arrivals', 'feed');
  const rules = { ...form, living: [ENDPOINT], prompt: ENDPOINT };
  broken.push(...judgeEvents(told, rules));
  if (!settled) broken.push('some deliveries never ended');
  if (broken.length === 0) await history.remove();
  else broken.push(`the history is in ${history.folder}`);
  const measured = {
    rolls: form.rolls,
    requests,
    changes: told.changes.length,
    'deliveries accepted': repeatsOf(told).accepted,
    'of these repeated': repeatsOf(told).repeated,
    '95 of 100 delivered after, ms': delayOf(told, rules),
  };
  return { measured, broken };
}
