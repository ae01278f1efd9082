import { withAudio } from '../../../domain/calls/audio.js';
import type { Call } from '../../../domain/calls/call.js';
import type { CallId } from '../../../domain/shared/id.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T09:00:00.000Z');

const CALL: Call = {
  id: '0198a1f4-0000-7000-8000-000000000001' as CallId, // safe: an id is a UUID
  conversationId: null,
  customerId: null,
  direction: 'inbound',
  status: 'completed',
  from: '+16135550142',
  to: '+16135550100',
  startedAt: at('2026-03-01T09:00:00.000Z'),
  endedAt: at('2026-03-01T09:01:00.000Z'),
  durationSeconds: 60,
  answeredBy: null,
  hasRecording: false,
  recordingDurationSeconds: null,
  hasVoicemail: false,
  voicemailDurationSeconds: null,
  transcript: null,
  transcriptSource: null,
  ...{ aiSummary: null, transcriptIds: [], answeredAt: null, forwardedTo: null, voicemailLeft: false, toldAt: null },
  providerId: null,
  dueAt: null,
  createdAt: at('2026-03-01T09:00:00.000Z'),
};

test('a recording changes only what the call says of its recording, and is announced', () => {
  const next = { ...CALL, hasRecording: true, recordingDurationSeconds: 42 };
  const events = [{ type: 'call.recording_ready', details: { media: 'recording' } }];
  expect(withAudio(CALL, { kind: 'recording', durationSeconds: 42 }, NOW)).toEqual({ next, events, changed: true, at: NOW });
});

test('a voicemail changes only what the call says of its voicemail; its length may be unknown', () => {
  const next = { ...CALL, hasVoicemail: true, voicemailDurationSeconds: null };
  const events = [{ type: 'call.recording_ready', details: { media: 'voicemail' } }];
  expect(withAudio(CALL, { kind: 'voicemail', durationSeconds: null }, NOW)).toEqual({ next, events, changed: true, at: NOW });
});

test('a further recording is a change, also when it is as long as the first', () => {
  const first = withAudio(CALL, { kind: 'recording', durationSeconds: 42 }, NOW).next;
  expect(withAudio(first, { kind: 'recording', durationSeconds: 42 }, NOW).changed).toBe(true);
});
