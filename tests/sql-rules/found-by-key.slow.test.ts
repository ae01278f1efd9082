import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Messages } from '../../application/areas/texting/messages.js';
import { DueDeliveries } from '../../application/areas/webhooks/deliveries.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import type { DeliveryId, WebhookId } from '../../domain/shared/id.js';
import { aWebhook } from '../support/builders/a-webhook.js';
import { aLead } from '../support/builders/records.js';
import { react } from '../support/due-work.js';
import { Inbox } from '../support/inbox.js';
import { startTestService, type TestService } from '../support/service.js';
import { SqlTap } from '../support/sql-tap.js';

// The limit is high, because many rows are stored while other tests run.
jest.setTimeout(120_000);

/** So many that the index of the keys has three levels. A small index looks cheaper to the planner. */
const MANY = 50_000;

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await startTestService();
  inbox = await Inbox.open(service);
});
afterAll(() => service.stop());

/** The plans of the statements that some work sends, in a database that knows the size of its tables. @param which which of them */
async function plansOf(work: () => Promise<unknown>, which = /./): Promise<string[]> {
  await service.sql('vacuum analyze');
  const tap = new SqlTap();
  await work();
  tap.close();
  return Promise.all(
    tap.statements
      .filter(({ text }) => which.test(text))
      .map(async ({ text }) => JSON.stringify(await service.sql(`explain (generic_plan, costs off) ${text}`))),
  );
}

describe('among many records that have ended, while none waits,', () => {
  it('a message is claimed by its key', async () => {
    const { shop } = inbox;
    await inbox.writes('Hello');
    const text = await inbox.queued({ conversation: (await inbox.threadOf()).id });
    await service.sql(`update messages set status = 'sent' where shop_id = $1`, [shop.id]);
    await service.sql(
      `insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
      from messages m cross join generate_series(1, $3) where m.shop_id = $1 and m.id = $2`,
      [shop.id, text.id, MANY],
    );
    const messages = service.container.get(Messages);
    const plans = await plansOf(async () => {
      await messages.claimText(shop.id, text.id, { taken: 0, left: 1 });
      await messages.claim(shop.id, text.id);
    });
    expect(plans).toEqual([expect.stringContaining('messages_pkey'), expect.stringContaining('messages_pkey')]);
    expect(plans.join()).not.toContain('messages_under_way');
  });

  it('a delivery is settled by its key', async () => {
    const { shop } = inbox;
    const webhook = await aWebhook(service, shop, 'https://example.com/');
    await service.sql(
      `insert into webhook_deliveries (shop_id, id, webhook_id, event_id, event_type, attempt, status, created_at)
      select $1, gen_random_uuid(), $2, gen_random_uuid(), 'lead.created', 1, 'delivered', now() from generate_series(1, $3)`,
      [shop.id, webhook, MANY],
    );
    const plans = await plansOf(() =>
      service.container.get(DueDeliveries).settle(shop.id, [delivered(webhook)], [], service.container.get(Clock).now()),
    );
    expect(plans).toEqual([expect.stringContaining('webhook_deliveries_pkey')]);
    expect(plans.join()).not.toContain('webhook_deliveries_due');
  });

  it('an event is marked as relayed by its key', async () => {
    const { shop } = inbox;
    await aLead(shop.full);
    await react(service);
    await service.sql(
      `insert into outbox
      select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', nextval('event_numbers')))).*
      from outbox o cross join generate_series(1, $2) where o.shop_id = $1 and o.type = 'lead.created'`,
      [shop.id, MANY],
    );
    const plans = await plansOf(async () => {
      await aLead(shop.full);
      await react(service);
    }, /^update outbox/);
    expect(plans).toEqual([expect.stringContaining('outbox_pkey')]);
    expect(plans.join()).not.toContain('outbox_waiting');
  });
});

function delivered(webhook: WebhookId) {
  const id = randomUUID() as DeliveryId; // safe: an id is a UUID
  const answer = { status: 'delivered', responseStatus: 200, responseBody: null, error: null, durationMs: 5 } as const;
  return { id, webhook, ...answer, nextAttemptAt: null, nextId: null };
}
