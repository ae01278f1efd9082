import { setTimeout as sleep } from 'node:timers/promises';
import { call, checkAnswers, checkHistory, countOf, longest, openSql } from './support/calls.mjs';
import { openWorld, usePooler } from './support/world.mjs';

export const about =
  'PgBouncer is stopped, killed and frozen under load: every request is answered in time, and what was acknowledged is there, once';
export const planted = 'the timers of the service are four times slower, and its intervals never fire';

const SLOW_TIMERS = `--import=${new URL('support/slow-timers.mjs', import.meta.url).pathname}`;
const WRITERS = 10;
const READERS = 6;
/** PgBouncer waits for its clients after the first SIGTERM, for its servers after SIGINT, and for nothing after SIGKILL. */
const SIGNALS = ['SIGTERM', 'SIGKILL', 'SIGINT'];
const BETWEEN_MS = 1500;
/** PgBouncer stands still for longer than a request may take. */
const FROZEN_MS = 6000;
/** The service serves requests again this long after PgBouncer has come back. */
const BACK_MS = 3000;

export async function run({ short, plant, databaseUrl }) {
  usePooler();
  const world = await openWorld(databaseUrl);
  const instance = await world.startInstance(plant ? { NODE_OPTIONS: SLOW_TIMERS } : {});
  const api = (method, path, body, headers) => call(instance.url, world.token, method, `/api/v1${path}`, body, headers);
  const load = startClients(api);
  const [broken, late] = [[], []];
  const kills = { SIGTERM: 0, SIGKILL: 0, SIGINT: 0, frozen: 0 };
  for (let round = 0; round < (short ? 4 : 40); round += 1) {
    await sleep(BETWEEN_MS);
    const signal = SIGNALS[round % (SIGNALS.length + 1)] ?? 'frozen';
    kills[signal] += 1;
    if (signal === 'frozen') await freeze(world.pooler.pid);
    else await world.pooler.restart(signal);
    late.push(await msUntilServed(api));
  }
  await sleep(BETWEEN_MS);
  const { created, reads } = await load.stop();
  const sql = openSql(world.databaseUrl);
  broken.push(...checkAnswers([...created.values(), ...reads]), ...(await checkHistory(sql, created)));
  const slowest = Math.round(Math.max(...late));
  if (slowest > BACK_MS) broken.push(`requests were served ${slowest} ms after PgBouncer had come back`);
  await sql.end();
  await world.close();
  const answers = [...created.values()];
  const unknown = answers.filter(({ text }) => text.includes('unknown')).length;
  return {
    measured: {
      ...kills,
      acknowledged: countOf(answers, 201),
      'refused, nothing changed': countOf(answers, 503) - unknown,
      'refused, outcome unknown': unknown,
      'reads answered': countOf(reads, 200),
      'reads refused': countOf(reads, 503),
      'longest answer, ms': longest([...answers, ...reads]),
      'served again after, ms at most': slowest,
    },
    broken,
  };
}

/** Clients that each wait for an answer before their next request. */
function startClients(api) {
  let isOver = false;
  const [created, reads] = [new Map(), []];
  const writer = async (_, number) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `lead ${number}-${n}`;
      const headers = number % 2 === 0 ? {} : { 'idempotency-key': name };
      const answer = await api('POST', '/leads', { name }, headers);
      created.set(name, answer);
      if (answer.status !== 201) await sleep(50);
    }
  };
  const reader = async () => {
    while (!isOver) {
      const answer = await api('GET', '/leads');
      reads.push(answer);
      if (answer.status !== 200) await sleep(50);
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

async function freeze(pid) {
  process.kill(pid, 'SIGSTOP');
  await sleep(FROZEN_MS);
  process.kill(pid, 'SIGCONT');
}

async function msUntilServed(api) {
  const began = performance.now();
  while ((await api('GET', '/leads')).status !== 200) await sleep(50);
  return performance.now() - began;
}
