// npm run bench -- burst [--texts 10000] [--answer 50] [--check]
// Lets scheduled texts of one shop be due at one instant, at a provider that answers after some milliseconds. The shop has a history,
// and the service has sent some texts before. Prints how long it takes from that instant until all were handed over and settled, and
// what a text costs. It misses its limit if it takes longer than MOST_SECONDS.
import { setTimeout as sleep } from 'node:timers/promises';
import { copiedTexts } from '../drills/support/bursts.mjs';
import { openTexting } from '../drills/support/texting.mjs';
import { startProvider } from '../drills/support/twilio.mjs';
import { databaseTime, timeOf } from '../harness/processes.mjs';
import { table } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';
import { seedRooms } from './seed.mjs';

export const options = { texts: 10_000, answer: 50, check: false };

const MOST_SECONDS = 10;
const ROOMS = 20_000;
const BEFORE = 1000;
/** In this time the texts are written, and the service comes to rest. */
const UNTIL_DUE_MS = 10_000;
const GIVE_UP_MS = 300_000;

export async function run({ texts, answer }) {
  const world = await openWorld();
  await openTexting(world, world.shop);
  await seedRooms(world, ROOMS);
  const provider = await startProvider(answer);
  const service = await world.startInstance({ ...provider.env, LOG_REQUESTS: 'errors' });
  const copies = await copiedTexts(world, { ...service, shop: world.shop }, BEFORE + texts);
  await copies.schedule(1, BEFORE, new Date());
  await copies.untilNoneWaits(GIVE_UP_MS);
  // Autovacuum looks at the tables once a minute. Before, the plans are those of tables with a handful of rows.
  await world.sql.rows('analyze');
  const due = new Date(Date.now() + UNTIL_DUE_MS);
  await copies.schedule(BEFORE + 1, BEFORE + texts, due);
  await sleep(due - Date.now());
  const postmaster = await world.sql.postmaster();
  const [server, database] = [timeOf(service.pid), databaseTime(postmaster)];
  // The question whether texts wait costs the database something, so it is asked when the provider has them all.
  while (provider.taken.length < BEFORE + texts && Date.now() - due < GIVE_UP_MS) await sleep(50);
  await copies.untilNoneWaits(GIVE_UP_MS);
  const seconds = (Date.now() - due) / 1000;
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
