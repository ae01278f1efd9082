import type { CustomerId, LeadId, StaffUserId } from '../../../domain/shared/id.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { aConversation } from '../builders/a-conversation.js';
import { at } from '../test-clock.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly conversation: string;
  }
}

const AT = '2026-03-01T09:00:00.000Z';

export const conversations: TestedArea = {
  samples: {
    'conversations.get': ({ conversation }) => ({
      input: {},
      path: { id: conversation },
      references: { id: [conversation, 404] },
    }),
    'conversations.change': ({ conversation, staffUser }) => ({
      input: { pin: true },
      path: { id: conversation },
      references: { id: [conversation, 404], staff_id: [staffUser, 500] },
    }),
    'conversations.update': ({ conversation, staffUser }) => ({
      input: { pin: true },
      path: { id: conversation },
      references: { id: [conversation, 404], staff_id: [staffUser, 422] },
    }),
  },
  events: {
    'conversation.created': { by: 'comms.send_text', previous: false },
    'conversation.updated': { by: 'conversations.change', previous: true },
    'conversation.assigned': { by: 'conversations.change', previous: true },
  },
  hints: {
    'conversations.update': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  store: async (service, shop, { customer, lead, staffUser }) => {
    // The casts are safe: these are ids of stored records.
    const links = { customerId: customer as CustomerId, leadId: lead as LeadId, assignedTo: staffUser as StaffUserId };
    const last = { lastMessageAt: at(AT), lastInboundAt: at(AT) };
    const contactNumber = normalizePhone('613 555 0142', 'CA');
    return { conversation: (await aConversation(service, shop, { ...links, ...last, contactNumber })).id };
  },
};
