import type { TestedArea } from '../tested-area.js';

export const appointments: TestedArea = {
  samples: {
    'appointments.search': ({ customer, staffProfile }) => ({
      input: {
        from: '2026-03-02T00:00:00-05:00',
        to: '2026-03-09T00:00:00-04:00',
        assignee_id: staffProfile,
        customer_id: customer,
        limit: 10,
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
        offset: 0,
      },
      references: { customer_id: [customer, 'matches nothing'], assignee_id: [staffProfile, 'matches nothing'] },
    }),
  },
  events: {
    'appointment.changed': { by: 'jobs.move', previous: true },
  },
};
