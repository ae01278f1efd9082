// npm run bench -- burst [--texts 10000] [--answer 50] [--check]
// Lets scheduled texts of one shop be due at one instant, at a provider that answers after some milliseconds. Prints how long it takes until
// all were handed over, and what a text costs. It misses its limit if it takes longer than MOST_SECONDS.
import { bursts } from '../drills/support/bursts.mjs';
import { openTexting } from '../drills/support/texting.mjs';
import { startProvider } from '../drills/support/twilio.mjs';
import { databaseTime, timeOf } from '../harness/processes.mjs';
import { table } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';
import { seedRooms } from './seed.mjs';

export const options = { texts: 10_000, answer: 50, check: false };

const MOST_SECONDS = 10;
const ROOMS = 300;
const GIVE_UP_MS = 300_000;

export async function run({ texts, answer }) {
  const world = await openWorld();
  await openTexting(world, world.shop);
  // A new database knows nothing about its tables until autovacuum comes, and plans for that.
  await seedRooms(world, ROOMS);
  await world.sql.rows('analyze');
  const provider = await startProvider(answer);
  const service = await world.startInstance({ ...provider.env, LOG_REQUESTS: 'errors' });
  const postmaster = await world.sql.postmaster();
  const burst = await bursts.texts(world, { ...service, shop: world.shop }, { amount: texts, ms: GIVE_UP_MS });
  const [server, database] = [timeOf(service.pid), databaseTime(postmaster)];
  const began = performance.now();
  await burst();
  const seconds = (performance.now() - began) / 1000;
  const each = (cost) => (cost / texts / 1000).toFixed(2);
  console.log(
    `\n${texts.toLocaleString('en')} texts due at once, a provider that answers in ${answer} ms\n\n${table([
      {
        seconds: seconds.toFixed(1),
        'texts/s': (texts / seconds).toFixed(0),
        'CPU ms of a text, service': each(timeOf(service.pid) - server),
        'CPU ms of a text, database': each(databaseTime(postmaster) - database),
      },
    ])}\n`,
  );
  return seconds > MOST_SECONDS ? [`ABOVE THE LIMIT: the texts took ${seconds.toFixed(1)} s, ${MOST_SECONDS} are allowed`] : [];
}
