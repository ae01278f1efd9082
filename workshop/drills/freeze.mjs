import { setTimeout as sleep } from 'node:timers/promises';
import { call, posted } from '../harness/load.mjs';
import { descendantsOf } from '../harness/processes.mjs';
import { until } from '../harness/servers.mjs';
import { openWorld } from '../harness/world.mjs';
import { checkAnswers, checkHistory, countOf, longest } from './support/answers.mjs';

export const promise = 'P2';
export const about =
  'the database stands still: everything is refused within five seconds, and what waited is not carried out afterwards';
export const planted = 'the timers of the service are four times slower, and its intervals never fire';
export const ownDatabase = true;

/**
 * `aliveMs`: the longest time for the answer of a health check, which must come even while the database does not react. It is high in
 * the short form, because other work runs beside it.
 */
export const FULL = { waves: 60, aliveMs: 1000 };
export const SHORT = { waves: 12, aliveMs: 4000 };
/** The planted fault: timers of a second or more, and the intervals by which requests are answered whose time is over. */
const SLOW_TIMERS = `
  const plain = globalThis.setTimeout;
  globalThis.setTimeout = Object.assign((work, ms, ...rest) => plain(work, ms >= 1000 ? 4 * ms : ms, ...rest), plain, {
    [Symbol.for('nodejs.util.promisify.custom')]: plain[Symbol.for('nodejs.util.promisify.custom')],
  });
  globalThis.setInterval = () => plain(() => undefined, 0);`;

export async function run({ form, plant }) {
  const world = await openWorld();
  const { sql } = world;
  const planted = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SLOW_TIMERS)}` };
  const instance = await world.startInstance(plant ? planted : {});
  const api = (method, path, body, headers) => call(instance, method, `/api/v1${path}`, body, headers);
  const customer = (await posted(instance, '/api/v1/customers', { name: 'Before', email: 'dana@example.com' })).data.id;
  await Promise.all(Array.from({ length: 20 }, () => api('GET', '/leads')));
  const postmaster = await sql.postmaster();
  const processes = [postmaster, ...descendantsOf(postmaster)];
  for (const pid of processes) process.kill(pid, 'SIGSTOP');

  const [created, keyed, changes, reads, alive] = [new Map(), new Map(), [], [], []];
  const into = async (answers, answer) => answers.push(await answer);
  const named = async (answers, name, headers) => answers.set(name, await api('POST', '/leads', { name }, headers));
  const wave = (n) =>
    Promise.all([
      ...[0, 1, 2, 3].map((nth) => into(changes, api('PATCH', `/customers/${customer}`, { name: `Change ${n}-${nth}` }))),
      named(created, `plain ${n}`),
      named(keyed, `keyed ${n}`, { 'idempotency-key': `keyed ${n}` }),
      into(reads, api('GET', '/leads')),
      into(reads, api('GET', '/tasks')),
      into(reads, api('POST', '/tasks/list', {})),
      into(alive, call(instance, 'GET', '/healthz')),
    ]);
  const waves = [];
  for (let n = 0; n < form.waves; n += 1) {
    waves.push(wave(n));
    await sleep(500);
  }
  const last = Promise.all(waves).then(() => true);
  // A call takes at most five seconds, so all calls must be answered within six, although the database still does not react.
  const isAnswered = await Promise.race([last, sleep(6000, false)]);
  for (const pid of processes) process.kill(pid, 'SIGCONT');
  await last;
  const back = await eventually(() => api('GET', '/leads'));
  for (const name of keyed.keys()) {
    keyed.set(name, await eventually(() => api('POST', '/leads', { name }, { 'idempotency-key': name })));
  }
  await sleep(1000); // by then the writes are stored that went on after their client had got an answer
  const calls = [...created.values(), ...changes, ...reads];
  const late = alive.filter(({ status, ms }) => status !== 200 || ms > form.aliveMs).length;
  const notKept = [...keyed.values()].filter(({ status }) => status !== 201).length;
  const stored = await sql.count(`select count(*) as n from outbox where type = 'customer.updated'`);
  const maybe = changes.filter(({ status, text }) => status === 200 || text.includes('unknown')).length;
  return {
    measured: {
      'calls refused': countOf(calls, 503),
      'longest answer, ms': longest(calls),
      'longest health check, ms': longest(alive),
      'changes stored': stored,
    },
    broken: [
      !isAnswered && 'calls waited longer than the database stood still',
      back.status !== 200 && `afterwards: ${back.status} ${back.text}`,
      ...checkAnswers(calls),
      ...(await checkHistory(sql, new Map([...created, ...keyed]))),
      late > 0 && `${late} of ${alive.length} health checks without an answer in ${form.aliveMs} ms`,
      notKept > 0 && `${notKept} calls with an idempotency key did not succeed when they were repeated`,
      stored > maybe && `${stored} changes of a record were stored, ${maybe} could have been`,
    ],
  };
}

/** Asks again until it succeeds, but not for ever. Returns the last answer. */
async function eventually(ask) {
  let answer;
  await until(async () => (answer = await ask()).status < 300 && answer.status > 0, 15_000);
  return answer;
}
