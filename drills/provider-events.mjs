import { randomInt } from 'node:crypto';
import { openSql } from './support/calls.mjs';
import { contactNumber, inTurns, LINE, openTexting } from './support/texting.mjs';
import { callService, inboundText, signatureOf, startProvider } from './support/twilio.mjs';
import { openWorld } from './support/world.mjs';

export const about =
  'the provider repeats its events in any order, and others forge them: each event counts once, and no forged one counts';
export const planted = 'the database takes a second message with the same id of the provider';

const TEXTS = '/providers/twilio/messages';
const COPIES = 20;
const STATUSES = ['queued', 'sent', 'delivered'];

export async function run({ short, plant, databaseUrl }) {
  const [events, forged] = short ? [30, 200] : [1_000, 10_000];
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  await openTexting(sql, world.shop.id);
  const provider = await startProvider();
  const instance = await world.startInstance({ ...provider.env, LOG_REQUESTS: 'errors', WORKER: 'off' });
  if (plant) await sql.rows('drop index messages_provider_id');
  const half = events / 2;
  const texts = Array.from({ length: half }, (_, n) => ({
    path: TEXTS,
    form: inboundText(contactNumber(n % 50), LINE, `Text ${n}`, `SM-in-${n}`),
  }));
  const sent = await storeSentTexts(sql, world.shop.id, half);
  const receipts = sent.flatMap((message, n) =>
    STATUSES.map((status) => ({
      path: `/providers/twilio/status?${new URLSearchParams({ shop: world.shop.id, message })}`,
      form: { MessageSid: `SM-out-${n}`, MessageStatus: status },
    })),
  );
  const calls = shuffled([...texts, ...receipts].flatMap((one) => Array(COPIES).fill(one)));
  const odd = { right: 0, forged: 0 };
  await inTurns(calls, async ({ path, form }) => {
    const status = await callService(instance, path, form);
    if (status !== 200 && status !== 204) odd.right += 1;
  });
  await inTurns(
    Array.from({ length: forged }, (_, n) => n),
    async (n) => {
      const { path, form } = calls[n % calls.length];
      const other = { ...form, MessageSid: `SM-forged-${n}` };
      // Half of the forged calls have the signature of another form, the other half one that was made up.
      const status = await callService(
        instance,
        path,
        other,
        n % 2 === 0 ? signatureOf(path, form) : 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      );
      if (status !== 403 && status !== 429) odd.forged += 1;
    },
  );
  const stored = await examine(sql);
  await sql.end();
  await world.close();
  provider.stop();
  const broken = [];
  if (odd.right > 0) broken.push(`${odd.right} signed calls were not taken`);
  if (odd.forged > 0 || stored.forged > 0) broken.push(`${odd.forged} forged calls were answered, ${stored.forged} are stored`);
  if (stored.inbound !== half) broken.push(`${half} texts came in, and ${stored.inbound} are stored`);
  if (stored.delivered !== half) broken.push(`${half} texts were delivered, and ${stored.delivered} say so`);
  if (stored.told !== half) broken.push(`${half} events tell of a text that came in: ${stored.told}`);
  return { measured: { calls: calls.length, 'forged calls': forged, ...stored }, broken };
}

/** Stores texts that were handed over. Returns their ids. */
async function storeSentTexts(sql, shop, count) {
  const [{ id: thread }] = await sql.rows(
    `insert into conversations (shop_id, id, channel, status, contact_number, pinned, is_ai_managed, created_at, version)
    values ($1, gen_random_uuid(), 'sms', 'open', '+16135559999', false, false, now(), 1) returning id`,
    [shop],
  );
  const rows = await sql.rows(
    `insert into messages (shop_id, id, conversation_id, direction, body, "to", status, segments, created_at)
    select $1, gen_random_uuid(), $2, 'outbound', 'Your car is ready.', '+16135559999', 'sending', 1, now()
    from generate_series(1, $3) returning id`,
    [shop, thread, count],
  );
  return rows.map(({ id }) => id);
}

async function examine(sql) {
  const [stored] = await sql.rows(
    `select count(*) filter (where provider_id like 'SM-in-%')::int as inbound,
      count(*) filter (where provider_id like 'SM-forged-%')::int as forged,
      count(*) filter (where provider_id like 'SM-out-%' and status = 'delivered')::int as delivered from messages`,
  );
  const [{ told }] = await sql.rows(`select count(*)::int as told from outbox where type = 'message.received'`);
  return { ...stored, told };
}

function shuffled(items) {
  const all = [...items];
  for (let n = all.length - 1; n > 0; n -= 1) {
    const other = randomInt(n + 1);
    [all[n], all[other]] = [all[other], all[n]];
  }
  return all;
}
