import { setTimeout as sleep } from 'node:timers/promises';
import { call, checkAnswers, checkHistory, countOf, longest, openSql } from './support/calls.mjs';
import { openWorld } from './support/world.mjs';

export const about =
  'a table is locked: its calls are refused within five seconds and never stored later, all others are answered';
export const planted = 'the sessions of the service have no statement_timeout';

const POOL = 10;
const READERS = 3 * POOL;
/**
 * The planted fault: options in the database's address. They replace the service's own options, so the connections have no time
 * limits.
 */
const UNLIMITED = 'options=-c%20timezone%3DUTC%20-c%20datestyle%3DISO';

export async function run({ short, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  const address = plant ? { DATABASE_URL: `${world.databaseUrl}${world.databaseUrl.includes('?') ? '&' : '?'}${UNLIMITED}` } : {};
  const instance = await world.startInstance({ DATABASE_POOL: String(POOL), ...address });
  const sql = openSql(world.databaseUrl);
  const api = (method, path, body, headers) => call(instance.url, world.token, method, `/api/v1${path}`, body, headers);
  const lasts = short ? 6000 : 20_000;

  const created = new Map();
  const others = [];
  await locked(sql, 'share', lasts, async (name) => {
    const answers = [api('POST', '/leads', { name }), api('GET', '/customers')];
    created.set(name, await answers[0]);
    others.push(await answers[1]);
  });
  const readers = [];
  let backends = 0;
  const counting = openSql(world.databaseUrl);
  await locked(sql, 'access exclusive', lasts, async (name, number) => {
    if (number % 4 === 0) readers.push(...(await Promise.all(Array.from({ length: READERS }, () => api('GET', '/leads')))));
    else others.push(await api('GET', '/customers'));
    const [{ n }] = await counting.rows(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name in ('shop-operations', 'shop-operations pipelined')`,
    );
    backends = Math.max(backends, n);
  });
  // Some writes go on after their client has got an answer. They are stored by then.
  await sleep(1000);
  const writes = [...created.values()];
  const broken = [...checkAnswers([...writes, ...readers, ...others]), ...(await checkHistory(sql, created))];
  const unsure = writes.filter(({ status, text }) => status === 503 && !text.includes('nothing changed')).length;
  if (unsure > 0) broken.push(`${unsure} writes were refused without a word on whether they were stored`);
  // The first readers may take the whole pool, until they are refused. After that, readers may take only half of it.
  const served = countOf(others, 200);
  if (served < others.length * 0.9)
    broken.push(`${others.length - served} of ${others.length} calls that need the table not were refused`);
  if (backends > 2 * POOL + 5) broken.push(`${backends} connections of a pool of ${POOL}`);
  const after = await api('GET', '/leads');
  if (after.status !== 200) broken.push(`after the lock: ${after.status} ${after.text}`);
  await Promise.all([sql.end(), counting.end()]);
  await world.close();
  const measured = {
    'writes refused': countOf(writes, 503),
    'reads refused': countOf(readers, 503),
    'others answered': `${served} of ${others.length}`,
    'longest answer, ms': longest([...writes, ...readers, ...others]),
    'most connections': backends,
  };
  return { measured, broken };
}

/**
 * Locks the table `leads` for a time. Meanwhile it calls `begin` every quarter of a second, and then it waits for all these
 * calls.
 */
async function locked(sql, mode, lasts, begin) {
  await sql.rows('begin');
  await sql.rows(`lock table leads in ${mode} mode`);
  const begun = [];
  for (let number = 0; number * 250 < lasts; number += 1) {
    begun.push(begin(`${mode} ${number}`, number));
    await sleep(250);
  }
  await sql.rows('rollback');
  await Promise.all(begun);
}
