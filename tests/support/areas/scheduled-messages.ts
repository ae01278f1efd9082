import { randomUUID } from 'node:crypto';
import { insert } from '../builders/insert.js';
import type { ShopRecords } from '../records.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    /** a message that waits to be sent */
    readonly scheduledMessage: string;
  }
}

/** A message can be canceled only once, so a shop has many that wait. */
const WAITING = 300;
let canceled = 0;

/** The id of a waiting message of the shop that no earlier call in this process has returned. */
export function waitingMessage({ scheduledMessage }: Pick<ShopRecords, 'scheduledMessage'>): string {
  canceled += 1;
  return numbered(scheduledMessage, 1 + (canceled % (WAITING - 1)));
}

function numbered(id: string, number: number): string {
  return id.slice(0, -4) + number.toString(16).padStart(4, '0');
}

export const scheduledMessages: TestedArea = {
  samples: {},
  events: {
    'scheduled_message.created': { by: null, previous: false },
    'scheduled_message.updated': { by: null, previous: true },
    'scheduled_message.canceled': { by: null, previous: true },
    'scheduled_message.sent': { by: null, previous: true },
    'scheduled_message.refused': { by: null, previous: true },
  },
  store: async (service, { id: shop }, { conversation, customer }) => {
    const first = numbered(randomUUID(), 0);
    const ids = Array.from({ length: WAITING }, (_, number) => numbered(first, number));
    await service.sql(
      `insert into scheduled_messages (shop_id, id, conversation_id, customer_id, channel, body, "to", scheduled_for, send_at,
         status, links_removed, created_at, version)
       select $1, w.id, $3, $4, 'email', 'See you then.', 'owner@example.com', $5, $5, 'scheduled', false, $6, 1
       from unnest($2::uuid[]) as w (id)`,
      [shop, ids, conversation, customer, '2030-01-01T09:00:00Z', '2026-03-01T09:00:00.000Z'],
    );
    await insert(service, 'record_counts', {
      shop_id: shop,
      list: 'scheduled_messages',
      bucket: 'scheduled',
      slot: 0,
      n: WAITING,
    });
    return { scheduledMessage: first };
  },
};
