import type { TestedArea } from '../tested-area.js';
import { waitingMessage } from './scheduled-messages.js';

export const comms: TestedArea = {
  samples: {
    'comms.list_conversations': ({ customer, staffUser }) => ({
      input: {
        status: 'open',
        channel: 'sms',
        customer_id: customer,
        assigned_to: staffUser,
        unread: true,
        unanswered: true,
        q: 'owner',
        since: '2026-03-01T09:00:00Z',
        limit: 10,
        offset: 0,
      },
      references: { customer_id: [customer, 'matches nothing'], assigned_to: [staffUser, 'matches nothing'] },
    }),
    'comms.resolve_contact': () => ({ input: { phone: '6135550142', email: 'dana@example.com', name: 'whitfield dana' } }),
    'comms.can_contact': ({ customer, conversation }) => ({
      input: { customer_id: customer },
      references: { customer_id: [customer, 404], conversation: [conversation, 404] },
    }),
    'comms.set_texting_block': ({ customer }) => ({
      // The block is only lifted, because other samples text this customer.
      input: { customer_id: customer, blocked: false, note: 'asked at the counter' },
      references: { customer_id: [customer, 404] },
    }),
    'comms.send_text': ({ customer, conversation, phoneNumber }) => ({
      input: { customer_id: customer, conversation, body: 'Your car is ready.', phone_number_id: phoneNumber },
      references: { customer_id: [customer, 404], conversation: [conversation, 404], phone_number_id: [phoneNumber, 422] },
    }),
    'comms.list_messages': ({ conversation }) => ({
      input: { conversation, direction: 'inbound', limit: 10, offset: 0 },
      references: { conversation: [conversation, 404] },
    }),
    'comms.schedule_message': ({ customer, conversation }) => ({
      input: {
        ...{ channel: 'email', body: 'See you\ntomorrow.', send_at: '2030-01-01T09:00:00Z', subject: 'Tomorrow' },
        ...{ conversation, customer_id: customer },
      },
      references: { conversation: [conversation, 404], customer_id: [customer, 404] },
    }),
    'comms.update_scheduled_message': ({ scheduledMessage: id }) => ({
      input: { body: 'See you\nthen.', send_at: '2030-01-02T09:00:00Z', subject: 'Then' },
      path: { id },
      references: { id: [id, 404] },
    }),
    'comms.cancel_scheduled_message': (records) => {
      const id = waitingMessage(records);
      return { input: {}, path: { id }, references: { id: [id, 404] } };
    },
    'comms.list_scheduled_messages': ({ customer, conversation }) => ({
      input: { status: 'scheduled', conversation, customer_id: customer, limit: 10, offset: 0 },
      references: { conversation: [conversation, 'matches nothing'], customer_id: [customer, 'matches nothing'] },
    }),
  },
  hints: {
    'comms.cancel_scheduled_message': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    'comms.schedule_message': { destructiveHint: false, idempotentHint: false, openWorldHint: true },
    'comms.send_text': { destructiveHint: false, idempotentHint: false, openWorldHint: true },
    'comms.set_texting_block': { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    'comms.update_scheduled_message': { destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
};
