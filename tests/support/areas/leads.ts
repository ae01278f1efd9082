import { randomUUID } from 'node:crypto';
import { created } from '../builders/records.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly lead: string;
  }
}

const STATUSES = ['new', 'contacted', 'won', 'lost'];
const EMAILS = ['a@example.com', 'b@example.com', null, null];
const PHONES = ['+16135550142', null, '+16135550142', '+16135550143'];

export const leads: TestedArea = {
  samples: {
    'leads.search': () => ({
      input: {
        ...{ email: 'dana@example.com', phone: '6135550142', status: 'new', limit: 10 },
        ...{ external_id: 'crm-1042', metadata: { plan: 'gold' } },
      },
    }),
    'leads.list': () => ({ input: { email: 'dana@example.com', phone: '6135550142', status: 'new', limit: 10, offset: 0 } }),
    'leads.create': () => ({
      input: { name: 'Dana Whitfield', email: 'dana@example.com', phone: '613 555 0142', source: 'fair', notes: 'two\nlines' },
    }),
    'leads.put': () => ({
      input: {
        ...{ name: 'Dana Whitfield', email: 'dana@example.com', phone: '613 555 0142', source: 'fair', notes: 'two\nlines' },
        metadata: { plan: 'gold' },
      },
      path: { external_id: randomUUID() },
    }),
    'leads.get': ({ lead }) => ({ input: {}, path: { id: lead }, references: { id: [lead, 404] } }),
    'leads.update': ({ lead, staffUser }) => ({
      input: {
        status: 'contacted',
        assigned_to: staffUser,
        next_followup_at: '2026-04-01T09:00:00Z',
        name: 'Somebody Else',
        email: 'somebody@example.com',
        phone: '613 555 0187',
        source: 'fair',
      },
      path: { id: lead },
      references: { id: [lead, 404], assigned_to: [staffUser, 422] },
    }),
    'leads.timeline': ({ lead }) => ({ input: { limit: 10 }, path: { id: lead }, references: { id: [lead, 404] } }),
  },
  cursorLists: [
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
        [
          () => 'created_since=2026-03-02T15:00:00.001Z&created_until=2026-03-02T15:00:00.003Z&status=won',
          ({ pick, at }) => pick === 2 && at >= '2026-03-02T15:00:00.001Z' && at < '2026-03-02T15:00:00.003Z',
        ],
      ],
    },
  ],
  events: {
    'lead.created': { by: 'leads.create', previous: false },
    'lead.updated': { by: 'leads.update', previous: true },
    'lead.status_changed': { by: 'leads.update', previous: true },
    'lead_timeline.created': { by: 'lead-timeline.import', previous: false },
    'lead_timeline.updated': { by: 'lead-timeline.import', previous: true },
    'lead.followup_due': { by: null, previous: false },
  },
  hints: {
    'leads.create': { destructiveHint: false, idempotentHint: false, openWorldHint: false },
    'leads.update': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  store: async (_service, { full }, { staffUser }) => {
    const { id: lead } = await created(full, '/leads', { name: 'Somebody New', notes: 'rang twice' });
    await full.patch(`/leads/${lead}`, { assigned_to: staffUser });
    return { lead };
  },
};
