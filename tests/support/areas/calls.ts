import { AUDIO_KINDS } from '../../../domain/media/media-file.js';
import type { ConversationId, CustomerId } from '../../../domain/shared/id.js';
import { aStoredCall } from '../builders/a-call.js';
import { anAudioOf } from '../builders/a-stored-file.js';
import { at } from '../test-clock.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly call: string;
  }
}

const AT = '2026-03-01T09:00:00.000Z';
const MISSED = {
  status: 'missed',
  endedAt: null,
  durationSeconds: null,
  answeredBy: null,
  hasRecording: true,
  hasVoicemail: true,
} as const;

export const calls: TestedArea = {
  samples: {
    'calls.list': ({ customer }) => ({
      input: {
        direction: 'inbound',
        status: 'missed',
        customer_id: customer,
        since: '2026-03-01T00:00:00Z',
        until: '2026-03-09T00:00:00Z',
        limit: 10,
        offset: 0,
      },
      references: { customer_id: [customer, 'matches nothing'] },
    }),
    'calls.get': ({ call }) => ({ input: {}, path: { id: call }, references: { id: [call, 404] } }),
    'calls.transcript': ({ call }) => ({ input: {}, path: { id: call }, references: { id: [call, 404] } }),
    'calls.link_recording': ({ call }) => ({
      input: { media: 'voicemail', ttl: 60 },
      path: { id: call },
      references: { id: [call, 404] },
    }),
  },
  events: {
    'call.completed': { by: null, previous: true },
    'call.missed': { by: null, previous: true },
    'call.transcribed': { by: null, previous: true },
    'call.recording_ready': { by: null, previous: true },
  },
  store: async (service, shop, { conversation, customer }) => {
    const links = { conversationId: conversation as ConversationId, customerId: customer as CustomerId }; // safe: ids of stored records
    const { id: call } = await aStoredCall(service, shop, { ...links, ...MISSED, startedAt: at(AT), createdAt: at(AT) });
    for (const kind of AUDIO_KINDS) await anAudioOf(service, shop, call, { kind });
    return { call };
  },
};
