import { setTimeout as sleep } from 'node:timers/promises';
import { call, checkAnswers, checkHistory, countOf, longest, openSql } from './support/calls.mjs';
import { descendantsOf } from './support/processes.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P2';
export const about =
  'the database stands still: everything is refused within five seconds, and what waited is not carried out afterwards';
export const planted = 'the timers of the service are four times slower, and its intervals never fire';

const SLOW_TIMERS = `--import=${new URL('support/slow-timers.mjs', import.meta.url).pathname}`;
/** The longest time in ms for the answer of a health check, which must come even while the database does not react. */
const ALIVE_MS = 1000;

export async function run({ short, plant, databaseUrl }) {
  if (databaseUrl !== null) return { measured: {}, broken: ['it needs a database whose processes it can stop: its own'] };
  const world = await openWorld(null);
  const instance = await world.startInstance(plant ? { NODE_OPTIONS: SLOW_TIMERS } : {});
  const sql = openSql(world.databaseUrl);
  const api = (method, path, body, headers) => call(instance.url, world.token, method, `/api/v1${path}`, body, headers);
  const customer = JSON.parse((await api('POST', '/customers', { name: 'Before', email: 'dana@example.com' })).text).data.id;
  await Promise.all(Array.from({ length: 20 }, () => api('GET', '/leads')));

  const [created, keyed, changes, reads, alive] = [new Map(), new Map(), new Map(), [], []];
  const wave = async (number) => {
    const into = (answers, name, answer) => answer.then((answered) => answers.set(name, answered));
    const heard = (answers, answer) => answer.then((answered) => answers.push(answered));
    const headers = { 'idempotency-key': `keyed ${number}` };
    await Promise.all([
      ...Array.from({ length: 4 }, (_, n) =>
        into(changes, `Change ${number}-${n}`, api('PATCH', `/customers/${customer}`, { name: `Change ${number}-${n}` })),
      ),
      into(created, `plain ${number}`, api('POST', '/leads', { name: `plain ${number}` })),
      into(keyed, `keyed ${number}`, api('POST', '/leads', { name: `keyed ${number}` }, headers)),
      heard(reads, api('GET', '/leads')),
      heard(reads, api('GET', '/tasks')),
      heard(reads, api('POST', '/tasks/list', {})),
      heard(alive, call(instance.url, world.token, 'GET', '/healthz')),
    ]);
  };
  const processes = [world.postmaster, ...descendantsOf(world.postmaster)];
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  const waves = [];
  for (let number = 0; number < (short ? 12 : 60); number += 1) {
    waves.push(wave(number));
    await sleep(500);
  }
  const broken = [];
  const last = Promise.all(waves).then(() => true);
  // A call takes at most five seconds, so all calls must be answered within six, although the database still does not react.
  if (!(await Promise.race([last, sleep(6000, false)]))) broken.push('calls waited longer than the database stood still');
  for (const pid of processes) process.kill(pid, 'SIGCONT');
  await last;
  const back = await eventually(() => api('GET', '/leads'), 15_000);
  if (back.status !== 200) broken.push(`afterwards: ${back.status} ${back.text}`);
  for (const name of keyed.keys()) {
    keyed.set(name, await eventually(() => api('POST', '/leads', { name }, { 'idempotency-key': name }), 15_000));
  }
  await sleep(1000); // by then the writes are stored that went on after their client had got an answer
  const writes = [...created.values(), ...changes.values()];
  broken.push(...checkAnswers([...writes, ...reads]), ...(await checkHistory(sql, new Map([...created, ...keyed]))));
  const late = alive.filter(({ status, ms }) => status !== 200 || ms > ALIVE_MS).length;
  if (late > 0) broken.push(`${late} of ${alive.length} health checks without an answer in ${ALIVE_MS} ms`);
  const notKept = [...keyed.values()].filter(({ status }) => status !== 201).length;
  if (notKept > 0) broken.push(`${notKept} calls with an idempotency key did not succeed when they were repeated`);
  const [{ n: stored }] = await sql.rows(`select count(*)::int as n from outbox where type = 'customer.updated'`);
  const maybe = [...changes.values()].filter(({ status, text }) => status === 200 || text.includes('unknown')).length;
  if (stored > maybe) broken.push(`${stored} changes of a record were stored, ${maybe} could have been`);
  await sql.end();
  await world.close();
  const measured = {
    'calls refused': countOf([...writes, ...reads], 503),
    'longest answer, ms': longest([...writes, ...reads]),
    'longest health check, ms': longest(alive),
    'changes stored': stored,
  };
  return { measured, broken };
}

async function eventually(ask, withinMs) {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if ([200, 201].includes(answer.status) || performance.now() > end) return answer;
    await sleep(200);
  }
}
