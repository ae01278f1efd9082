import { openSql } from './calls.mjs';
import { storedLeads, untilDelivered } from './deliveries.mjs';
import { openEndpoints, TO_THIS_MACHINE } from './endpoints.mjs';
import { delayOf, judgeEvents, repeatsOf } from './event-history.mjs';
import { followFeed } from './feed-reader.mjs';
import { openHistory } from './history-log.mjs';
import { spareTheDisk } from './lead-load.mjs';
import { startLoad } from './load.mjs';
import { openProxy } from './proxy.mjs';

const ENDPOINT = 'fast';

/**
 * Starts two instances behind a proxy, and sends requests to them while the drill replaces them, one after the other.
 * @param form `{ perSecond, settleMs, env }` and the rules of support/event-history.mjs. `env` are settings of all instances
 * @param next returns the request with a number. Those with a body that has a name, and no id, create leads
 * @param version what the instances begin with: `{ env, main }`, both optional
 */
export async function openRolled(world, form, next, version = {}) {
  await spareTheDisk(world.databaseUrl);
  const history = await openHistory();
  const proxy = await openProxy();
  const instances = [];
  const start = async ({ env = {}, main } = {}) => {
    const instance = await world.startInstance({ ...TO_THIS_MACHINE, STOP_PAUSE: '2', ...form.env, ...env }, main);
    await proxy.add(instance.url);
    instances.push(instance);
  };
  await Promise.all([start(version), start(version)]);
  const endpoints = await openEndpoints([ENDPOINT], { url: proxy.url, token: world.token }, history.note);
  const feed = followFeed(
    () => proxy.url,
    () => world.token,
    history.note,
  );
  const failed = new Map();
  const load = startRequests(proxy.url, form, next, history.note, failed);
  return {
    /** Stops the oldest instance, and starts one of this version in its place. */
    replaceOne: async (by) => {
      const leaving = instances.shift();
      await leaving.stop();
      proxy.remove(leaving.url);
      await start(by);
    },
    /** Ends the load, waits for the deliveries, closes the world, and judges what happened. */
    conclude: async () => {
      const { sent } = await load.stop();
      const sql = openSql(world.databaseUrl);
      const settled = await untilDelivered(sql, endpoints.idsOf([ENDPOINT]), form.settleMs);
      const odd = await feed.stop();
      for (const row of await storedLeads(sql)) history.note('stored', row);
      await sql.end();
      proxy.close();
      await world.close();
      endpoints.close();
      const broken = [...odd, ...[...failed].map(([what, times]) => `${times} × ${what}`)];
      if (!settled) broken.push('some deliveries never ended');
      return judged(history, form, sent, broken);
    },
  };
}

/** Sends requests at the form's rate. Notes each new lead, and counts in `failed` each answer that is no success. */
function startRequests(url, { perSecond }, next, note, failed) {
  let number = 0;
  return startLoad({
    url,
    perSecond: () => perSecond,
    next: () => next((number += 1)),
    heard: ({ sent, status, text }) => {
      const { name } = sent.body ? JSON.parse(sent.body) : {};
      if (name) {
        const record = status === 201 ? JSON.parse(text).data.id : null;
        note('changes', { name, status, record, at: Date.now(), tries: 1 });
      }
      if (status === 200 || status === 201) return;
      const what = `${sent.method} ${sent.path}: ${status} ${text.slice(0, 80)}`;
      failed.set(what, (failed.get(what) ?? 0) + 1);
    },
  });
}

async function judged(history, form, requests, broken) {
  const told = history.read('changes', 'stored', 'arrivals', 'feed');
  const rules = { ...form, living: [ENDPOINT], prompt: ENDPOINT };
  broken.push(...judgeEvents(told, rules));
  if (broken.length === 0) await history.remove();
  else broken.push(`the history is in ${await history.keep()}`);
  const measured = {
    requests,
    changes: told.changes.length,
    'deliveries accepted': repeatsOf(told).accepted,
    'of these repeated': repeatsOf(told).repeated,
    '95 of 100 delivered after, ms': delayOf(told, rules),
  };
  return { measured, broken };
}
