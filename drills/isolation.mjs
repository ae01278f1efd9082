import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy } from '../conformance/proxy.mjs';
import { openSql } from './support/calls.mjs';
import { judge, mustBeRepeated, ROUND, roundOf } from './support/round.mjs';
import { openShops } from './support/shops.mjs';
import { openWorld } from './support/world.mjs';

export const about =
  'twenty shops call the tools at once, with equal message ids and idempotency keys: no answer has anything of another shop';
export const planted = 'a proxy sends every hundredth call with the key of the call before it';

const SHOPS = 20;
/** The callers of a shop, which make their calls one after the other. */
const LANES = 2;
/** How often a call is sent that the service is too busy to answer, and the time between. */
const [TRIES, AGAIN_MS] = [100, 500];

export async function run({ short, plant, databaseUrl }) {
  const rounds = Math.ceil((short ? 96 : 10_000) / LANES / ROUND);
  const world = await openWorld(databaseUrl);
  const instance = await world.startInstance({ DATABASE_POOL: '2', MAX_IN_FLIGHT: '0', LOG_REQUESTS: 'errors' });
  const shops = await openShops(world, instance.url, SHOPS);
  const proxy = plant ? await startProxy(instance.url, keyOfTheCallBefore()) : null;
  const agent = new Agent({ keepAlive: true });
  const tally = { calls: 0, replays: 0, refused: 0, faults: new Map() };
  const began = performance.now();
  const lanes = shops.flatMap((shop, nth) => {
    const other = shops[(nth + 1) % SHOPS];
    const ask = (message) => send(proxy?.url ?? instance.url, agent, shop.token, message);
    return Array.from({ length: LANES }, (_, number) => makeCalls({ shop, other, number, rounds, ask }, tally));
  });
  await Promise.all(lanes);
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const { calls, replays, refused, faults } = tally;
  const broken = [...faults].map(([fault, times]) => `${times} × ${fault}`);
  if (calls !== SHOPS * LANES * rounds * ROUND) broken.push(`only ${calls} calls were answered`);
  broken.push(...(await storedFaults(world.databaseUrl, shops, rounds * LANES)));
  proxy?.close();
  await world.close();
  const rate = Math.round(calls / seconds);
  return { measured: { shops: SHOPS, calls, replays, refused, seconds: Math.round(seconds), 'calls a second': rate }, broken };
}

/** Makes the calls of one caller of a shop, one after the other, and adds what it heard to the tally. */
async function makeCalls({ shop, other, number, rounds, ask }, tally) {
  const writes = new Map();
  for (let round = 0; round < rounds; round += 1) {
    for (const [step, call] of roundOf(shop, other, `${number}-${round}`).entries()) {
      const id = (number * rounds + round) * ROUND + step; // equal in all shops
      const { answer, refused } = await askUntilServed(() => ask({ jsonrpc: '2.0', id, ...call.message }));
      const { fault, isReplay } = judge(answer, { id, call, shop, writes, wasRefused: refused > 0 });
      tally.calls += 1;
      tally.refused += refused;
      if (isReplay) tally.replays += 1;
      if (fault) tally.faults.set(fault, (tally.faults.get(fault) ?? 0) + 1);
    }
  }
}

/** Sends a message until it is answered. On a busy machine the service refuses some, and clients with a key may send them again. */
async function askUntilServed(ask) {
  let refused = 0;
  let answer = await ask();
  while (mustBeRepeated(answer, refused > 0) && refused < TRIES) {
    refused += 1;
    await sleep(AGAIN_MS);
    answer = await ask();
  }
  return { answer, refused };
}

/** Changes the key of a few requests, as a service would that takes one caller for another. */
function keyOfTheCallBefore() {
  let calls = 0;
  let before;
  return (headers) => {
    calls += 1;
    const authorization = calls % 100 === 0 ? before : headers.authorization;
    before = headers.authorization;
    return { ...headers, authorization };
  };
}

/** Sends a message. If no answer came, `status` is 0. */
function send(url, agent, token, message) {
  return new Promise((resolve) => {
    const lost = (error) => resolve({ status: 0, text: error.message });
    request(`${url}/api/mcp`, { method: 'POST', agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode, text })).on('error', lost);
    })
      .on('error', lost)
      .end(JSON.stringify(message));
  });
}

/** Looks for writes in another shop, writes that are missing, and writes that were made twice. */
async function storedFaults(databaseUrl, shops, keys) {
  const sql = openSql(databaseUrl);
  const broken = [];
  for (const [table, column] of [
    ['tasks', 'title'],
    ['scheduled_messages', 'body'],
  ]) {
    for (const { id, canary } of shops) {
      const [row] = await sql.rows(
        `select count(*)::int as n, count(distinct ${column})::int as texts, count(*) filter (where ${column} not like $2)::int as foreign
         from ${table} where shop_id = $1`,
        [id, `%${canary}%`],
      );
      const isRight = row.n === keys && row.texts === keys && row.foreign === 0;
      if (!isRight)
        broken.push(`${canary}: ${keys} keys made ${row.n} ${table}, ${row.texts} different, ${row.foreign} of others`);
    }
  }
  await sql.end();
  return broken;
}
