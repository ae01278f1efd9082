import { setTimeout as sleep } from 'node:timers/promises';
import { call, posted } from '../harness/load.mjs';
import { quantile } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';
import { checkAnswers, checkHistory, countOf, longest } from './support/answers.mjs';

export const promise = 'P3';
export const about =
  'P3: a table is locked for eight seconds: calls that need it are refused, all others are answered within a second';
export const planted = 'the sessions of the service have no lock_timeout';

/**
 * `rate`: calls a second that need the locked table, and calls a second that do not. `aliveMs`: the longest time for a call that does
 * not need the table, but for the share `hurt`. `refusedMs`: the longest time for most of the calls that need it; a few wait for a
 * connection first. The short form is lenient, because other work runs beside it.
 */
export const FULL = {
  modes: ['access exclusive', 'share'],
  rate: 60,
  aliveMs: 1000,
  hurt: 0.01,
  refusedMs: 3000,
  answerMs: 5000,
};
export const SHORT = { modes: ['access exclusive'], rate: 12, aliveMs: 4000, hurt: 0.3, refusedMs: 6000, answerMs: 10_000 };
const LASTS_MS = 8000;
/** The planted fault: options in the database's address, which replace the service's own. */
const UNLIMITED = 'options=-c%20timezone%3DUTC%20-c%20datestyle%3DISO%20-c%20statement_timeout%3D60000';

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  const { sql } = world;
  const unlimited = `${world.databaseUrl}${world.databaseUrl.includes('?') ? '&' : '?'}${UNLIMITED}`;
  const instance = await world.startInstance(plant ? { DATABASE_URL: unlimited } : {});
  const api = (method, path, body) => call(instance, method, `/api/v1${path}`, body);
  const { id } = (await posted(instance, '/api/v1/leads', { name: 'Before' })).data;
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
  for (const mode of form.modes) {
    await locked(sql, mode, form.rate, async (n) => {
      const [one, other] = [leads[n % leads.length](`${mode} ${n}`), api('GET', '/vehicles')];
      others.push(await other);
      if (mode === 'access exclusive' || n % leads.length > 1) needing.push(await one);
    });
    after = await api('GET', '/leads');
  }
  const unsure = needing.filter(({ status, text }) => status === 503 && !text.includes('nothing changed')).length;
  const late = needing.filter(({ ms }) => ms > form.refusedMs).length;
  const hurt = others.filter(({ status, ms }) => status !== 200 || ms > form.aliveMs).length;
  return {
    measured: {
      'calls that need the table': needing.length,
      refused: countOf(needing, 503),
      'refused after, ms (median, longest)': `${msOf(needing, 0.5)}, ${longest(needing)}`,
      'other calls answered': `${countOf(others, 200)} of ${others.length}`,
      'answered after, ms (p99, longest)': `${msOf(others, 0.99)}, ${longest(others)}`,
    },
    broken: [
      ...checkAnswers([...needing, ...others], form.answerMs),
      ...(await checkHistory(sql, created)),
      unsure > 0 && `${unsure} calls were refused without a word on whether the change was stored`,
      late > needing.length / 10 && `${late} of ${needing.length} calls that need the table took over ${form.refusedMs} ms`,
      hurt > others.length * form.hurt && `${hurt} of ${others.length} other calls were refused or took over ${form.aliveMs} ms`,
      after.status !== 200 && `after the lock: ${after.status} ${after.text}`,
    ],
  };
}

function msOf(answers, share) {
  const times = answers.map(({ ms }) => ms);
  return Math.round(quantile(times, share));
}

/** Locks the table `leads`. Meanwhile it calls `begin` `rate` times a second, and then it waits for all these calls. */
async function locked(sql, mode, rate, begin) {
  await sql.rows('begin');
  await sql.rows(`lock table leads in ${mode} mode`);
  const begun = [];
  const began = performance.now();
  for (let n = 0; n < (LASTS_MS / 1000) * rate; n += 1) {
    await sleep(Math.max(0, began + (n * 1000) / rate - performance.now()));
    begun.push(begin(n));
  }
  await sql.rows('rollback');
  await Promise.all(begun);
}
