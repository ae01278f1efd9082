import { randomUUID } from 'node:crypto';
import { CALL_KIND } from '../../../adapters/areas/calls/call.entity.js';
import type { Call } from '../../../domain/calls/call.js';
import type { CallId } from '../../../domain/shared/id.js';
import type { TestService, TestShop } from '../service.js';
import { at } from '../test-clock.js';
import { stored } from './stored.js';

/** Makes an inbound call of an unknown number that was answered. The given properties replace its own. */
export function aCall(fields: Partial<Call> = {}): Call {
  return {
    id: randomUUID() as CallId, // safe: an id is a UUID
    conversationId: null,
    customerId: null,
    direction: 'inbound',
    status: 'completed',
    from: '+16135550142',
    to: '+16135550100',
    startedAt: at('2026-03-01T09:00:00.000Z'),
    endedAt: at('2026-03-01T09:03:10.000Z'),
    durationSeconds: 190,
    answeredBy: 'Morgan Ellis',
    hasRecording: false,
    recordingDurationSeconds: null,
    hasVoicemail: false,
    voicemailDurationSeconds: null,
    transcript: null,
    transcriptSource: null,
    aiSummary: null,
    transcriptIds: [],
    answeredAt: null,
    forwardedTo: null,
    voicemailLeft: false,
    toldAt: null,
    providerId: null,
    dueAt: null,
    createdAt: at('2026-03-01T09:00:00.000Z'),
    ...fields,
  };
}

export function aStoredCall(
  service: Pick<TestService, 'sql'>,
  shop: Pick<TestShop, 'id'>,
  fields: Partial<Call> = {},
): Promise<Call> {
  return stored(service, shop, CALL_KIND, aCall(fields));
}
