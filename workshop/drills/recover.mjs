import { setTimeout as sleep } from 'node:timers/promises';
import { call, repeat } from '../harness/load.mjs';
import { hasEnded } from '../harness/processes.mjs';
import { until } from '../harness/servers.mjs';
import { openWorld } from '../harness/world.mjs';
import { checkAnswers, checkHistory, countOf } from './support/answers.mjs';
import { endSessions } from './support/kill-database.mjs';

export const promise = 'P7';
export const about =
  'P7: the database restarts, ends all sessions, is read-only, or takes all rights away: the service works two seconds after it does';
export const planted = 'the role of the service may not log in until a second after the service must work';
export const ownDatabase = true;

/** `backMs`: the service works so soon after the database. It is higher in the short form, because other work runs beside it. */
export const FULL = { rounds: 10, backMs: 2000 };
export const SHORT = { rounds: 2, backMs: 8000 };
/** The database is read-only, or refuses its tables, for so long. */
const AWAY_MS = 1500;
/** So long nothing breaks between two rounds. */
const QUIET_MS = 1000;
const [WRITERS, READERS, PAUSE_MS] = [4, 4, 50];
const [ROLE, SCHEMAS] = ['clerk', 'public, graphile_worker'];

/** Each breaks the database, and resolves when it works again. */
const WAYS = {
  'an immediate restart': async (sql) => {
    process.kill(await sql.postmaster(), 'SIGQUIT');
    const answers = async () => (await sql.rows('select').catch(() => [])).length > 0;
    await until(async () => !(await answers()), Infinity, 10); // until then it has not got the signal
    await until(answers, Infinity, 10);
  },
  'the end of all sessions': endSessions,
  'a fail-over': async (sql) => {
    await readOnly(sql, 'on');
    await endSessions(sql);
    await sleep(AWAY_MS);
    await readOnly(sql, 'off'); // the sessions stay read-only: they lead to the former primary
  },
  'rights taken away': async (sql) => {
    await sql.rows(`revoke all on all tables in schema public from ${ROLE}`);
    await sql.rows(`revoke all on schema public from ${ROLE}, public`);
    await sleep(AWAY_MS);
    await grant(sql);
  },
};

export async function run({ form, plant }) {
  const world = await openWorld();
  const { sql } = world;
  await sql.rows(`create role ${ROLE} login password '${ROLE}'`);
  await grant(sql);
  await letUseQueue(sql);
  const url = Object.assign(new URL(world.databaseUrl), { username: ROLE, password: ROLE }).href;
  const instance = await world.startInstance({ DATABASE_URL: url, WORKER: 'off' });
  const clients = startClients(instance);
  const [measured, broken] = [{}, []];
  for (const [way, strike] of Object.entries(WAYS)) {
    const took = [];
    for (let round = 0; round < (plant ? 1 : form.rounds); round += 1) {
      await sleep(QUIET_MS);
      await strike(sql);
      const locked = plant ? keepOut(sql, form.backMs + 1000) : Promise.resolve();
      took.push(await works(instance));
      await locked;
    }
    measured[`works again after ${way}, ms at most`] = Math.max(...took);
    const late = took.filter((ms) => ms > form.backMs);
    if (late.length > 0) broken.push(`after ${way} the service worked again after ${late.join(', ')} ms`);
    if (plant && late.length > 0) break;
  }
  const { created, reads } = await clients.stop();
  const answers = [...created.values()];
  const all = [...answers, ...reads];
  return {
    measured: { ...measured, acknowledged: countOf(answers, 201), refused: countOf(all, 503) },
    broken: [
      ...broken,
      hasEnded(instance.child) && 'the process ended',
      ...checkAnswers(all),
      ...(await checkHistory(sql, created)),
    ],
  };
}

/** Returns after how many milliseconds the service reads, writes and is ready. */
async function works(instance) {
  const began = performance.now();
  const keyed = { 'idempotency-key': `back ${began}` }; // this write is a unit of work
  const asks = [
    ['POST', '/api/v1/tasks', { title: 'Back' }],
    ['POST', '/api/v1/tasks', { title: 'Back' }, keyed],
    ['GET', '/api/v1/leads'],
    ['GET', '/readyz'],
  ];
  for (const ask of asks) await until(async () => [200, 201].includes((await call(instance, ...ask)).status), Infinity, 20);
  return Math.round(performance.now() - began);
}

/** Clients that each wait for an answer before their next request. */
function startClients(instance) {
  const [created, reads] = [new Map(), []];
  const writer = (_, number) => async (n) => {
    const name = `lead ${number}-${n}`;
    const headers = number % 2 === 0 ? {} : { 'idempotency-key': name };
    created.set(name, await call(instance, 'POST', '/api/v1/leads', { name }, headers));
    await sleep(PAUSE_MS);
  };
  const reader = () => async () => {
    reads.push(await call(instance, 'GET', '/api/v1/leads'));
    await sleep(PAUSE_MS);
  };
  const stop = repeat([...Array.from({ length: WRITERS }, writer), ...Array.from({ length: READERS }, reader)]);
  return { stop: () => stop().then(() => ({ created, reads })) };
}

async function readOnly(sql, mode) {
  const { name } = await sql.row('select current_database() as name');
  await sql.rows(`alter database ${name} set default_transaction_read_only = ${mode}`);
  await sql.rows('set default_transaction_read_only = off'); // this session goes on
}

async function grant(sql) {
  await sql.rows(`grant all on schema ${SCHEMAS} to ${ROLE}`);
  for (const all of ['tables', 'sequences', 'functions'])
    await sql.rows(`grant all on all ${all} in schema ${SCHEMAS} to ${ROLE}`);
}

/** The queue's tables have row-level security, so a role that does not own them needs a policy for each. */
async function letUseQueue(sql) {
  for (const table of ['jobs', 'tasks', 'job_queues', 'known_crontabs'])
    await sql.rows(`create policy ${ROLE} on graphile_worker._private_${table} to ${ROLE} using (true) with check (true)`);
}

async function keepOut(sql, ms) {
  await sql.rows(`alter role ${ROLE} nologin`);
  await endSessions(sql);
  await sleep(ms);
  await sql.rows(`alter role ${ROLE} login`);
}
