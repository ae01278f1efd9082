import { randomUUID } from 'node:crypto';
import { SandboxCallers } from '../../../adapters/sms/sandbox/sandbox-callers.js';
import type { CallId, CustomerId, MessageId } from '../../../domain/shared/id.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { anAttachmentOf, anAudioOf } from '../../support/builders/a-stored-file.js';
import { insert } from '../../support/builders/insert.js';
import { doDueWork, react } from '../../support/due-work.js';
import { importRows } from '../../support/importing.js';
import type { Inbox } from '../../support/inbox.js';
import type { TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const NOW = '2026-03-02T15:00:00.000Z';

/** A person about whom a shop knows something in every one of its tables. All words are this person's alone. */
export interface KnownPerson {
  readonly customer: string;
  readonly lead: string;
  readonly vehicle: string;
  readonly job: string;
  readonly conversation: string;
  readonly call: string;
  readonly number: string;
  /** what no table, file or log may hold when the person is erased */
  readonly words: readonly string[];
}

/** @param name one word, which all texts of the person contain @param digit of the number, which no other person has */
export async function aKnownPerson(service: TestService, inbox: Inbox, name: string, digit: number): Promise<KnownPerson> {
  const { shop } = inbox;
  const { full } = shop;
  const made = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const answer = await full.post(path, body, { 'idempotency-key': randomUUID() });
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data as { readonly id: string };
  };
  const number = `+1613555${String(digit).repeat(4)}`;
  const email = `${name.toLowerCase()}@example.com`;
  const vin = `1HGCM82633A${String(digit).repeat(6)}`;
  const contact = { name: `${name} Smith`, email, phone: number };

  const lead = (await made('/leads', { ...contact, source: `friend of ${name}`, notes: `${name} asked twice` })).id;
  const consent = { consent_source: 'web_form', consent_note: `${name} ticked the box` };
  const { id: customer } = await made('/customers', { ...contact, ...consent });
  await react(service);
  await full.patch(`/leads/${lead}`, { next_followup_at: '2026-03-03T15:00:00Z' });
  await full.patch(`/customers/${customer}`, { name: `${name} Jones`, tags: [`knows ${name}`] });
  const place = { city: `${name}ville`, region: `${name}shire`, postal_code: `K1A ${name}` };
  await importRows(service, shop, 'customers', [{ id: customer, external_id: `C-${name}`, ...place }]);

  const vehicle = await made('/vehicles', { customer_id: customer, vin, license_plate: `${name} 1`.slice(0, 20), make: 'Honda' });
  await service.sql(`insert into vin_decodes (vin, decode, decoded_at) values ($1, '{}', now())`, [vin]);
  const window = { scheduledStart: at('2026-03-03T14:00:00Z'), scheduledEnd: at('2026-03-03T18:00:00Z') };
  const texts = { title: `Polish for ${name}`, locationAddress: `12 ${name} Street` };
  const job = await aStoredJob(service, shop, { id: customer }, { ...window, ...texts });
  await full.patch(`/jobs/${job.id}`, { stage: 'in_progress' });

  await inbox.writes(`It is ${name} here.`, { from: number });
  const conversation = (await inbox.threadOf(number)) as { readonly id: string };
  await inbox.queued({ customer_id: customer, body: `Hello ${name}.` });
  await doDueWork(service);
  await react(service);
  await inbox.queued({ customer_id: customer, body: `Still there, ${name}?` });
  const soon = { customer_id: customer, body: `See you, ${name}.`, send_at: '2026-03-04T15:00:00Z' };
  await made('/comms/schedule_message', { ...soon, channel: 'sms' });
  await made('/comms/schedule_message', { ...soon, channel: 'email', subject: `For ${name}` });
  await made('/tasks', { title: `Ring ${name}`, notes: `${name} likes mornings`, customer_id: customer });
  await made('/tasks', { title: `Polish ${name}`, job_id: job.id });
  // The casts are safe: these are ids of stored records.
  const links = { customerId: customer as CustomerId, subject: `About ${name}`, channel: 'email', contactEmail: email } as const;
  const mail = await aConversation(service, shop, links as Parameters<typeof aConversation>[2]);

  const call = await callOf(service, inbox, number, name);
  await anAudioOf(service, shop, call, { kind: 'recording', content: Buffer.from(`${name} speaks`) });
  const [message] = await service.sql<{ id: MessageId }>('select id from messages where conversation_id = $1 limit 1', [
    conversation.id,
  ]);
  await anAttachmentOf(service, shop, message!.id, 0, { content: Buffer.from(`a photo of ${name}`) });
  const review = { reviewer_name: name, comment: `${name} was here`, reply: `Thanks, ${name}`, stars: 5, customer_id: customer };
  await importRows(service, shop, 'reviews', [{ external_id: `R-${name}`, ...review }], { announce: true });
  await deliveryTo(service, shop.id, customer, `{"thanks":"${name}"}`);
  await aWaitingRun(service, shop.id, job.id, name, number);
  await service.sql('update conversations set external_id = $2 where id = $1', [mail.id, `mail of ${name}`]);
  const ids = { customer, lead, vehicle: vehicle.id, job: job.id, conversation: conversation.id, call };
  return { ...ids, number, words: [name, name.toLowerCase(), number, number.slice(2), vin] };
}

async function callOf(service: TestService, { shop, line }: Inbox, from: string, name: string): Promise<CallId> {
  const sounds = { recording: null, voicemail: null };
  const transcript = `Good day, this is ${name}.`;
  const call = await service.container
    .get(SandboxCallers)
    .call({ shop: shop.id, from, to: line, missed: false, seconds: 30, ...sounds, transcript });
  if (!call) throw new Error('the call was not stored');
  await service.sql(
    `insert into call_reports (call, part, part_id, report, kept_at)
      select provider_id, 'transcript', 'late', $2, now() from calls where id = $1`,
    [call, JSON.stringify({ text: `${name} again` })],
  );
  await service.sql('update calls set ai_summary = $2, has_recording = true, recording_duration_seconds = 4 where id = $1', [
    call,
    `${name} wants a price`,
  ]);
  return call;
}

/** Stores a subscription with a delivery of the customer's first event, whose receiver has repeated what it was sent. */
async function deliveryTo(service: TestService, shop: string, customer: string, answer: string): Promise<void> {
  const webhook = randomUUID();
  await service.sql(
    `insert into webhooks (shop_id, id, url, enabled, secret, created_at, version)
      values ($1, $2, 'https://example.com/hook', false, 'sealed', now(), 1)`,
    [shop, webhook],
  );
  await service.sql(
    `insert into webhook_deliveries (shop_id, id, webhook_id, event_id, event_type, attempt, status, response_body, created_at)
      select $1, gen_random_uuid(), $2, o.id, o.type, 1, 'failed', $4, now() from outbox o
      where o.shop_id = $1 and o.data ->> 'id' = $3 limit 1`,
    [shop, webhook, customer, answer],
  );
}

/** Stores a rule with a run that waits to write to the person, and an ended run, which names nobody. */
async function aWaitingRun(service: TestService, shop: string, job: string, name: string, number: string): Promise<void> {
  const [automation, run, step] = [randomUUID(), randomUUID(), randomUUID()];
  await insert(service, 'automations', {
    ...{ shop_id: shop, id: automation, name: 'Write again', enabled: false, listens_to: 'lead.created', version: 1 },
    ...{ trigger: '{"kind":"event","event":"lead.created"}', conditions: '[]', steps: '[]', created_at: NOW },
  });
  const of = {
    shop_id: shop,
    automation_id: automation,
    happened_at: NOW,
    since_number: 1,
    depth: 0,
    kept_until: NOW,
    created_at: NOW,
  };
  await insert(service, 'automation_runs', {
    ...of,
    id: run,
    state: 'begun',
    event_data: JSON.stringify({ phone: number, name }),
  });
  await insert(service, 'automation_runs', { ...of, id: randomUUID(), state: 'pending', job_id: job, starts_at: NOW });
  const waits = { place: 0, step: '{"step":"send_text","body":"Hi {{name}}"}', status: 'waiting', runs_at: NOW };
  await insert(service, 'automation_steps', { shop_id: shop, id: step, run_id: run, ...waits });
  await insert(service, 'automation_watches', {
    shop_id: shop,
    contact: `number:${number}`,
    kind: 'message.received',
    step_id: step,
  });
}
