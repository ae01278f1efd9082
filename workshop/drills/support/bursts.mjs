import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { posted } from '../../harness/load.mjs';
import { listen } from '../../harness/servers.mjs';
import { contactNumber, createCustomers, scheduleTexts } from './texting.mjs';

const COMMANDS = fileURLToPath(new URL('../../../dist/infrastructure/cli/main.js', import.meta.url));
const FAR_MS = 30 * 24 * 3600 * 1000;
/** The endpoints of a shop: most answer at once, some take long, some fail. */
const ENDPOINTS = [...Array(14).fill('fast'), ...Array(4).fill('slow'), ...Array(2).fill('broken')];
/** The number of the first imported contact. */
const IMPORTED = 1_000_000;
const SLOW_MS = 2000;

/**
 * The bursts of a shop. Each of them prepares what it needs, and returns `run`, which ends with the burst or after `ms`, and then
 * takes away what is left of it.
 * @param busy `{ url, token, shop }` of the busy shop
 */
export const bursts = { texts, webhooks, import: importFile };

/** Many texts are due at one instant. */
async function texts({ sql }, busy, { amount, ms }) {
  const { id: shop } = busy.shop;
  const copies = await copiedTexts({ sql }, busy, amount);
  return async () => {
    await copies.schedule(1, amount, new Date());
    await copies.untilNoneWaits(ms);
    for (const table of ['scheduled_messages', 'messages']) {
      await sql.rows(`update ${table} set due_at = null where shop_id = $1 and due_at <= now()`, [shop]);
    }
    await sql.rows(
      `select from graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where key like $1 and locked_by is null))`,
      [`%:${shop}:%`],
    );
  };
}

/**
 * Creates a customer, a text for them that is due much later, and copies of the customer. Copies of the text are due when `schedule`
 * says. They are made by SQL, because so many requests would take long.
 */
export async function copiedTexts({ sql }, busy, amount) {
  const { id: shop } = busy.shop;
  const [customer] = await createCustomers(busy, [contactNumber(0)]);
  await scheduleTexts(busy, [customer], FAR_MS);
  await sql.rows(
    `insert into customers select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'phone',
      '+1613' || 5560000 + n))).* from customers c, generate_series(1, $3::int) n where c.shop_id = $1 and c.id = $2`,
    [shop, customer, amount],
  );
  const waiting = `select (select count(*) from scheduled_messages where shop_id = $1 and status in ('scheduled', 'sending')
      and send_at < now() + interval '1 day')
    + (select count(*) from messages where shop_id = $1 and status in ('queued', 'sending')) as n`;
  return {
    /** Schedules a text for each customer from the `first` to the `last` copy. */
    schedule: (first, last, at) =>
      sql.rows(
        `insert into scheduled_messages select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'to', c.phone,
          'customer_id', c.id, 'scheduled_for', $5::timestamptz, 'send_at', $5::timestamptz, 'due_at', $5::timestamptz))).*
        from scheduled_messages s, generate_series($3::int, $4::int) n join customers c on c.phone = '+1613' || 5560000 + n
        where s.shop_id = $1 and s.customer_id = $2 and c.shop_id = $1`,
        [shop, customer, first, last, at],
      ),
    untilNoneWaits: (mostMs) => sql.untilNone(waiting, [shop], mostMs),
  };
}

/** Many deliveries go to twenty endpoints. */
async function webhooks({ sql }, busy, { amount, ms }) {
  const { id: shop } = busy.shop;
  const { url, close } = await listen((request, response) => {
    request.resume();
    const status = request.url === '/broken' ? 500 : 204;
    setTimeout(() => response.writeHead(status).end(), request.url === '/slow' ? SLOW_MS : 0);
  });
  for (const kind of ENDPOINTS) await posted(busy, '/api/v1/webhooks', { url: `${url}/${kind}`, events: ['lead.created'] });
  await posted(busy, '/api/v1/leads', { name: 'Dana' });
  return async () => {
    await sql.rows(
      `insert into outbox select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'created_at', now(),
        'relayed_at', null, 'number', null))).*
      from outbox o, generate_series(1, $2)
      where o.shop_id = $1 and o.id = (select id from outbox where shop_id = $1 and type = 'lead.created' limit 1)`,
      [shop, amount / ENDPOINTS.length],
    );
    const left = `select (select count(*) from outbox where shop_id = $1 and relayed_at is null)
      + (select count(*) from webhook_deliveries where shop_id = $1 and status = 'pending') as n`;
    await sql.untilNone(left, [shop], ms);
    await sql.rows('update webhooks set enabled = false where shop_id = $1', [shop]);
    await sql.rows('delete from outbox where shop_id = $1 and relayed_at is null', [shop]);
    await sql.rows(`delete from webhook_deliveries where shop_id = $1 and status = 'pending'`, [shop]);
    close();
  };
}

/** A file is imported by another process, which is ended when the time is over. */
async function importFile({ folder, env }, { shop }, { amount, ms }) {
  const file = join(folder, 'customers.csv');
  const lines = Array.from(
    { length: amount },
    (_, n) => `c-${n},Dana Whitfield ${n},dana.${n}@example.com,${contactNumber(IMPORTED + n)},Ottawa`,
  );
  await writeFile(file, ['external_id,name,email,phone,city', ...lines, ''].join('\n'));
  return async () => {
    const ran = spawn(process.execPath, [COMMANDS, 'import', 'customers', file, '--shop', shop.id], { env, stdio: 'ignore' });
    let isCut = false;
    const over = setTimeout(() => (isCut = ran.kill('SIGTERM')), ms);
    const [code] = await once(ran, 'exit');
    clearTimeout(over);
    if (code !== 0 && !isCut) throw new Error(`the import ended with ${code}`);
  };
}
