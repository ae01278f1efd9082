import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SIGNING_KEYS } from '../../bench/world.mjs';
import { contactNumber, createCustomers, posted, scheduleTexts } from './texting.mjs';

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
 * @param place `{ url, databaseUrl, sql, shop, token }` of the busy shop
 */
export const bursts = { texts, webhooks, import: importFile };

/** Many texts are due at one instant. */
async function texts({ url, token, sql, shop }, { amount, ms }) {
  const [customer] = await createCustomers({ url, token }, [contactNumber(0)]);
  await scheduleTexts({ url, token }, [customer], FAR_MS);
  // Copies of the one customer and the one text: many requests would only take long.
  await sql.rows(
    `insert into customers select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'phone',
      '+1613' || 5560000 + n))).* from customers c, generate_series(1, $3::int) n where c.shop_id = $1 and c.id = $2`,
    [shop.id, customer, amount],
  );
  return async () => {
    await sql.rows(
      `insert into scheduled_messages select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'to', c.phone,
        'customer_id', c.id, 'scheduled_for', now(), 'send_at', now(), 'due_at', now()))).*
      from scheduled_messages s join customers c on c.shop_id = s.shop_id and c.id <> s.customer_id
      where s.shop_id = $1 and s.customer_id = $2`,
      [shop.id, customer],
    );
    await until(ms, async () => {
      const [{ left }] = await sql.rows(
        `select (select count(*) from scheduled_messages where shop_id = $1 and status in ('scheduled', 'sending')
            and send_at < now() + interval '1 day')
          + (select count(*) from messages where shop_id = $1 and status in ('queued', 'sending')) as left`,
        [shop.id],
      );
      return Number(left) === 0;
    });
    for (const table of ['scheduled_messages', 'messages']) {
      await sql.rows(`update ${table} set due_at = null where shop_id = $1 and due_at <= now()`, [shop.id]);
    }
    await forgetWork(sql, shop);
  };
}

/** Many deliveries go to twenty endpoints. */
async function webhooks({ url, token, sql, shop }, { amount, ms }) {
  const server = createServer((request, response) => {
    request.resume();
    const status = request.url === '/broken' ? 500 : 204;
    setTimeout(() => response.writeHead(status).end(), request.url === '/slow' ? SLOW_MS : 0);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const kind of ENDPOINTS) {
    const receiver = `http://127.0.0.1:${server.address().port}/${kind}`;
    await posted({ url, token }, '/api/v1/webhooks', { url: receiver, events: ['lead.created'] });
  }
  await posted({ url, token }, '/api/v1/leads', { name: 'Dana' });
  return async () => {
    await sql.rows(
      `insert into outbox select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'created_at', now(),
        'relayed_at', null, 'number', null))).*
      from outbox o, generate_series(1, $2)
      where o.shop_id = $1 and o.id = (select id from outbox where shop_id = $1 and type = 'lead.created' limit 1)`,
      [shop.id, amount / ENDPOINTS.length],
    );
    await until(ms, async () => {
      const [{ left }] = await sql.rows(
        `select (select count(*) from outbox where shop_id = $1 and relayed_at is null)
          + (select count(*) from webhook_deliveries where shop_id = $1 and status = 'pending') as left`,
        [shop.id],
      );
      return Number(left) === 0;
    });
    await sql.rows('update webhooks set enabled = false where shop_id = $1', [shop.id]);
    await sql.rows('delete from outbox where shop_id = $1 and relayed_at is null', [shop.id]);
    await sql.rows(`delete from webhook_deliveries where shop_id = $1 and status = 'pending'`, [shop.id]);
    server.close().closeAllConnections();
  };
}

/** A file is imported by another process, which is ended when the time is over. */
async function importFile({ databaseUrl, shop }, { amount, ms }) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-drill-'));
  const file = join(folder, 'customers.csv');
  const lines = Array.from(
    { length: amount },
    (_, n) => `c-${n},Dana Whitfield ${n},dana.${n}@example.com,${contactNumber(IMPORTED + n)},Ottawa`,
  );
  await writeFile(file, ['external_id,name,email,phone,city', ...lines, ''].join('\n'));
  return async () => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, SIGNING_KEYS };
    const ran = spawn(process.execPath, [COMMANDS, 'import', 'customers', file, '--shop', shop.id], { env, stdio: 'ignore' });
    let isCut = false;
    const over = setTimeout(() => (isCut = ran.kill('SIGTERM')), ms);
    const [code] = await once(ran, 'exit');
    clearTimeout(over);
    await rm(folder, { recursive: true });
    if (code !== 0 && !isCut) throw new Error(`the import ended with ${code}`);
  };
}

async function forgetWork(sql, shop) {
  await sql.rows(
    `select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key like $1 and locked_by is null))`,
    [`%:${shop.id}:%`],
  );
}

async function until(ms, isDone) {
  const end = performance.now() + ms;
  while (performance.now() < end && !(await isDone())) await sleep(200);
}
