import { randomUUID } from 'node:crypto';
import type { Operation } from '../../application/kernel/operation/operation.js';
import { freshVin, type ShopRecords } from './records.js';
import { automationsSamples } from './samples/automations.js';
import { bookingSamples } from './samples/booking.js';
import { commsSamples } from './samples/comms.js';
import { servicesSamples } from './samples/services.js';
import { webhooksSamples } from './samples/webhooks.js';

/** The answer that is expected when an id in the input belongs to another shop. */
export type ForeignAnswer = 404 | 422 | 500 | 'matches nothing' | { readonly data: object };

/** The input of a successful call of one operation. It has as many of the operation's fields as can be used together. */
export interface Sample {
  readonly input: Readonly<Record<string, unknown>>;
  /** values of the route's parameters; on other surfaces they are a part of the input */
  readonly path?: Readonly<Record<string, string>>;
  /**
   * for each field with an id of a record, or with a list of ids: one id, and the answer that is expected for an id of another shop
   */
  readonly references?: Readonly<Record<string, readonly [id: string, foreign: ForeignAnswer]>>;
}

/**
 * For each operation a function that makes its sample. A sample is made anew for each call, because some values must be unique.
 * The tests of all operations fail for an operation without a sample.
 */
export const samples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {
  'account.read': () => ({ input: {} }),
  'leads.list': () => ({ input: { email: 'dana@example.com', phone: '6135550142', status: 'new', limit: 10 } }),
  'leads.create': () => ({
    input: { name: 'Dana Whitfield', email: 'dana@example.com', phone: '613 555 0142', source: 'fair', notes: 'two\nlines' },
  }),
  'leads.read': ({ lead }) => ({ input: {}, path: { id: lead }, references: { id: [lead, 404] } }),
  'leads.update': ({ lead, staffUser }) => ({
    input: { status: 'contacted', assigned_to: staffUser, next_followup_at: '2026-04-01T09:00:00Z' },
    path: { id: lead },
    references: { id: [lead, 404], assigned_to: [staffUser, 422] },
  }),
  'leads.timeline': ({ lead }) => ({ input: { limit: 10 }, path: { id: lead }, references: { id: [lead, 404] } }),
  'customers.search': () => ({ input: { email: 'dana@example.com', phone: '6135550142', limit: 10 } }),
  'customers.create': () => ({
    input: {
      name: 'Dana Whitfield',
      email: `${randomUUID()}@example.com`,
      consent_source: 'web_form',
      consent_captured_at: '2026-01-01T00:00:00Z',
      consent_note: 'ticked the box',
    },
  }),
  'customers.read': ({ customer }) => ({ input: {}, path: { id: customer }, references: { id: [customer, 404] } }),
  'customers.update': ({ customer }) => ({
    input: { name: 'Dana W.', email: `${randomUUID()}@example.com`, tags: ['fleet'], is_vip: true },
    path: { id: customer },
    references: { id: [customer, 404] },
  }),
  'customers.list': () => ({
    input: { q: 'dana', email: 'dana@example.com', phone: '6135550142', tag: 'fleet', vip: true, limit: 10, offset: 0 },
  }),
  'customers.get': ({ customer }) => ({ input: { id: customer }, references: { id: [customer, 404] } }),
  'vehicles.list': ({ customer, vin }) => ({
    input: { customer_id: customer, vin, limit: 10 },
    references: { customer_id: [customer, 'matches nothing'] },
  }),
  'vehicles.create': ({ customer }) => ({
    input: {
      customer_id: customer,
      vin: freshVin(),
      year: 2020,
      make: 'Honda',
      model: 'Civic',
      trim: 'EX',
      color: 'red',
      license_plate: 'CKWP 482',
      mileage: 1000,
      vehicle_type: 'sedan',
    },
    references: { customer_id: [customer, 404] },
  }),
  'events.list': ({ lead }) => ({
    input: { after: 0, limit: 10, type: 'lead.created', record: lead, wait: 0 },
    references: { record: [lead, 'matches nothing'] },
  }),
  'events.types': () => ({ input: {} }),
  'quotes.list': () => ({ input: { status: 'sent', limit: 10 } }),
  'invoices.list': () => ({ input: { status: 'open', imported: false, limit: 10 } }),
  'staff.search': () => ({ input: {} }),
  'staff.list': () => ({ input: { active: true, limit: 10, offset: 0 } }),
  'phone_numbers.list': () => ({ input: {} }),
  'jobs.search': ({ customer }) => ({
    input: { stage: 'scheduled', customer_id: customer, imported: false, limit: 10 },
    references: { customer_id: [customer, 'matches nothing'] },
  }),
  'jobs.create': () => ({ input: { title: 'nobody looks at it' } }),
  'jobs.read': ({ job }) => ({ input: {}, path: { id: job }, references: { id: [job, 404] } }),
  'jobs.move': ({ job }) => ({ input: { stage: 'in_progress' }, path: { id: job }, references: { id: [job, 404] } }),
  'jobs.list': ({ customer, staffProfile }) => ({
    input: {
      stage: 'scheduled',
      customer_id: customer,
      assignee_id: staffProfile,
      number: 1,
      since: '2026-03-02T00:00:00-05:00',
      until: '2026-03-09T00:00:00-04:00',
      imported: false,
      limit: 10,
      offset: 0,
    },
    references: { customer_id: [customer, 'matches nothing'], assignee_id: [staffProfile, 'matches nothing'] },
  }),
  'appointments.list': ({ customer, staffProfile }) => ({
    input: {
      from: '2026-03-02T00:00:00-05:00',
      to: '2026-03-09T00:00:00-04:00',
      assignee_id: staffProfile,
      customer_id: customer,
      limit: 10,
    },
    references: { customer_id: [customer, 'matches nothing'], assignee_id: [staffProfile, 'matches nothing'] },
  }),
  'tasks.list': ({ staffUser, conversation, customer }) => ({
    input: { status: 'all', assigned_to: staffUser, conversation_id: conversation, customer_id: customer },
    references: {
      assigned_to: [staffUser, 'matches nothing'],
      conversation_id: [conversation, 'matches nothing'],
      customer_id: [customer, 'matches nothing'],
    },
  }),
  'tasks.create': ({ conversation, customer, job, message, staffUser }) => ({
    input: {
      title: 'Call back about the brake quote',
      notes: 'after lunch',
      priority: 'high',
      due_at: '2026-04-01T09:00:00Z',
      conversation,
      customer_id: customer,
      job_id: job,
      message_id: message,
      staff_id: staffUser,
    },
    references: {
      conversation: [conversation, 404],
      customer_id: [customer, 404],
      job_id: [job, 404],
      message_id: [message, 404],
      staff_id: [staffUser, 500],
    },
  }),
  'tasks.read': ({ task }) => ({ input: {}, path: { id: task }, references: { id: [task, 404] } }),
  'tasks.change': ({ task, staffUser, conversation }) => ({
    input: { notes: 'no hurry' },
    path: { id: task },
    references: { id: [task, 404], staff_id: [staffUser, 500], link_conversation: [conversation, 404] },
  }),
  'tasks.assignees': () => ({ input: {} }),
  ...automationsSamples,
  ...bookingSamples,
  ...commsSamples,
  ...servicesSamples,
  ...webhooksSamples,
  'messages.list': ({ conversation }) => ({
    input: {
      conversation_id: conversation,
      direction: 'inbound',
      since: '2026-03-01T00:00:00Z',
      until: '2026-03-09T00:00:00Z',
      limit: 10,
    },
    references: { conversation_id: [conversation, 404] },
  }),
  'messages.read': ({ message }) => ({ input: {}, path: { id: message }, references: { id: [message, 404] } }),
  'calls.list': ({ customer }) => ({
    input: {
      direction: 'inbound',
      status: 'missed',
      customer_id: customer,
      since: '2026-03-01T00:00:00Z',
      until: '2026-03-09T00:00:00Z',
      limit: 10,
      offset: 0,
    },
    references: { customer_id: [customer, 'matches nothing'] },
  }),
  'calls.read': ({ call }) => ({ input: {}, path: { id: call }, references: { id: [call, 404] } }),
  'calls.transcript': ({ call }) => ({ input: {}, path: { id: call }, references: { id: [call, 404] } }),
  'messages.read_attachment': ({ message }) => ({ input: {}, path: { id: message, n: '0' }, references: { id: [message, 404] } }),
  'calls.link_recording': ({ call }) => ({
    input: { media: 'voicemail', ttl: 60 },
    path: { id: call },
    references: { id: [call, 404] },
  }),
  'conversations.read': ({ conversation }) => ({
    input: {},
    path: { id: conversation },
    references: { id: [conversation, 404] },
  }),
  'conversations.change': ({ conversation, staffUser }) => ({
    input: { pin: true },
    path: { id: conversation },
    references: { id: [conversation, 404], staff_id: [staffUser, 500] },
  }),
  'reviews.list': () => ({ input: { unanswered_only: true, min_stars: 1, max_stars: 5, limit: 10, offset: 0 } }),
};

export function sampleOf({ name }: Operation, records: ShopRecords): Sample {
  const sample = samples[name];
  if (!sample) throw new Error(`operation ${name} has no sample: add one to tests/support/samples.ts`);
  return sample(records);
}
