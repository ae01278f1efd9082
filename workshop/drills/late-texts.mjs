import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from './support/calls.mjs';
import { contactNumber, createCustomers, openTexting, scheduleTexts } from './support/texting.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'Texts';
export const about = 'the service starts again when texts have been due for six hours: none of these stale texts is sent';
export const planted = 'the texts have been due for half an hour only, so they are not stale';

export async function run({ short, plant, databaseUrl }) {
  const texts = short ? 40 : 500;
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  await openTexting(sql, world.shop.id);
  const before = await world.startInstance({ WORKER: 'off' });
  const api = { url: before.url, token: world.token };
  const customers = await createCustomers(
    api,
    Array.from({ length: texts }, (_, n) => contactNumber(n)),
  );
  await scheduleTexts(api, customers, 3_600_000);
  await before.stop();
  const late = plant ? '30 minutes' : '6 hours';
  await sql.rows(
    `update scheduled_messages set scheduled_for = now() - $1::interval, send_at = now() - $1::interval,
      due_at = now() - $1::interval`,
    [late],
  );
  await world.startInstance();
  const left = await untilNoneWaits(sql);
  const [{ sent }] = await sql.rows('select count(*)::int as sent from sandbox_outbox');
  const [{ refused }] = await sql.rows(
    `select count(*)::int as refused from scheduled_messages where status = 'refused' and error = 'too_late'`,
  );
  await sql.end();
  await world.close();
  const broken = [];
  if (left > 0) broken.push(`${left} texts still wait`);
  if (sent > 0) broken.push(`${sent} stale texts were sent`);
  if (refused !== texts) broken.push(`${refused} of ${texts} were refused as too late`);
  return { measured: { texts, sent, refused }, broken };
}

async function untilNoneWaits(sql) {
  for (let tries = 0; ; tries += 1) {
    const [{ n }] = await sql.rows(`select count(*)::int as n from scheduled_messages where status in ('scheduled', 'sending')`);
    if (n === 0 || tries === 300) return n;
    await sleep(200);
  }
}
