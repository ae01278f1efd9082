import type { KindCase } from './kind-cases.js';

const AT = '2024-05-17T09:30:00.000Z';
const TIME = 'must be an RFC 3339 date-time with Z or an offset';
const SUV = { vehicle_size: 'suv', price: 249.5, duration_minutes: 90 };
const WINDOW = { scheduled_start: '2024-05-20T13:00:00.000Z', scheduled_end: '2024-05-20T21:00:00.000Z' };
const WORK = { actual_start: '2024-05-20T13:10:00.000Z', actual_end: '2024-05-20T20:45:00.000Z' };

/** The kinds about what a shop sells and does. */
export const CASES_OF_WORK: Readonly<Record<string, KindCase>> = {
  services: {
    base: { name: 'Coating' },
    given: {
      description: 'Two\nlines',
      category: 'Detailing',
      pricing_model: 'per_hour',
      base_price: 89.95,
      duration_minutes: 480,
      cure_time_hours: 12.25,
      active: true,
      bookable: true,
      addon: true,
      tax_exempt: true,
      sku: 'CC-3',
      image_url: 'https://example.com/coating.jpg',
      position: 3,
      deposit_type: 'percent',
      deposit_value: 12.5,
    },
    cleared: {
      pricing_model: 'flat',
      active: true,
      bookable: false,
      addon: false,
      tax_exempt: false,
      position: 0,
      deposit_type: 'none',
    },
    refused: [
      [{ pricing_model: 'custom', base_price: 5 }, 'base_price', 'a custom service is priced by quote and has no set price'],
      [{ pricing_model: 'tiered', base_price: 5 }, 'base_price', 'a tiered service is priced by vehicle size'],
      [{ tiers: [SUV] }, 'tiers', 'a flat service cannot have prices by vehicle size'],
      [{ pricing_model: 'tiered', tiers: [SUV, { ...SUV, price: 1 }] }, 'tiers', 'suv is given twice'],
      [{ pricing_model: 'tiered', tiers: [SUV, { vehicle_size: 'van' }] }, 'tiers', 'entry 2: price: price is required'],
      [{ active: false, bookable: true }, 'bookable', 'an inactive service cannot be bookable'],
      [{ deposit_value: 5 }, 'deposit_value', 'needs the deposit_type fixed or percent'],
      [{ deposit_type: 'fixed' }, 'deposit_value', 'deposit_value is required'],
      [{ deposit_type: 'fixed', deposit_value: 5.555 }, 'deposit_value', 'must be an amount in CAD'],
      [{ deposit_type: 'percent', deposit_value: 100.01 }, 'deposit_value', 'must be from 0 to 100, with at most two decimals'],
      [{ cure_time_hours: -1 }, 'cure_time_hours', 'must be a number from 0 to 9999 with at most two decimals'],
      [{ image_url: 'javascript:alert(1)' }, 'image_url', 'is not an http or https address'],
      [{ name: 'n'.repeat(201) }, 'name', 'must be at most 200 characters'],
    ],
  },
  'service-tiers': {
    base: { service_external_id: 'X-1002', vehicle_size: 'van', price: 300.5 },
    given: { duration_minutes: 90 },
    refused: [
      [{ vehicle_size: 'oversize', price: undefined }, 'price', 'price is required'],
      [{ ...SUV, service_external_id: 'X-1001' }, 'vehicle_size', 'a flat service has no tiers'],
      [{ ...SUV, service_external_id: 'none' }, 'service_external_id', 'no service of this shop has this external id'],
      [{ ...SUV, service_external_id: null }, 'service_id', 'service_id or service_external_id is required'],
    ],
  },
  jobs: {
    base: { customer_external_id: 'C-1001', stage: 'completed' },
    given: {
      number: 4711,
      title: 'Wrap',
      ...WINDOW,
      ...WORK,
      vehicle_external_id: 'V-1001',
      assignee_external_id: 'S-1002',
      bay: 'Bay 2',
      location_address: '214 Bank St',
      created_at: AT,
    },
    cleared: { number: 4711, created_at: AT },
    refused: [
      [{ ...WINDOW, scheduled_start: null }, 'scheduled_end', 'needs a scheduled_start'],
      [{ ...WINDOW, scheduled_end: '2024-05-20T12:59:59.999Z' }, 'scheduled_end', 'must not be before scheduled_start'],
      [
        { ...WINDOW, scheduled_end: '2024-06-20T13:00:00.001Z' },
        'scheduled_end',
        'must be at most 31 days after scheduled_start',
      ],
      [{ ...WORK, actual_end: '2024-05-20T13:09:59Z' }, 'actual_end', 'must not be before actual_start'],
      [{ ...WORK, stage: 'qa' }, 'actual_end', 'must be empty unless the job is completed'],
      [{ scheduled_start: '2024-05-20' }, 'scheduled_start', TIME],
    ],
  },
  tasks: {
    base: { title: 'Call back' },
    given: {
      notes: 'Two\nlines',
      priority: 'high',
      due_at: AT,
      message_external_id: 'M-1001',
      conversation_external_id: 'T-1001',
      customer_external_id: 'C-1001',
      job_external_id: 'J-1001',
      assigned_to_external_id: 'S-1001',
      created_at: AT,
    },
    shown: { status: 'open' },
    cleared: { priority: 'normal', created_at: AT },
    refused: [
      [{ completed_at: AT }, 'completed_at', 'must be empty unless the task is done'],
      [{ status: 'canceled', completed_at: AT }, 'completed_at', 'must be empty unless the task is done'],
      [{ closed_at: AT }, 'closed_at', 'must be empty while the task is open'],
    ],
  },
  quotes: {
    base: { customer_external_id: 'C-1001', total: 904.5 },
    given: { number: 7000, status: 'accepted', created_at: '2024-05-17T11:30:00+02:00' },
    shown: { created_at: AT },
    cleared: { number: 7000, status: 'draft', created_at: AT },
    refused: [
      [{ total: 1.555 }, 'total'],
      [{ total: -1 }, 'total'],
      [{ total: 10_000_000_001 }, 'total'],
      [{ total: '7' }, 'total'],
      [{ number: 0 }, 'number', 'must be a whole number from 1 to 2147483647'],
    ],
  },
  invoices: {
    base: { customer_external_id: 'C-1001', total: 904.5 },
    given: { number: 7000, status: 'partial', balance: 404.5, created_at: AT },
    cleared: { number: 7000, status: 'draft', created_at: AT },
    refused: [
      [{ status: 'open', balance: 904.51 }, 'balance', 'cannot be more than the total'],
      [{ status: 'draft', balance: 904.51 }, 'balance', 'cannot be more than the total'],
      [{ status: 'paid', balance: 3 }, 'balance'],
      [{ total: -1 }, 'total'],
    ],
  },
  reviews: {
    base: {},
    given: {
      reviewer_name: 'Dana W.',
      stars: 4,
      comment: 'Fine.\nReally.',
      reply: 'Thanks',
      replied_at: AT,
      left_at: AT,
      customer_external_id: 'C-1001',
      public: false,
    },
    cleared: { public: true },
    refused: [
      [{ stars: 0 }, 'stars', 'must be a whole number from 1 to 5'],
      [{ stars: 4.5 }, 'stars', 'must be a whole number from 1 to 5'],
      [{ replied_at: AT }, 'replied_at', 'must be empty if there is no reply'],
    ],
  },
};
