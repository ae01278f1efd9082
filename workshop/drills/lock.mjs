import { setTimeout as sleep } from 'node:timers/promises';
import { call, checkAnswers, checkHistory, countOf, longest, openSql } from './support/calls.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P3';
export const about =
  'P3: a table is locked for eight seconds: calls that need it are refused, all others are answered within a second';
export const planted = 'the sessions of the service have no lock_timeout';

const LASTS_MS = 8000;
/** Calls a second that need the locked table, and calls a second that do not. */
const RATE = 60;
/** The longest time for a call that does not need the table. The drill's own machine takes a part of it. */
const ALIVE_MS = 1000;
/** The longest time for most of the calls that need it. A few wait for a connection first. */
const REFUSED_MS = 3000;
/** The planted fault: options in the database's address, which replace the service's own. */
const UNLIMITED = 'options=-c%20timezone%3DUTC%20-c%20datestyle%3DISO%20-c%20statement_timeout%3D60000';

export async function run({ short, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  const address = plant ? { DATABASE_URL: `${world.databaseUrl}${world.databaseUrl.includes('?') ? '&' : '?'}${UNLIMITED}` } : {};
  const instance = await world.startInstance(address);
  const sql = openSql(world.databaseUrl);
  const api = (method, path, body) => call(instance.url, world.token, method, `/api/v1${path}`, body);
  const { id } = JSON.parse((await api('POST', '/leads', { name: 'Before' })).text).data;
  await Promise.all(Array.from({ length: 40 }, (_, n) => api('GET', n % 2 === 0 ? '/leads' : '/vehicles')));

  const [created, needing, others] = [new Map(), [], []];
  /** The calls that need the table `leads`, in turn. */
  const leads = [
    () => api('GET', '/leads'),
    () => api('GET', `/leads/${id}`),
    () => api('PATCH', `/leads/${id}`, { status: 'won' }),
    async (name) => {
      const answer = await api('POST', '/leads', { name });
      created.set(name, answer);
      return answer;
    },
  ];
  let after = null;
  for (const mode of short ? ['access exclusive'] : ['access exclusive', 'share']) {
    await locked(sql, mode, async (n) => {
      const [one, other] = [leads[n % leads.length](`${mode} ${n}`), api('GET', '/vehicles')];
      others.push(await other);
      if (mode === 'access exclusive' || n % leads.length > 1) needing.push(await one);
    });
    const ended = performance.now();
    after = await api('GET', '/leads');
    after.ms = performance.now() - ended;
  }
  const broken = [...checkAnswers([...needing, ...others]), ...(await checkHistory(sql, created))];
  const unsure = needing.filter(({ status, text }) => status === 503 && !text.includes('nothing changed')).length;
  if (unsure > 0) broken.push(`${unsure} calls were refused without a word on whether the change was stored`);
  const late = needing.filter(({ ms }) => ms > REFUSED_MS).length;
  if (late > needing.length / 10)
    broken.push(`${late} of ${needing.length} calls that need the table took over ${REFUSED_MS} ms`);
  const hurt = others.filter(({ status, ms }) => status !== 200 || ms > ALIVE_MS).length;
  if (hurt > others.length / 100) broken.push(`${hurt} of ${others.length} other calls were refused or took over ${ALIVE_MS} ms`);
  if (after.status !== 200) broken.push(`after the lock: ${after.status} ${after.text}`);
  await sql.end();
  await world.close();
  const measured = {
    'calls that need the table': needing.length,
    refused: countOf(needing, 503),
    'refused after, ms (median, longest)': `${median(needing)}, ${longest(needing)}`,
    'other calls answered': `${countOf(others, 200)} of ${others.length}`,
    'answered after, ms (p99, longest)': `${p99(others)}, ${longest(others)}`,
  };
  return { measured, broken };
}

const at = (answers, share) => answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length * share)] ?? 0;
const median = (answers) => Math.round(at(answers, 0.5));
const p99 = (answers) => Math.round(at(answers, 0.99));

/** Locks the table `leads`. Meanwhile it calls `begin` RATE times a second, and then it waits for all these calls. */
async function locked(sql, mode, begin) {
  await sql.rows('begin');
  await sql.rows(`lock table leads in ${mode} mode`);
  const begun = [];
  const began = performance.now();
  for (let n = 0; n < (LASTS_MS / 1000) * RATE; n += 1) {
    await sleep(Math.max(0, began + (n * 1000) / RATE - performance.now()));
    begun.push(begin(n));
  }
  await sql.rows('rollback');
  await Promise.all(begun);
}
