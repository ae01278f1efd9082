import type { TestedArea } from '../tested-area.js';

export const booking: TestedArea = {
  samples: {
    'booking.availability': ({ tieredService, staffProfile }) => ({
      input: {
        service_ids: [tieredService],
        from: '2026-03-03T00:00:00-05:00',
        to: '2026-03-10T00:00:00-04:00',
        vehicle_size: 'suv',
        staff_id: staffProfile,
      },
      references: { service_ids: [tieredService, 404], staff_id: [staffProfile, 422] },
    }),
    'booking.deposit_due': ({ tieredService }) => ({
      input: { service_ids: [tieredService], vehicle_size: 'suv' },
      references: { service_ids: [tieredService, 404] },
    }),
  },
};
