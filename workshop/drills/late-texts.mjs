import { openWorld } from '../harness/world.mjs';
import { contactNumbers, createCustomers, openTexting, scheduleTexts, UNDER_WAY } from './support/texting.mjs';

export const promise = 'Texts';
export const about = 'the service starts again when texts have been due for six hours: none of these stale texts is sent';
export const planted = 'the texts have been due for half an hour only, so they are not stale';

export const FULL = { texts: 500 };
export const SHORT = { texts: 40 };

export async function run({ form: { texts }, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  const { sql } = world;
  await openTexting(world, world.shop);
  const before = await world.startInstance({ WORKER: 'off' });
  await scheduleTexts(before, await createCustomers(before, contactNumbers(texts)), 3_600_000);
  await before.stop();
  await sql.rows(
    `update scheduled_messages set scheduled_for = now() - $1::interval, send_at = now() - $1::interval,
      due_at = now() - $1::interval`,
    [plant ? '30 minutes' : '6 hours'],
  );
  await world.startInstance();
  await sql.untilNone(UNDER_WAY, [], 60_000);
  const left = await sql.count(UNDER_WAY);
  const sent = await sql.count('select count(*) as n from sandbox_outbox');
  const refused = await sql.count(`select count(*) as n from scheduled_messages where status = 'refused' and error = 'too_late'`);
  return {
    measured: { texts, sent, refused },
    broken: [
      left > 0 && `${left} texts still wait`,
      sent > 0 && `${sent} stale texts were sent`,
      refused !== texts && `${refused} of ${texts} were refused as too late`,
    ],
  };
}
