import { comparablePlate } from '../../domain/vehicles/vehicle.js';
import type { ModelRow } from './keyset-model.js';

/** A list of the API that is paged by cursor, and how a test stores, removes and filters its rows. */
export interface CursorList {
  readonly table: string;
  /** with `:id` for the owner's id */
  readonly path: string;
  /**
   * the row's columns besides `shop_id`, `id` and `created_at`; `owner` is the id of a customer of the shop, and of the record in
   * `beside`
   */
  readonly columns: (row: ModelRow, owner: string) => object;
  readonly remove: string;
  /** a record that the rows need besides the customer: its table and its columns besides `shop_id` and `created_at` */
  readonly beside?: (owner: string) => readonly [table: string, columns: object];
  /** queries, each with a function that tells whether a row matches it */
  readonly filters: readonly (readonly [query: (owner: string) => string, matches: (row: ModelRow) => boolean])[];
}

const STATUSES = ['new', 'contacted', 'won', 'lost'];
const EMAILS = ['a@example.com', 'b@example.com', null, null];
const PHONES = ['+16135550142', null, '+16135550142', '+16135550143'];
const PLATES = ['ckwp 482', 'CKWP 482', 'CKWP-482', null];
const QUOTES = ['draft', 'sent', 'sent', 'expired'];
const INVOICES = ['draft', 'open', 'open', 'paid'];
const STAGES = ['lead', 'ready', 'ready', 'completed'];
const MESSAGES = [
  { direction: 'inbound', status: 'received' },
  { direction: 'inbound', status: 'received' },
  { direction: 'outbound', status: 'sent' },
  { direction: 'outbound', status: 'failed' },
];
const DELIVERIES = ['pending', 'failed', 'failed', 'delivered'];
const ORIGINS = ['service', 'service', 'import', 'import'];
export const UNTAGGED = { tags: [], is_vip: false, consent_source: 'unknown', version: 1 };
const HARD = (table: string): string => `delete from ${table} where shop_id = $1 and id = any ($2)`;

let numbers = 0;
/** The columns that quotes, invoices and jobs have in common. */
function numbered({ pick }: ModelRow, owner: string): object {
  numbers += 1;
  return { customer_id: owner, number: numbers, origin: ORIGINS[pick] };
}

export const CURSOR_LISTS: readonly CursorList[] = [
  {
    table: 'leads',
    path: '/leads',
    columns: ({ pick }) => ({ status: STATUSES[pick], email: EMAILS[pick], phone: PHONES[pick], version: 1 }),
    remove: `update leads set deleted_at = '2026-03-02T16:00:00Z' where shop_id = $1 and id = any ($2)`,
    filters: [
      [() => '', () => true],
      [() => 'status=won', ({ pick }) => pick === 2],
      [() => 'email=A@example.com', ({ pick }) => pick === 0],
      [() => 'phone=613-555-0142', ({ pick }) => pick % 2 === 0],
      [() => 'phone=6135550142&status=new&email=a@example.com', ({ pick }) => pick === 0],
      [() => 'phone=nonsense', () => false],
    ],
  },
  {
    table: 'customers',
    path: '/customers',
    columns: ({ id }) => ({ email: `${id}@example.com`, ...UNTAGGED }),
    remove: HARD('customers'),
    filters: [[() => '', () => true]],
  },
  {
    table: 'vehicles',
    path: '/vehicles',
    columns: ({ pick }, owner) => {
      const plate = PLATES[pick] ?? null;
      return {
        customer_id: owner,
        license_plate: plate,
        comparable_plate: plate && comparablePlate(plate),
        decode_pending: false,
        version: 1,
      };
    },
    remove: HARD('vehicles'),
    filters: [
      [() => '', () => true],
      [(owner) => `customer_id=${owner}`, () => true],
      [() => 'license_plate=Ckwp+482', ({ pick }) => pick < 2],
      [(owner) => `license_plate=ckwp-482&customer_id=${owner}`, ({ pick }) => pick === 2],
      [() => 'vin=1HGCM82633A004352', () => false],
    ],
  },
  {
    table: 'quotes',
    path: '/quotes',
    columns: (row, owner) => ({ ...numbered(row, owner), total: row.pick, status: QUOTES[row.pick] }),
    remove: HARD('quotes'),
    filters: [
      [() => '', () => true],
      [() => 'status=sent', ({ pick }) => pick === 1 || pick === 2],
      [() => 'status=viewed', () => false],
      // This list does not support `imported`, so the parameter is ignored.
      [() => 'status=draft&imported=true', ({ pick }) => pick === 0],
    ],
  },
  {
    table: 'invoices',
    path: '/invoices',
    columns: (row, owner) => ({ ...numbered(row, owner), total: row.pick, status: INVOICES[row.pick] }),
    remove: HARD('invoices'),
    filters: [
      [() => '', ({ pick }) => pick < 2],
      [() => 'imported=true', ({ pick }) => pick >= 2],
      [() => 'status=open', ({ pick }) => pick === 1],
      [() => 'status=open&imported=1', ({ pick }) => pick === 2],
      [() => 'imported=0&status=paid', () => false],
      [() => 'status=void&imported=true', () => false],
    ],
  },
  {
    table: 'jobs',
    path: '/jobs',
    columns: (row, owner) => ({ ...numbered(row, owner), stage: STAGES[row.pick], version: 1 }),
    remove: HARD('jobs'),
    filters: [
      [() => '', ({ pick }) => pick < 2],
      [() => 'imported=true', ({ pick }) => pick >= 2],
      [() => 'stage=ready', ({ pick }) => pick === 1],
      [(owner) => `customer_id=${owner}&imported=false`, ({ pick }) => pick < 2],
      [(owner) => `stage=ready&imported=1&customer_id=${owner}`, ({ pick }) => pick === 2],
      [() => 'stage=completed', () => false],
      [() => 'customer_id=x', () => false],
    ],
  },
  {
    table: 'messages',
    path: '/messages',
    columns: ({ pick }, owner) => ({ conversation_id: owner, ...MESSAGES[pick] }),
    remove: HARD('messages'),
    beside: (owner) => [
      'conversations',
      { id: owner, channel: 'sms', status: 'open', pinned: false, is_ai_managed: false, version: 1 },
    ],
    filters: [
      [(owner) => `conversation_id=${owner}`, () => true],
      [(owner) => `conversation_id=${owner}&direction=inbound`, ({ pick }) => pick < 2],
      [(owner) => `conversation_id=${owner}&since=2026-03-02T15:00:00.002Z`, ({ at }) => at >= '2026-03-02T15:00:00.002Z'],
      [
        (owner) => `conversation_id=${owner}&direction=outbound&until=2026-03-02T15:00:00.003Z`,
        ({ pick, at }) => pick >= 2 && at < '2026-03-02T15:00:00.003Z',
      ],
      [(owner) => `conversation_id=${owner}&since=2026-03-03T00:00:00Z&until=2026-03-02T00:00:00Z`, () => false],
    ],
  },
  {
    table: 'webhook_deliveries',
    path: '/webhooks/:id/deliveries',
    columns: ({ id, pick }, owner) => ({
      webhook_id: owner,
      event_id: id,
      event_type: 'lead.created',
      attempt: 1,
      status: DELIVERIES[pick],
    }),
    remove: HARD('webhook_deliveries'),
    beside: (owner) => ['webhooks', { id: owner, url: 'https://hooks.invalid', enabled: true, secret: 'sealed', version: 1 }],
    filters: [
      [() => '', () => true],
      [() => 'status=failed', ({ pick }) => pick === 1 || pick === 2],
      [() => 'status=pending', ({ pick }) => pick === 0],
      [() => 'status=exhausted', () => false],
    ],
  },
];
