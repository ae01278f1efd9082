import { setTimeout as sleep } from 'node:timers/promises';
import { call, checkAnswers, checkHistory, countOf, openSql } from './support/calls.mjs';
import { parentOf } from './support/processes.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P7';
export const about =
  'P7: the database restarts, ends all sessions, is read-only, or takes all rights away: the service works two seconds after it does';
export const planted = 'the role of the service may not log in for three seconds after the database is back';

const BACK_MS = 2000;
/** The database is read-only, or refuses its tables, for so long. */
const AWAY_MS = 1500;
/** So long nothing breaks between two rounds. */
const QUIET_MS = 1000;
const [WRITERS, READERS, PAUSE_MS] = [4, 4, 50];
const [ROLE, SCHEMAS] = ['clerk', 'public, graphile_worker'];

/** Each breaks the database, and resolves when it works again. */
const WAYS = {
  'an immediate restart': async (sql) => {
    const [{ pid }] = await sql.rows('select pg_backend_pid() as pid');
    process.kill(parentOf(pid), 'SIGQUIT');
    while (await answers(sql)) await sleep(10); // it has not got the signal yet
    while (!(await answers(sql))) await sleep(10);
  },
  'the end of all sessions': (sql) => endSessions(sql),
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

export async function run({ short, plant, databaseUrl }) {
  if (databaseUrl !== null) return { measured: {}, broken: ['it needs a database that it can stop: its own'] };
  const world = await openWorld(null);
  const sql = openSql(world.databaseUrl);
  await sql.rows(`create role ${ROLE} login password '${ROLE}'`);
  await grant(sql);
  const url = Object.assign(new URL(world.databaseUrl), { username: ROLE, password: ROLE }).href;
  // The queue's tables have policies of their own, so the background work needs their owner.
  const instance = await world.startInstance({ DATABASE_URL: url, WORKER: 'off' });
  const api = (method, path, body, headers) => call(instance.url, world.token, method, path, body, headers);
  const load = startClients(api);
  const [measured, broken] = [{}, []];
  for (const [way, strike] of Object.entries(WAYS)) {
    const took = [];
    for (let round = 0; round < (short ? 2 : 10); round += 1) {
      await sleep(QUIET_MS);
      await strike(sql);
      const began = performance.now();
      const locked = plant ? keepOut(sql) : Promise.resolve();
      await works(api);
      took.push(Math.round(performance.now() - began));
      await locked;
    }
    measured[`works again after ${way}, ms at most`] = Math.max(...took);
    const late = took.filter((ms) => ms > BACK_MS);
    if (late.length > 0) broken.push(`after ${way} the service worked again after ${late.join(', ')} ms`);
  }
  const { created, reads } = await load.stop();
  if (instance.child.exitCode !== null || instance.child.signalCode !== null) broken.push('the process ended');
  const answers = [...created.values()];
  broken.push(...checkAnswers([...answers, ...reads]), ...(await checkHistory(sql, created)));
  await sql.end();
  await world.close();
  return {
    measured: { ...measured, acknowledged: countOf(answers, 201), refused: countOf([...answers, ...reads], 503) },
    broken,
  };
}

/** Resolves when the service reads, writes and is ready. */
async function works(api) {
  const asked = async (method, path, body, headers) => (await api(method, path, body, headers)).status < 300;
  const keyed = { 'idempotency-key': `back ${performance.now()}` }; // this write is a unit of work
  while (!(await asked('POST', '/api/v1/tasks', { title: 'Back' }))) await sleep(20);
  while (!(await asked('POST', '/api/v1/tasks', { title: 'Back' }, keyed))) await sleep(20);
  while (!(await asked('GET', '/api/v1/leads'))) await sleep(20);
  while (!(await asked('GET', '/readyz'))) await sleep(20);
}

/** Clients that each wait for an answer before their next request. */
function startClients(api) {
  let isOver = false;
  const [created, reads] = [new Map(), []];
  const writer = async (_, number) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `lead ${number}-${n}`;
      created.set(name, await api('POST', '/api/v1/leads', { name }, number % 2 === 0 ? {} : { 'idempotency-key': name }));
      await sleep(PAUSE_MS);
    }
  };
  const reader = async () => {
    while (!isOver) {
      reads.push(await api('GET', '/api/v1/leads'));
      await sleep(PAUSE_MS);
    }
  };
  const clients = [...Array.from({ length: WRITERS }, writer), ...Array.from({ length: READERS }, reader)];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return { created, reads };
    },
  };
}

function answers(sql) {
  return sql.rows('select').then(
    () => true,
    () => false,
  );
}

function endSessions(sql) {
  return sql.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
}

async function readOnly(sql, mode) {
  const [{ name }] = await sql.rows('select current_database() as name');
  await sql.rows(`alter database ${name} set default_transaction_read_only = ${mode}`);
  await sql.rows('set default_transaction_read_only = off'); // this session goes on
}

async function grant(sql) {
  await sql.rows(`grant all on schema ${SCHEMAS} to ${ROLE}`);
  for (const all of ['tables', 'sequences', 'functions'])
    await sql.rows(`grant all on all ${all} in schema ${SCHEMAS} to ${ROLE}`);
}

async function keepOut(sql) {
  await sql.rows(`alter role ${ROLE} nologin`);
  await endSessions(sql);
  await sleep(3000);
  await sql.rows(`alter role ${ROLE} login`);
}
