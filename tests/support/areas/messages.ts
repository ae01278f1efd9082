import { randomUUID } from 'node:crypto';
import type { MessageId } from '../../../domain/shared/id.js';
import { anAttachmentOf } from '../builders/a-stored-file.js';
import { insert } from '../builders/insert.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly message: string;
  }
}

const MESSAGES = [
  { direction: 'inbound', status: 'received' },
  { direction: 'inbound', status: 'received' },
  { direction: 'outbound', status: 'sent' },
  { direction: 'outbound', status: 'failed' },
];

export const messages: TestedArea = {
  samples: {
    'messages.list': ({ conversation }) => ({
      input: {
        conversation_id: conversation,
        direction: 'inbound',
        since: '2026-03-01T00:00:00Z',
        until: '2026-03-09T00:00:00Z',
        limit: 10,
      },
      needed: 'conversation_id',
      references: { conversation_id: [conversation, 404] },
    }),
    'messages.read': ({ message }) => ({ input: {}, path: { id: message }, references: { id: [message, 404] } }),
    'messages.read_attachment': ({ message }) => ({
      input: {},
      path: { id: message, n: '0' },
      references: { id: [message, 404] },
    }),
  },
  cursorLists: [
    {
      table: 'messages',
      path: '/messages',
      columns: ({ pick }, owner) => ({ conversation_id: owner, ...MESSAGES[pick] }),
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
  ],
  events: {
    'message.received': { by: null, previous: false },
    'message.sent': { by: null, previous: true },
    'message.delivered': { by: null, previous: true },
    'message.failed': { by: null, previous: true },
  },
  store: async (service, shop, { conversation }) => {
    const message = randomUUID();
    const text = { direction: 'inbound', body: 'Is it ready?', status: 'received' };
    const row = { shop_id: shop.id, id: message, conversation_id: conversation, created_at: '2026-03-01T09:00:00.000Z' };
    await insert(service, 'messages', { ...row, ...text });
    await anAttachmentOf(service, shop, message as MessageId, 0); // safe: a UUID
    return { message };
  },
};
