import { openWorld } from '../harness/world.mjs';
import { contactNumbers, createCustomers, openTexting, scheduleTexts, UNDER_WAY } from './support/texting.mjs';

export const promise = 'Texts';
export const about =
  'many texts are due at one instant, and two workers hand over exactly as many as the hourly limit of the shop allows';
export const planted = 'the database does not count the texts that are taken, so each worker goes by what it saw before';

export const FULL = { texts: 1_000, limit: 100, mostMs: 300_000 };
export const SHORT = { texts: 120, limit: 12, mostMs: 60_000 };

const COUNT_NOTHING = `create function count_nothing() returns trigger language plpgsql as $$ begin
    new.taken = old.taken; return new;
  end $$;
  create trigger count_nothing before update on texts_taken for each row execute function count_nothing()`;

export async function run({ form: { texts, limit, mostMs }, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  const { sql } = world;
  await openTexting(world, world.shop);
  await sql.rows('update shop_settings set texts_per_hour = $1 where shop_id = $2', [limit, world.shop.id]);
  if (plant) await sql.rows(COUNT_NOTHING);
  const workers = [await world.startInstance(), await world.startInstance()];
  await scheduleTexts(workers[0], await createCustomers(workers[0], contactNumbers(texts)), 5_000 + texts * 12);
  const settled = await sql.untilNone(UNDER_WAY, [], mostMs);
  const sent = await sql.count('select count(distinct message) as n from sandbox_outbox');
  const refused = await sql.count(
    `select count(*) as n from scheduled_messages where status = 'refused' and error = 'hourly_limit'`,
  );
  return {
    measured: { texts, limit, sent, refused },
    broken: [
      settled === null && 'some texts never reached a final state',
      sent !== limit && `${sent} texts were handed over, and the limit is ${limit}`,
      refused !== texts - limit && `${refused} of ${texts} texts were refused for the limit`,
    ],
  };
}
