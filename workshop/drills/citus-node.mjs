import { setTimeout as sleep } from 'node:timers/promises';
import { citusServers, serverProcess } from '../harness/citus.mjs';
import { call } from '../harness/load.mjs';
import { Tally } from '../harness/report.mjs';
import { until } from '../harness/servers.mjs';
import { checkAnswers, checkHistory, countOf, longest, p99Of, writesOf } from './support/answers.mjs';
import { checkEvents, NOT_RUN, openCitusWorld, serverOf, startShops } from './support/citus.mjs';

export const promise = 'What the service promises';
export const about =
  'a server of a Citus cluster is killed and comes back: only its own shops wait, nothing acknowledged is lost, and events come once';
export const planted = 'the parts of a write take their shop from a global table, so that each write goes to every server';
export const ownDatabase = true;

/** `isTimed`: the other shops' times are judged, too. Other work may run beside the short form. */
export const FULL = { rounds: 5, awayMs: 20_000, quietMs: 10_000, perSecond: 300, shops: 50, isTimed: true };
export const SHORT = { rounds: 1, awayMs: 4_000, quietMs: 3_000, perSecond: 40, shops: 12, isTimed: false };
const [BACK_MS, SETTLE_MS] = [30_000, 60_000];
const MOST_SLOWER = 2;
const GLOBAL = 'create or replace view shop_rows as select id as shop_id from shops';

export async function run({ form, plant }) {
  const servers = citusServers();
  if (servers.length < 3) return NOT_RUN;
  const { sql, shops, startInstance } = await openCitusWorld(form.shops);
  if (plant) await sql.rows(GLOBAL);
  const places = [];
  for (const { shop } of shops) places.push(String(await serverOf(sql, shop)));
  const { url } = await startInstance({ LOG_REQUESTS: 'errors' });
  const { answers, stop } = startShops(url, shops, form.perSecond);
  await sleep(form.quietMs);
  const times = [];
  const workers = servers.slice(1).filter((server) => places.includes(new URL(server).port));
  for (let round = 0; round < form.rounds; round += 1) {
    times.push(await strike({ url, shops, places, form }, workers[round % workers.length]));
    await sleep(form.quietMs);
  }
  const { sent } = await stop();
  const judged = judge(answers, times, places, form);
  const created = writesOf(answers);
  return {
    measured: { requests: sent, acknowledged: countOf([...created.values()], 201), ...judged.measured },
    broken: [
      ...judged.broken,
      ...checkAnswers(answers),
      ...(await checkHistory(sql, created)),
      ...(await checkEvents(sql, SETTLE_MS)),
    ],
  };
}

/** Kills a server, starts it again, and waits until its shops can write. Returns when it was away. */
async function strike({ url, shops, places, form }, server) {
  const { port } = new URL(server);
  const victim = await serverProcess(server);
  const { token } = shops[places.indexOf(port)];
  const from = performance.now();
  victim.kill();
  await sleep(form.awayMs);
  await victim.start();
  const to = performance.now();
  const writes = async () => (await call({ url, token }, 'POST', '/api/v1/tasks', { title: 'Back' })).status === 201;
  return { port, from, to, backMs: await until(writes, BACK_MS, 50) };
}

function judge(answers, times, places, { isTimed }) {
  const during = (answer) =>
    times.find(({ from, to, backMs }) => answer.at > from && answer.at - answer.ms < to + (backMs ?? BACK_MS));
  const groups = { quiet: [], others: [], own: [] };
  for (const answer of answers) {
    const strike = during(answer);
    groups[strike ? (strike.port === places[answer.of] ? 'own' : 'others') : 'quiet'].push(answer);
  }
  const [quiet, others] = [p99Of(groups.quiet), p99Of(groups.others)];
  const refused = (all) => all.filter(isRefused).length;
  return {
    measured: {
      'p99 of quiet times, ms': quiet,
      'p99 of other shops while a server is away, ms': others,
      'requests of other shops meanwhile': groups.others.length,
      'of these refused': refused(groups.others),
      'requests of its own shops': groups.own.length,
      'of these refused, too': refused(groups.own),
      'longest of its own shops, ms': longest(groups.own),
      'its shops write again after, ms at most': Math.max(...times.map(({ backMs }) => backMs ?? Infinity)),
    },
    broken: [
      times.some(({ backMs }) => backMs === null) && 'the shops of a server could not write after it was back',
      ...refusalsOf(groups.others).map((line) => `another shop was refused while a server was away: ${line}`),
      ...refusalsOf(groups.quiet).map((line) => `refused while all servers were there: ${line}`),
      isTimed &&
        others > MOST_SLOWER * quiet &&
        `the p99 of other shops was ${others} ms while a server was away, and ${quiet} ms before`,
    ],
  };
}

const isRefused = ({ status }) => ![200, 201].includes(status);

function refusalsOf(answers) {
  const tally = new Tally();
  for (const { status, text } of answers.filter(isRefused)) tally.add(`${status} ${text.slice(0, 120)}`);
  return tally.lines();
}
