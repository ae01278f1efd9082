import { expect, test } from '@jest/globals';
import { areas } from '../../../application/areas/areas.js';
import type { EventFields } from '../../../application/kernel/events/contacts.js';
import { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { fieldsOf } from '../../../application/kernel/fields/field.js';

const catalogue = new EventCatalogue(areas);
const contactsOf = (kind: string, data: EventFields) => catalogue.contactsOf(kind, data);

const PERSON = '0198a1f4-0000-7000-8000-000000000001';
const THREAD = '0198a1f4-0000-7000-8000-000000000002';
const RECORD = '0198a1f4-0000-7000-8000-000000000003';
const [THEIRS, OURS] = ['+16135550142', '+16135550100'];

test.each([
  ['lead.created', { id: PERSON, phone: THEIRS, email: 'dana@example.com' }, ['lead', 'number', 'email']],
  ['lead.status_changed', { id: PERSON, phone: null, email: null, from: 'new', to: 'won' }, ['lead']],
  ['customer.updated', { id: PERSON, phone: THEIRS, email: null, previous: { phone: OURS } }, ['customer', 'number']],
  [
    'customer.texting_blocked',
    { number: THEIRS, conversation: THREAD, customer: PERSON },
    ['customer', 'conversation', 'number'],
  ],
  ['conversation.updated', { id: THREAD, customer_id: PERSON, contact_number: THEIRS }, ['conversation', 'customer', 'number']],
  ['job.stage_changed', { id: RECORD, number: 7, customer_id: PERSON, from: 'lead', to: 'ready' }, ['customer']],
  ['task.completed', { id: RECORD, conversation: THREAD, customer_id: null }, ['conversation']],
  ['ping', { id: RECORD }, []],
] as const)('says whom %s is about', (type, data, kinds) => {
  const words = { lead: PERSON, customer: PERSON, conversation: THREAD, number: THEIRS, email: 'dana@example.com' };
  expect(contactsOf(type, data)).toEqual(kinds.map((kind) => `${kind}:${words[kind]}`));
});

test.each([
  ['message.received', { direction: 'inbound', channel: 'sms', from: THEIRS, to: OURS }, `number:${THEIRS}`],
  ['message.sent', { direction: 'outbound', channel: 'sms', from: OURS, to: THEIRS }, `number:${THEIRS}`],
  ['message.sent', { direction: 'outbound', channel: 'email', from: 'a@shop.ca', to: 'b@example.com' }, 'email:b@example.com'],
  ['call.missed', { direction: 'inbound', from: THEIRS, to: OURS }, `number:${THEIRS}`],
  ['scheduled_message.created', { channel: 'sms', to: THEIRS }, `number:${THEIRS}`],
] as const)('%s is about the other end, and not about the line of the shop', (type, data, word) => {
  expect(contactsOf(type, { id: RECORD, conversation: THREAD, customer_id: null, ...data })).toEqual([
    `conversation:${THREAD}`,
    word,
  ]);
});

test('an appointment is about its customer, whose record it holds', () => {
  const customer = { id: PERSON, name: 'Dana', phone: THEIRS, email: null };
  expect(contactsOf('appointment.changed', { id: RECORD, number: 7, customer })).toEqual([
    `customer:${PERSON}`,
    `number:${THEIRS}`,
  ]);
});

test('every kind of event declares its contacts by fields that its record has', () => {
  const nobody = catalogue.entries.filter(({ about, view }) => {
    const known = new Set(fieldsOf(view).map(({ name }) => name));
    const asked: string[] = [];
    about(new Proxy({}, { get: (_, field) => void asked.push(String(field)) }));
    expect(asked.filter((field) => !known.has(field))).toEqual([]);
    return asked.length === 0;
  });
  expect(nobody.map(({ kind }) => kind)).toEqual([
    'service.created',
    'service.updated',
    'staff.updated',
    'phone_number.updated',
    'records.emptied',
    'shop.updated',
    'records.imported',
    'texting.paused',
    'texting.resumed',
    'ping',
    'webhook.failing',
  ]);
});

test('an event of another release names nobody by a field that it lacks, or if its kind is not known', () => {
  for (const { kind } of catalogue.entries) expect(contactsOf(kind, {})).toEqual([]);
  expect(contactsOf('loaner.moved', { customer_id: PERSON })).toEqual([]);
});
