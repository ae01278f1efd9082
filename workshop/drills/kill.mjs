import { setTimeout as sleep } from 'node:timers/promises';
import { call, checkHistory, countOf, openSql } from './support/calls.mjs';
import { killIn } from './support/kill-database.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P1';
export const about =
  'the service, the database and single backends are killed under writers: what was acknowledged is there, once';
export const planted = 'the database acknowledges what is not on its disk (synchronous_commit = off)';

const PLAIN = 4;
const KEYED = 6;
/** A time in ms after which the idempotency keys of a killed service are free again. This takes a minute. */
const FREE_MS = 75_000;
const BETWEEN_MS = 1500;

export async function run({ short, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  if (plant) await unsafe(world.databaseUrl);
  let instance = await world.startInstance();
  let isOver = false;
  const [created, odd] = [new Map(), []];
  const post = (name, headers) => call(instance.url, world.token, 'POST', '/api/v1/leads', { name }, headers);
  const note = (name, answer) => {
    created.set(name, answer);
    if (![0, 201, 409, 503].includes(answer.status)) odd.push(`${answer.status}: ${answer.text.slice(0, 80)}`);
  };
  const plain = async (_, writer) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `plain ${writer}-${n}`;
      note(name, await post(name));
      if (created.get(name).status !== 201) await sleep(50);
    }
  };
  let conflicts = 0;
  const keyed = async (_, writer) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `keyed ${writer}-${n}`;
      const began = performance.now();
      do {
        note(name, await post(name, { 'idempotency-key': name }));
        if (created.get(name).status === 409) conflicts += 1;
        if (created.get(name).status !== 201) await sleep(100);
      } while (created.get(name).status !== 201 && performance.now() - began < FREE_MS);
    }
  };
  const writers = [...Array.from({ length: PLAIN }, plain), ...Array.from({ length: KEYED }, keyed)];
  const kills = { service: 0, postmaster: 0, backend: 0 };
  for (let round = 0; round < (short ? 4 : 30); round += 1) {
    await sleep(BETWEEN_MS);
    // The idempotency keys of a killed service are blocked for a minute, so the short form does not kill the service.
    const what = ['postmaster', 'backend', ...(short ? [] : ['service'])][round % (short ? 2 : 3)];
    kills[what] += 1;
    if (what === 'service') {
      process.kill(instance.pid, 'SIGKILL');
      instance = await world.startInstance();
    } else await killIn(world.databaseUrl, what);
  }
  await sleep(BETWEEN_MS);
  isOver = true;
  await Promise.all(writers);
  const sql = openSql(world.databaseUrl);
  const broken = [...new Set(odd), ...(await checkHistory(sql, created))];
  const answers = [...created.values()];
  const never = [...created].filter(([name, { status }]) => name.startsWith('keyed') && status !== 201).length;
  if (never > 0) broken.push(`${never} calls with an idempotency key never succeeded`);
  await sql.end();
  await world.close();
  return {
    measured: {
      ...kills,
      acknowledged: countOf(answers, 201),
      'refused or lost': answers.length - countOf(answers, 201),
      'answers "in flight"': conflicts,
    },
    broken,
  };
}

async function unsafe(databaseUrl) {
  const sql = openSql(databaseUrl);
  await sql.rows('alter system set synchronous_commit = off');
  await sql.rows(`alter system set wal_writer_delay = '10s'`);
  await sql.rows('select pg_reload_conf()');
  await sql.end();
}
