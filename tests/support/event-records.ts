import { randomUUID } from 'node:crypto';
import { insert } from './builders/insert.js';
import type { TestService, TestShop } from './service.js';

const AT = '2026-03-01T09:00:00.000Z';

/** Stores two webhooks, and a delivery of an event that the shop has announced. */
export async function fillWebhooks(
  service: TestService,
  { id: shop }: TestShop,
): Promise<{ webhook: string; delivery: string; lastingWebhook: string }> {
  const ids = { webhook: randomUUID(), delivery: randomUUID(), lastingWebhook: randomUUID() };
  await service.sql(
    `insert into webhooks (shop_id, id, url, enabled, description, secret, created_at, version)
     select $1, w.id, 'https://hooks.invalid/shop', true, w.description, 'sealed', $4, 1
     from unnest($2::uuid[], $3::text[]) as w (id, description)`,
    [shop, [ids.webhook, ids.lastingWebhook], [null, LASTING], AT],
  );
  await service.sql(
    `insert into webhook_deliveries (shop_id, id, webhook_id, event_id, event_type, attempt, status, created_at)
     select $1, $2, $3, o.id, o.type, 1, 'canceled', $4 from outbox o where o.shop_id = $1 limit 1`,
    [shop, ids.delivery, ids.webhook, AT],
  );
  await makeLasting(service);
  return ids;
}

const LASTING = 'comes back when it is deleted';

/** The suites delete a webhook many times, and a shop has too few for that. So the database brings such a webhook back. */
async function makeLasting(service: TestService): Promise<void> {
  await service.sql(`create or replace function bring_back() returns trigger language plpgsql as
    'begin new.deleted_at := null; new.due_at := null; new.enabled := true; return new; end'`);
  await service.sql(`create or replace trigger lasting before update on webhooks for each row
    when (new.deleted_at is not null and new.description = '${LASTING}') execute function bring_back()`);
}

/** Stores a rule that is switched off. */
export async function anAutomation(service: TestService, { id: shop }: TestShop): Promise<string> {
  const automation = randomUUID();
  await insert(service, 'automations', {
    shop_id: shop,
    id: automation,
    name: 'Nothing happens',
    enabled: false,
    trigger: { kind: 'event', event: 'lead.created' },
    conditions: '[]',
    steps: JSON.stringify([{ step: 'send_text', body: 'Hi {{name}}', after: null, unless: [] }]),
    listens_to: 'lead.created',
    created_at: AT,
    version: 1,
  });
  return automation;
}

/** Stores a run of a rule, for an appointment, with a step that waits for a contact. */
export async function fillRuns(service: TestService, { id: shop }: TestShop, automation: string, job: string): Promise<void> {
  const [run, step] = [randomUUID(), randomUUID()];
  await insert(service, 'automation_runs', {
    ...{ shop_id: shop, id: run, automation_id: automation, job_id: job, starts_at: AT, happened_at: AT, since_number: 0 },
    ...{ state: 'begun', depth: 1, kept_until: AT, created_at: AT },
  });
  await insert(service, 'automation_steps', {
    ...{ shop_id: shop, id: step, run_id: run, place: 0, step: { step: 'send_text' }, status: 'waiting', runs_at: AT },
  });
  await insert(service, 'automation_watches', {
    ...{ shop_id: shop, contact: 'number:+16135550142', kind: 'message.received', step_id: step },
  });
}
