import { randomUUID } from 'node:crypto';
import { insert } from './builders/insert.js';
import type { TestService, TestShop } from './service.js';

/** One record of each kind, all of one shop, linked to each other. */
export interface ShopRecords {
  readonly lead: string;
  readonly customer: string;
  readonly vehicle: string;
  readonly vin: string;
  readonly task: string;
  readonly conversation: string;
  readonly message: string;
  readonly job: string;
  readonly quote: string;
  readonly invoice: string;
  readonly service: string;
  readonly review: string;
  readonly call: string;
  readonly phoneNumber: string;
  /** the `user_id` and the profile id of an advisor */
  readonly staffUser: string;
  readonly staffProfile: string;
}

const AT = '2026-03-01T09:00:00.000Z';
let vins = 0;

/** A VIN that no other call of this process got. */
export function freshVin(): string {
  vins += 1;
  return `1HGCM82633A${String(vins).padStart(6, '0')}`;
}

export async function fillShop(service: TestService, shop: TestShop): Promise<ShopRecords> {
  const vin = freshVin();
  const staff = { staffUser: randomUUID(), staffProfile: randomUUID() };
  await service.sql(
    `insert into staff (shop_id, id, user_id, name, role, active, created_at) values ($1, $2, $3, 'Front desk', 'advisor', true, $4)`,
    [shop.id, staff.staffProfile, staff.staffUser, AT],
  );
  const customer = await created(shop, '/customers', { name: 'Owner of a car', email: `${randomUUID()}@example.com` });
  const lead = await created(shop, '/leads', { name: 'Somebody New', notes: 'rang twice' });
  await shop.full.patch(`/leads/${lead}`, { assigned_to: staff.staffUser });
  const vehicle = await created(shop, '/vehicles', { customer_id: customer, vin });
  const inbox = await fillInbox(service, shop, { customer, lead, vehicle, ...staff });
  const { conversation, message, job } = inbox;
  const links = { conversation, customer_id: customer, job_id: job, message_id: message, staff_id: staff.staffUser };
  const task = await created(shop, '/tasks', { title: 'Call back', ...links });
  const floor = await fillFloor(service, shop, customer, conversation);
  return { lead, customer, vehicle, vin, task, ...inbox, ...floor, ...staff };
}

type Linked = Pick<ShopRecords, 'customer' | 'lead' | 'vehicle' | 'staffUser' | 'staffProfile'>;

/** What the API has no way to create. */
async function fillInbox(
  service: TestService,
  { id: shop }: TestShop,
  { customer, lead, vehicle, staffUser, staffProfile }: Linked,
): Promise<Pick<ShopRecords, 'conversation' | 'message' | 'job'>> {
  const [conversation, message, job] = [randomUUID(), randomUUID(), randomUUID()];
  await service.sql(
    `insert into conversations (shop_id, id, customer_id, lead_id, channel, status, assigned_to, pinned, is_ai_managed, created_at, version)
     values ($1, $2, $3, $4, 'sms', 'open', $5, false, false, $6, 1)`,
    [shop, conversation, customer, lead, staffUser, AT],
  );
  await service.sql(
    `insert into messages (shop_id, id, conversation_id, direction, body, status, created_at)
     values ($1, $2, $3, 'inbound', 'Is it ready?', 'received', $4)`,
    [shop, message, conversation, AT],
  );
  await service.sql(
    `insert into jobs (shop_id, id, number, customer_id, vehicle_id, stage, assignee_id, created_at, version)
     values ($1, $2, 1, $3, $4, 'scheduled', $5, $6, 1)`,
    [shop, job, customer, vehicle, staffProfile, AT],
  );
  return { conversation, message, job };
}

/** What is only reported. */
async function fillFloor(
  service: TestService,
  { id: shop }: TestShop,
  customer: string,
  conversation: string,
): Promise<Pick<ShopRecords, 'quote' | 'invoice' | 'service' | 'review' | 'call' | 'phoneNumber'>> {
  const ids = {
    quote: randomUUID(), invoice: randomUUID(), service: randomUUID(), review: randomUUID(), call: randomUUID(), phoneNumber: randomUUID(),
  };
  const money = { number: 1, customer_id: customer, total: 11_300, created_at: AT };
  await insert(service, 'quotes', { shop_id: shop, id: ids.quote, status: 'sent', ...money });
  await insert(service, 'invoices', { shop_id: shop, id: ids.invoice, status: 'open', balance: 11_300, ...money });
  await insert(service, 'services', {
    shop_id: shop, id: ids.service, name: 'Ceramic coating', category: 'Detailing', category_key: 'detailing', pricing_model: 'flat',
    base_price: 90_000, active: true, bookable: true, addon: false, tax_exempt: false, position: 1, tiers: '[]', deposit_type: 'none',
    search_text: ' ceramic coating', created_at: AT, version: 1,
  });
  await insert(service, 'reviews', {
    shop_id: shop, id: ids.review, reviewer_name: 'A driver', stars: 5, left_at: AT, customer_id: customer, public: true, created_at: AT,
  });
  await insert(service, 'calls', {
    shop_id: shop, id: ids.call, conversation_id: conversation, customer_id: customer, direction: 'inbound', status: 'missed',
    from: '+16135550142', to: '+16135550100', started_at: AT, has_recording: false, has_voicemail: false, created_at: AT,
  });
  await insert(service, 'phone_numbers', {
    shop_id: shop, id: ids.phoneNumber, number: '+16135550100', is_primary: true, is_sending: true, sms: true, voice: true,
    status: 'active', created_at: AT,
  });
  return ids;
}

async function created({ full }: TestShop, path: string, body: object): Promise<string> {
  const answer = await full.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data.id as string;
}
