import type { StaffProfileId, VehicleId } from '../../../domain/shared/id.js';
import { aStoredJob } from '../builders/a-job.js';
import { numbered } from '../keyset-model.js';
import { at } from '../test-clock.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly job: string;
  }
}

const STAGES = ['lead', 'ready', 'ready', 'completed'];

export const jobs: TestedArea = {
  samples: {
    'jobs.search': ({ customer }) => ({
      input: {
        ...{ stage: 'scheduled', customer_id: customer, imported: false, limit: 10 },
        ...{ external_id: 'crm-1042', metadata: { plan: 'gold' } },
      },
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
  },
  cursorLists: [
    {
      table: 'jobs',
      path: '/jobs',
      columns: (row, owner) => ({ ...numbered(row, owner), stage: STAGES[row.pick], version: 1 }),
      filters: [
        [() => '', ({ pick }) => pick < 2],
        [() => 'imported=true', ({ pick }) => pick >= 2],
        [
          () => 'created_since=2026-03-02T15:00:00.001Z&created_until=2026-03-02T15:00:00.003Z',
          ({ pick, at }) => pick < 2 && at >= '2026-03-02T15:00:00.001Z' && at < '2026-03-02T15:00:00.003Z',
        ],
        [() => 'stage=ready', ({ pick }) => pick === 1],
        [(owner) => `customer_id=${owner}&imported=false`, ({ pick }) => pick < 2],
        [(owner) => `stage=ready&imported=1&customer_id=${owner}`, ({ pick }) => pick === 2],
        [() => 'stage=completed', () => false],
        [() => 'customer_id=x', () => false],
      ],
    },
  ],
  events: {
    'job.created': { by: 'jobs.import', previous: false },
    'job.updated': { by: 'jobs.move', previous: true },
    'job.stage_changed': { by: 'jobs.move', previous: true },
  },
  hints: {
    'jobs.move': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  store: async (service, shop, { customer, vehicle, staffProfile }) => {
    const assigned = { vehicleId: vehicle as VehicleId, assigneeId: staffProfile as StaffProfileId }; // safe: ids of stored records
    const window = { scheduledStart: at('2026-03-03T14:00:00Z'), scheduledEnd: at('2026-03-03T18:00:00Z') };
    const createdAt = at('2026-03-01T09:00:00.000Z');
    return { job: (await aStoredJob(service, shop, { id: customer }, { ...assigned, ...window, createdAt })).id };
  },
};
