import { randomUUID } from 'node:crypto';
import type { TestedArea } from '../tested-area.js';

export const shop: TestedArea = {
  samples: {
    'shop.get': () => ({ input: {} }),
    'shop.update': () => ({
      input: {
        name: `Northside ${randomUUID()}`,
        timezone: 'America/Halifax',
        features: { booking: true },
        opening_hours: 'mon-fri 08:00-18:00; sat 09:00-13:00',
        texting_hours: 'mon-sun 00:00-24:00',
        closures: ['2030-12-25', '2030-12-27..2031-01-02'],
        bays: ['Bay 1', 'Bay 2'],
        messaging_service: `MG${randomUUID()}`,
        texts_per_hour: 500,
        reply_pointer: 'Reply to this text to reach us.',
        reply_to: 'desk@example.com',
        booking_lead_minutes: 120,
        booking_step_minutes: 30,
        booking_buffer_minutes: 0,
        booking_horizon_days: 90,
        keep_recordings_months: 24,
        keep_transcripts_months: null,
        keep_messages_months: 120,
      },
    }),
  },
  events: {
    'shop.updated': { by: 'shop.update', previous: true },
  },
};
