import { setTimeout as sleep } from 'node:timers/promises';

/** A trigger that loses a tenth of the deliveries. */
export const LOSE_DELIVERIES = `create function lose() returns trigger language plpgsql as $$ begin
    if random() < 0.1 then return null; end if; return new;
  end $$;
  create trigger lose before insert on webhook_deliveries for each row when (new.attempt = 1) execute function lose()`;

/** Waits until every event has its number, and nothing is left to deliver to these webhooks. Returns false when time is up. */
export async function untilDelivered(sql, webhooks, mostMs) {
  const began = performance.now();
  for (;;) {
    const [{ n }] = await sql.rows(
      `select (select count(*) from outbox where number is null)
        + (select count(*) from webhook_deliveries where status = 'pending' and webhook_id = any($1)) as n`,
      [webhooks],
    );
    if (Number(n) === 0) return true;
    if (performance.now() - began > mostMs) return false;
    await sleep(200);
  }
}

/** The leads that are stored, as support/event-history.mjs wants them. */
export function storedLeads(sql) {
  return sql.rows(`select id as record, concat_ws(' ', first_name, last_name) as name from leads`);
}
