import type { Row } from '../../support/importing.js';

/** How rows of one kind are read. The shop has the examples of all kinds, so a row may refer to them. */
export interface KindCase {
  /** what each row of the case has, unless it says something else */
  readonly base: Row;
  /** the further values of a good row: one in each column that may be empty */
  readonly given: Row;
  /** the values that an export shows otherwise than they were given */
  readonly shown?: Row;
  /** the values after a row that has an empty cell in each column of `given`, where they are not null */
  readonly cleared?: Row;
  /** the cells of rows that are refused, with the column that the error names, and its reason */
  readonly refused: readonly (readonly [cells: Row, column: string, reason?: string])[];
}

const AT = '2024-05-17T09:30:00.000Z';
const TIME = 'must be an RFC 3339 date-time with Z or an offset';
const FILE = { content_type: 'image/png', url: 'https://files.example.com/1' };
const SENDER = { sent_by_external_id: 'S-1001' };

/** The kinds about people and what they say. */
export const CASES_OF_PEOPLE: Readonly<Record<string, KindCase>> = {
  customers: {
    base: { name: 'Lee', phone: '(613) 555-0188' },
    given: {
      email: 'LEE@Example.com',
      city: 'Ottawa',
      region: 'ON',
      postal_code: 'K1P 1J1',
      tags: ['a;b', 'c', 'a;b'],
      is_vip: true,
      consent_source: 'web_form',
      consent_captured_at: AT,
      created_at: '2024-05-17T05:30:00-04:00',
    },
    shown: { phone: '+16135550188', email: 'lee@example.com', tags: ['a;b', 'c'], created_at: AT },
    cleared: { tags: [], is_vip: false, consent_source: 'unknown', created_at: AT },
    refused: [
      [{ name: '', phone: '' }, 'name', 'name is required'],
      [{ name: 'x'.repeat(201) }, 'name', 'must be at most 200 characters'],
      [{ name: 'two\nlines' }, 'name', 'must be one line'],
      [{ email: 'lee at example' }, 'email', 'is not an email address'],
      [{ phone: '613' }, 'phone', 'is not a phone number'],
      [{ phone: '' }, 'email', 'a customer needs an email or a phone'],
      [{ tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, 'tags', 'must be a list of at most 50 texts'],
      [{ tags: ['x'.repeat(61)] }, 'tags', 'each must be a text of 1 to 60 characters: one must be at most 60 characters'],
      [{ consent_source: 'told me so' }, 'consent_source'],
      [{ consent_source: 'web_form', consent_captured_at: '17.05.2024' }, 'consent_captured_at', TIME],
      [
        { consent_source: 'web_form', consent_captured_at: '2199-01-01T00:00:00Z' },
        'consent_captured_at',
        'must not be in the future',
      ],
      [{ created_at: '2024-02-30T00:00:00Z' }, 'created_at', TIME],
      [{ id: '17' }, 'id', 'must be a UUID'],
    ],
  },
  staff: {
    base: { name: 'Kim', role: 'advisor' },
    given: { email: 'Kim@Example.com', phone: '613 555 0109', active: false, hours: 'tue 9:00-17:00', created_at: AT },
    shown: { email: 'kim@example.com', phone: '+16135550109', hours: 'tue 09:00-17:00' },
    cleared: { active: true, created_at: AT },
    refused: [[{ hours: 'mon 17:00-09:00' }, 'hours']],
  },
  vehicles: {
    base: { customer_external_id: 'C-1001', make: 'Ford' },
    given: {
      vin: ' 1m8gdm9axkp042788 ',
      year: 2003,
      model: 'Transit',
      trim: 'XL',
      color: 'red',
      license_plate: 'ckwp 483',
      mileage: 1000,
      vehicle_type: 'van',
    },
    shown: { vin: '1M8GDM9AXKP042788' },
    refused: [[{ make: '', year: 1999 }, 'vin', 'a VIN, or at least a make or a model, is required']],
  },
  leads: {
    base: { company_name: 'Harbour' },
    given: {
      name: 'Dana  van Whitfield',
      email: 'D@Example.com',
      phone: '6135550142',
      source: 'fair',
      status: 'won',
      next_followup_at: AT,
      assigned_to_external_id: 'S-1001',
    },
    shown: { name: 'Dana van Whitfield', email: 'd@example.com', phone: '+16135550142' },
    cleared: { status: 'new' },
    refused: [
      [{ company_name: '', email: 'x@example.com' }, 'name'],
      [{ status: 'sold' }, 'status'],
    ],
  },
  'lead-timeline': {
    base: { lead_external_id: 'L-1001', kind: 'note', body: 'rang\ntwice' },
    given: { created_at: AT },
    cleared: { created_at: AT },
    refused: [
      [{ body: null }, 'body'],
      [{ to: 'won' }, 'to'],
      [{ kind: 'status_changed', body: null, from: 'new' }, 'to'],
      [{ kind: 'status_changed', body: null, to: 'won' }, 'from'],
      [{ kind: 'status_changed', from: 'new', to: 'won' }, 'body'],
      [{ kind: 'status_changed', body: null, from: 'new', to: 'sold' }, 'to'],
      [{ kind: 'call' }, 'kind'],
      [{ body: 'x'.repeat(2001) }, 'body'],
      [{ lead_external_id: 'nobody' }, 'lead_external_id', 'no lead of this shop has this external id'],
    ],
  },
  conversations: {
    base: { channel: 'sms' },
    given: {
      customer_external_id: 'C-1001',
      lead_external_id: 'L-1001',
      contact_number: '613 555 0150',
      assigned_to_external_id: 'S-1001',
      status: 'snoozed',
      subject: 'Prices',
      pinned: true,
      is_ai_managed: true,
      last_message_at: AT,
      created_at: AT,
    },
    shown: { contact_number: '+16135550150' },
    cleared: { status: 'open', pinned: false, is_ai_managed: false, last_message_at: AT, created_at: AT },
    refused: [
      [{ messages: ['no row'] }, 'messages', 'must be a list of at most 10000 objects'],
      [{ messages: [{}] }, 'messages[0].direction', 'direction is required'],
    ],
  },
  messages: {
    base: { conversation_external_id: 'T-1001', direction: 'outbound' },
    given: {
      body: ` cafe\u0301 \n\t\u2028 z${'\u0301'.repeat(40)} `,
      from: '613 555 0100',
      to: ' Dana@Example.com ',
      error: '30003: It is off.',
      media: [FILE, { content_type: 'text/vcard', url: 'http://files.example.com/2;a' }],
      segments: 2,
      provider_id: 'SM-77',
      ...SENDER,
    },
    shown: { from: '+16135550100', to: 'dana@example.com' },
    cleared: { media: [] },
    refused: [
      [{ ...SENDER, direction: 'inbound' }, 'sent_by_external_id'],
      [{ ...SENDER, automated: true }, 'sent_by_external_id'],
      [{ body: 'bell\u0007' }, 'body'],
      [{ body: 'x'.repeat(20_001) }, 'body'],
      [{ segments: -1 }, 'segments'],
      [{ media: [{ content_type: 'image/png' }] }, 'media'],
      [{ media: [{ ...FILE, url: 'javascript:alert(1)' }] }, 'media'],
      [{ media: Array.from({ length: 51 }, () => FILE) }, 'media'],
      [{ media: '[]' }, 'media'],
    ],
  },
  calls: {
    base: { direction: 'inbound', from: '613 555 0142', to: '613 555 0100', started_at: AT },
    given: {
      conversation_external_id: 'T-1001',
      customer_external_id: 'C-1001',
      status: 'completed',
      ended_at: '2024-05-17T09:31:00.000Z',
      duration_seconds: 60,
      answered_by: 'Morgan',
      transcript: 'Hi.\nBye.',
      transcript_source: 'live_agent',
      ai_summary: 'Short.',
      provider_id: 'CA-77',
      has_recording: true,
      recording_duration_seconds: 5,
      has_voicemail: true,
      voicemail_duration_seconds: 5,
    },
    // Only a restore takes the columns about audio, because an import brings no audio.
    shown: {
      from: '+16135550142',
      to: '+16135550100',
      has_recording: false,
      recording_duration_seconds: null,
      has_voicemail: false,
      voicemail_duration_seconds: null,
    },
    cleared: { status: 'completed', has_recording: false, has_voicemail: false },
    refused: [
      [{ status: 'ringing', ended_at: '2024-05-17T09:31:00Z' }, 'ended_at', 'a call that is ringing has not ended'],
      [{ ended_at: '2024-05-17T09:29:00Z' }, 'ended_at', 'must not be before started_at'],
      [{ from: 'anonymous' }, 'from', 'is not a phone number'],
      [{ duration_seconds: -1 }, 'duration_seconds', 'must be a whole number from 0 to 2147483647'],
    ],
  },
};
