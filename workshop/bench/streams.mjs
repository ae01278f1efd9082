// npm run bench -- streams [--streams 1000] [--check]
// Opens streams of events at one instance of the built service. Prints the memory of a stream, the connections of the database that
// all of them hold, and how long an event takes until the last of them has it. It misses its limits if a stream is too large, or if
// streams hold connections.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { inTurns, posted } from '../harness/load.mjs';
import { timeOf } from '../harness/processes.mjs';
import { median, table } from '../harness/report.mjs';
import { freePort } from '../harness/servers.mjs';
import { mintKeys, openWorld } from '../harness/world.mjs';

export const options = { streams: 1000, check: false };

const OF_A_KEY = 20;
const MOST_KILOBYTES = 30;
const EVENTS = 20;

export async function run({ streams }) {
  const world = await openWorld();
  const heap = await freePort();
  const service = await world.startInstance({
    ...{ NODE_OPTIONS: `--import=${new URL('heap-report.mjs', import.meta.url).pathname}`, HEAP_PORT: String(heap) },
  });
  const tokens = await mintKeys(world.databaseUrl, world.shop.id, Math.ceil(streams / OF_A_KEY));
  const memory = async () => (await fetch(`http://127.0.0.1:${heap}`)).json();
  const connections = () => world.sql.count('select count(*) as n from pg_stat_activity where datname = current_database()');
  const agent = new Agent({ maxSockets: Infinity });
  await Promise.all(tokens.map((token) => open(service, token, agent))); // each key is known before the memory is measured
  const [before, heldBefore] = [await memory(), await connections()];
  const opened = [];
  const of = Array.from({ length: streams - tokens.length }, (_, n) => tokens[n % tokens.length]);
  await inTurns(of, async (token) => opened.push(await open(service, token, agent)));
  const [after, held] = [await memory(), (await connections()) - heldBefore];
  const kilobytes = (kind) => (after[kind] - before[kind]) / opened.length / 1024;
  const cpu = timeOf(service.pid);
  const delays = [];
  for (let n = 0; n < EVENTS; n += 1) delays.push(await told(service, opened, n));
  const perEvent = (timeOf(service.pid) - cpu) / EVENTS / 1000;
  console.log(
    `\n${streams.toLocaleString('en')} streams of one instance\n\n${table([
      {
        'heap kB of a stream': kilobytes('heap').toFixed(1),
        'rss kB of a stream': kilobytes('rss').toFixed(1),
        'connections of the database': held,
        'ms until the last has an event': median(delays).toFixed(0),
        'CPU ms of an event': perEvent.toFixed(1),
      },
    ])}\n`,
  );
  agent.destroy();
  return [
    kilobytes('heap') > MOST_KILOBYTES && `ABOVE THE LIMIT: a stream has more than ${MOST_KILOBYTES} kB`,
    held > 0 && `ABOVE THE LIMIT: the streams hold ${held} connections of the database`,
  ].filter(Boolean);
}

/** Opens a stream. Returns its answer when it has begun. */
async function open({ url }, token, agent) {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const [answer] = await once(request(`${url}/api/v1/events`, { headers, agent }).end(), 'response');
  if (answer.statusCode !== 200) throw new Error(`a stream was answered ${answer.statusCode}`);
  await once(answer.setEncoding('utf8'), 'data');
  return answer;
}

/** Makes a change. Returns the milliseconds until every stream has told it. */
async function told(service, streams, n) {
  const name = `Lead ${n} of the streams`;
  const heard = streams.map(async (stream) => {
    let text = '';
    while (!text.includes(name)) text += (await once(stream, 'data'))[0];
  });
  const begun = performance.now();
  await posted(service, '/api/v1/leads', { name });
  await Promise.all(heard);
  return performance.now() - begun;
}
