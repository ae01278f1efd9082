import { setTimeout as sleep } from 'node:timers/promises';
import { call, repeat } from '../harness/load.mjs';
import { until } from '../harness/servers.mjs';
import { openWorld } from '../harness/world.mjs';
import { checkHistory, countOf } from './support/answers.mjs';
import { killIn } from './support/kill-database.mjs';

export const promise = 'P1';
export const about =
  'the service, the database and single backends are killed under writers: what was acknowledged is there, once';
export const planted = 'the database acknowledges what is not on its disk (synchronous_commit = off)';

/** The idempotency keys of a killed service are blocked for a minute, so the short form does not kill the service. */
export const FULL = { rounds: 30, victims: ['postmaster', 'backend', 'service'] };
export const SHORT = { rounds: 4, victims: ['postmaster', 'backend'] };
/** The writers without and with idempotency keys. */
const [PLAIN, KEYED] = [4, 6];
/** A time in ms after which the idempotency keys of a killed service are free again. This takes a minute. */
const FREE_MS = 75_000;
const BETWEEN_MS = 1500;

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  const { sql } = world;
  if (plant) await acknowledgeTooSoon(sql);
  let instance = await world.startInstance();
  const writers = startWriters(() => instance);
  const kills = { service: 0, postmaster: 0, backend: 0 };
  for (let round = 0; round < form.rounds; round += 1) {
    await sleep(BETWEEN_MS);
    const what = form.victims[round % form.victims.length];
    kills[what] += 1;
    if (what === 'service') {
      process.kill(instance.pid, 'SIGKILL');
      instance = await world.startInstance();
    } else await killIn(sql, what);
  }
  await sleep(BETWEEN_MS);
  const { created, odd, conflicts } = await writers.stop();
  const acknowledged = countOf([...created.values()], 201);
  const never = [...created].filter(([name, { status }]) => name.startsWith('keyed') && status !== 201).length;
  return {
    measured: { ...kills, acknowledged, 'refused or lost': created.size - acknowledged, 'answers "in flight"': conflicts },
    broken: [
      ...new Set(odd),
      ...(await checkHistory(sql, created)),
      never > 0 && `${never} calls with an idempotency key never succeeded`,
    ],
  };
}

async function acknowledgeTooSoon(sql) {
  await sql.rows('alter system set synchronous_commit = off');
  await sql.rows(`alter system set wal_writer_delay = '10s'`);
  await sql.rows('select pg_reload_conf()');
}

/** Writers that each wait for an answer before their next request. Those with a key repeat a request until it has succeeded. */
function startWriters(instance) {
  let conflicts = 0;
  const [created, odd] = [new Map(), []];
  const post = async (name, headers) => {
    const answer = await call(instance(), 'POST', '/api/v1/leads', { name }, headers);
    created.set(name, answer);
    if (![0, 201, 409, 503].includes(answer.status)) odd.push(`${answer.status}: ${answer.text.slice(0, 80)}`);
    return answer.status;
  };
  const plain = (writer) => async (n) => {
    if ((await post(`plain ${writer}-${n}`)) !== 201) await sleep(50);
  };
  const keyed = (writer) => async (n) => {
    const name = `keyed ${writer}-${n}`;
    const succeeds = async () => {
      const status = await post(name, { 'idempotency-key': name });
      if (status === 409) conflicts += 1;
      return status === 201;
    };
    await until(succeeds, FREE_MS, 100);
  };
  const stop = repeat([
    ...Array.from({ length: PLAIN }, (_, n) => plain(n)),
    ...Array.from({ length: KEYED }, (_, n) => keyed(n)),
  ]);
  return { stop: () => stop().then(() => ({ created, odd, conflicts })) };
}
