import { randomUUID } from 'node:crypto';
import { AUDIO_KINDS } from '../../domain/media/media-file.js';
import type {
  ConversationId,
  CustomerId,
  LeadId,
  MessageId,
  StaffProfileId,
  StaffUserId,
  VehicleId,
} from '../../domain/shared/id.js';
import { normalizePhone } from '../../domain/shared/phone.js';
import { aStoredCall } from './builders/a-call.js';
import { aConversation } from './builders/a-conversation.js';
import { aStoredJob } from './builders/a-job.js';
import { aStoredReview } from './builders/a-review.js';
import { aStoredService, aTieredService } from './builders/a-service.js';
import { anAttachmentOf, anAudioOf } from './builders/a-stored-file.js';
import { insert } from './builders/insert.js';
import { anAutomation, fillRuns, fillWebhooks } from './event-records.js';
import type { TestService, TestShop } from './service.js';
import { at } from './test-clock.js';

/** The ids of records of every kind, all of one shop and linked to each other, and the VIN of the vehicle. */
export interface ShopRecords {
  readonly lead: string;
  readonly customer: string;
  readonly vehicle: string;
  readonly vin: string;
  readonly task: string;
  readonly conversation: string;
  readonly message: string;
  /** a message that waits to be sent */
  readonly scheduledMessage: string;
  readonly job: string;
  readonly quote: string;
  readonly invoice: string;
  readonly service: string;
  readonly tieredService: string;
  readonly review: string;
  readonly call: string;
  readonly phoneNumber: string;
  readonly webhook: string;
  readonly delivery: string;
  /** a webhook that can be deleted again and again */
  readonly lastingWebhook: string;
  /** a rule that is switched off */
  readonly automation: string;
  /** a rule that somebody deletes */
  readonly deletedAutomation: string;
  /** the `user_id` of an advisor */
  readonly staffUser: string;
  /** the profile id of the same advisor */
  readonly staffProfile: string;
}

const AT = '2026-03-01T09:00:00.000Z';
let vins = 0;

/** Returns a VIN that no earlier call in this process has returned. */
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
  const customer = await created(shop, '/customers', {
    name: 'Owner of a car',
    email: `${randomUUID()}@example.com`,
    phone: '613 555 0190',
  });
  const lead = await created(shop, '/leads', { name: 'Somebody New', notes: 'rang twice' });
  await shop.full.patch(`/leads/${lead}`, { assigned_to: staff.staffUser });
  const vehicle = await created(shop, '/vehicles', { customer_id: customer, vin });
  const inbox = await fillInbox(service, shop, { customer, lead, vehicle, ...staff });
  const { conversation, message, job } = inbox;
  const links = { conversation, customer_id: customer, job_id: job, message_id: message, staff_id: staff.staffUser };
  const task = await created(shop, '/tasks', { title: 'Call back', ...links });
  const scheduledMessage = await fillQueue(service, shop.id, conversation, customer);
  const floor = await fillFloor(service, shop, customer, conversation);
  const webhooks = await fillWebhooks(service, shop);
  const automation = await anAutomation(service, shop);
  await fillRuns(service, shop, automation, job);
  const deletedAutomation = await anAutomation(service, shop);
  return {
    lead,
    customer,
    vehicle,
    vin,
    task,
    scheduledMessage,
    automation,
    deletedAutomation,
    ...inbox,
    ...floor,
    ...webhooks,
    ...staff,
  };
}

type Linked = Pick<ShopRecords, 'customer' | 'lead' | 'vehicle' | 'staffUser' | 'staffProfile'>;

/** Stores records of the inbox, which the API cannot create, and a job. */
async function fillInbox(
  service: TestService,
  { id: shop }: TestShop,
  { customer, lead, vehicle, staffUser, staffProfile }: Linked,
): Promise<Pick<ShopRecords, 'conversation' | 'message' | 'job'>> {
  // The casts are safe: these are ids of stored records.
  const links = { customerId: customer as CustomerId, leadId: lead as LeadId, assignedTo: staffUser as StaffUserId };
  const last = { lastMessageAt: at(AT), lastInboundAt: at(AT) };
  const contactNumber = normalizePhone('613 555 0142', 'CA');
  const { id: conversation } = await aConversation(service, { id: shop }, { ...links, ...last, contactNumber });
  const message = randomUUID();
  await service.sql(
    `insert into messages (shop_id, id, conversation_id, direction, body, status, created_at)
     values ($1, $2, $3, 'inbound', 'Is it ready?', 'received', $4)`,
    [shop, message, conversation, AT],
  );
  await anAttachmentOf(service, { id: shop }, message as MessageId, 0); // safe: a UUID
  const assigned = { vehicleId: vehicle as VehicleId, assigneeId: staffProfile as StaffProfileId }; // safe: ids of stored records
  const window = { scheduledStart: at('2026-03-03T14:00:00Z'), scheduledEnd: at('2026-03-03T18:00:00Z') };
  const job = await aStoredJob(service, { id: shop }, { id: customer }, { ...assigned, ...window, createdAt: at(AT) });
  return { conversation, message, job: job.id };
}

/** A message can be canceled only once, so a shop has many that wait. */
const WAITING = 300;
let canceled = 0;

/** The id of a waiting message of the shop that no earlier call in this process has returned. */
export function waitingMessage({ scheduledMessage }: Pick<ShopRecords, 'scheduledMessage'>): string {
  canceled += 1;
  return numbered(scheduledMessage, 1 + (canceled % (WAITING - 1)));
}

function numbered(id: string, number: number): string {
  return id.slice(0, -4) + number.toString(16).padStart(4, '0');
}

async function fillQueue(service: TestService, shop: string, conversation: string, customer: string): Promise<string> {
  const first = numbered(randomUUID(), 0);
  const ids = Array.from({ length: WAITING }, (_, number) => numbered(first, number));
  await service.sql(
    `insert into scheduled_messages (shop_id, id, conversation_id, customer_id, channel, body, "to", scheduled_for, send_at,
       status, links_removed, created_at, version)
     select $1, w.id, $3, $4, 'email', 'See you then.', 'owner@example.com', $5, $5, 'scheduled', false, $6, 1
     from unnest($2::uuid[]) as w (id)`,
    [shop, ids, conversation, customer, '2030-01-01T09:00:00Z', AT],
  );
  await insert(service, 'record_counts', { shop_id: shop, list: 'scheduled_messages', bucket: 'scheduled', slot: 0, n: WAITING });
  return first;
}

/** Stores quotes, invoices, services and other records that the API cannot create. */
async function fillFloor(
  service: TestService,
  { id: shop }: TestShop,
  customer: string,
  conversation: string,
): Promise<Pick<ShopRecords, 'quote' | 'invoice' | 'service' | 'tieredService' | 'review' | 'call' | 'phoneNumber'>> {
  const ids = {
    quote: randomUUID(),
    invoice: randomUUID(),
    phoneNumber: randomUUID(),
  };
  const money = { number: 1, customer_id: customer, total: 11_300, created_at: AT };
  await insert(service, 'quotes', { shop_id: shop, id: ids.quote, status: 'sent', ...money });
  await insert(service, 'invoices', { shop_id: shop, id: ids.invoice, status: 'open', balance: 11_300, ...money });
  const links = { conversationId: conversation as ConversationId, customerId: customer as CustomerId }; // safe: ids of stored records
  const unanswered = {
    status: 'missed',
    endedAt: null,
    durationSeconds: null,
    answeredBy: null,
    hasRecording: true,
    hasVoicemail: true,
  } as const;
  const call = await aStoredCall(service, { id: shop }, { ...links, ...unanswered, startedAt: at(AT), createdAt: at(AT) });
  for (const kind of AUDIO_KINDS) await anAudioOf(service, { id: shop }, call.id, { kind });
  await insert(service, 'phone_numbers', {
    shop_id: shop,
    id: ids.phoneNumber,
    number: '+16135550100',
    is_primary: true,
    is_sending: true,
    sms: true,
    voice: true,
    status: 'active',
    created_at: AT,
  });
  return { ...ids, call: call.id, ...(await fillMenu(service, shop, customer)) };
}

async function fillMenu(
  service: TestService,
  shop: TestShop['id'],
  customer: string,
): Promise<Pick<ShopRecords, 'service' | 'tieredService' | 'review'>> {
  const flat = await aStoredService(service, { id: shop }, { category: 'Detailing' });
  const tiered = await aStoredService(service, { id: shop }, aTieredService({ category: 'Detailing' }));
  const review = await aStoredReview(service, { id: shop }, { reviewerName: 'A driver', customerId: customer as CustomerId }); // safe: an id of the API
  return { service: flat.id, tieredService: tiered.id, review: review.id };
}

async function created({ full }: TestShop, path: string, body: object): Promise<string> {
  const answer = await full.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data.id as string;
}
