import { checkHistory, countOf, openSql } from './support/calls.mjs';
import { leadRequest, spareTheDisk } from './support/lead-load.mjs';
import { startLoad } from './support/load.mjs';
import { openProxy } from './support/proxy.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P6';
export const about = 'two instances behind a proxy that keeps connections are replaced one after the other: no request fails';
export const planted = 'instances shut their door without a pause (STOP_PAUSE=0), and a stored lead counts as refused';

const LONGEST_STOP_MS = 10_000;

export async function run({ short, plant, databaseUrl }) {
  // A wrong stop breaks a request only by chance. Twenty stops are enough to see the planted fault.
  const rolls = short && !plant ? 1 : 20;
  const pause = { STOP_PAUSE: plant ? '0' : '2' };
  const world = await openWorld(databaseUrl);
  await spareTheDisk(world.databaseUrl);
  const proxy = await openProxy();
  const instances = [];
  const start = async () => {
    const instance = await world.startInstance(pause);
    await proxy.add(instance.url);
    instances.push(instance);
  };
  await Promise.all([start(), start()]);
  const failed = new Map();
  const created = new Map();
  let leads = 0;
  const load = startLoad({
    url: proxy.url,
    perSecond: () => (short ? 60 : 300),
    next: () => leadRequest(world.token, (leads += 1)),
    heard: ({ sent, status, text }) => {
      // 502 is the proxy's own answer when the instance gave none.
      if (sent.body) created.set(JSON.parse(sent.body).name, { status: status === 502 ? 0 : status, text });
      if (status === 200 || status === 201) return;
      const what = `${sent.method}: ${status} ${text.slice(0, 80)}`;
      failed.set(what, (failed.get(what) ?? 0) + 1);
    },
  });
  let longest = 0;
  for (let roll = 0; roll < rolls && !(plant && failed.size > 0); roll += 1) {
    await start();
    const leaving = instances.shift();
    const began = performance.now();
    await leaving.stop();
    longest = Math.max(longest, performance.now() - began);
    proxy.remove(leaving.url);
  }
  const { sent } = await load.stop();
  if (plant) created.set([...created].find(([, { status }]) => status === 201)[0], { status: 503, text: 'nothing changed' });
  const unlike = await historyOf(world.databaseUrl, created);
  proxy.close();
  await world.close();
  const broken = [...[...failed].map(([what, times]) => `${times} × ${what}`), ...unlike];
  if (longest > LONGEST_STOP_MS) broken.push(`a stop took ${Math.round(longest)} ms`);
  const acknowledged = countOf([...created.values()], 201);
  const measured = { rolls, requests: sent, 'leads acknowledged': acknowledged, 'longest stop, ms': Math.round(longest) };
  return { measured, broken };
}

async function historyOf(databaseUrl, created) {
  const sql = openSql(databaseUrl);
  const wrong = await checkHistory(sql, created);
  await sql.end();
  return wrong;
}
