import { aStoredCall } from '../../support/builders/a-call.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const LIVE = { endedAt: null, durationSeconds: null } as const;

describe('GET /calls/{id}', () => {
  it('answers the call as the list does, and the same again costs no body', async () => {
    const thread = await aConversation(service, shop);
    const audio = { hasRecording: true, recordingDurationSeconds: 180, hasVoicemail: true, voicemailDurationSeconds: 9 };
    const { id } = await aStoredCall(service, shop, { conversationId: thread.id, aiSummary: 'Wants a quote.', ...audio });
    const answer = await shop.read.get(`/calls/${id}`);
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        id,
        conversation: thread.id,
        has_recording: true,
        recording_duration_seconds: 180,
        has_voicemail: true,
        voicemail_duration_seconds: 9,
        has_transcript: false,
        has_ai_summary: true,
      },
    ]);
    expect((await shop.read.get('/calls')).body.data).toEqual([answer.body.data]);
    const etag = answer.headers.get('etag') ?? '';
    expect((await shop.read.get(`/calls/${id}`, { 'if-none-match': etag })).status).toBe(304);
  });

  it.each(['ringing', 'in_progress'] as const)('answers every field of a call that is %s', async (status) => {
    const answeredBy = status === 'in_progress' ? 'Morgan Ellis' : null;
    const { id } = await aStoredCall(service, shop, { status, answeredBy, ...LIVE });
    expect((await shop.read.get(`/calls/${id}`)).body.data).toEqual({
      id,
      conversation: null,
      customer_id: null,
      direction: 'inbound',
      status,
      from: '+16135550142',
      to: '+16135550100',
      started_at: '2026-03-01T09:00:00.000Z',
      ended_at: null,
      duration_seconds: null,
      answered_by: answeredBy,
      has_recording: false,
      recording_duration_seconds: null,
      has_voicemail: false,
      voicemail_duration_seconds: null,
      has_transcript: false,
      has_ai_summary: false,
      updated_at: expect.any(String),
    });
  });
});

describe('GET /calls/{id}/transcript', () => {
  it('answers the transcript with its source and the times of the call', async () => {
    const transcript = `Hello, this is Dana.\n${'A long talk. '.repeat(10_000)}`;
    const { id } = await aStoredCall(service, shop, { transcript, transcriptSource: 'live_agent' });
    const { status, body } = await shop.read.get(`/calls/${id}/transcript`);
    expect([status, body.data]).toEqual([
      200,
      { call: id, transcript, source: 'live_agent', started_at: '2026-03-01T09:00:00.000Z', duration_seconds: 190 },
    ]);
  });

  it('answers nulls for a call without one, also while it is live', async () => {
    const nothing = { transcript: null, source: null };
    const done = await aStoredCall(service, shop, { transcriptSource: 'transcription' });
    const live = await aStoredCall(service, shop, { status: 'ringing', startedAt: at('2026-03-02T09:00:00Z'), ...LIVE });
    expect((await shop.read.get(`/calls/${done.id}/transcript`)).body.data).toEqual({
      call: done.id,
      ...nothing,
      started_at: '2026-03-01T09:00:00.000Z',
      duration_seconds: 190,
    });
    expect((await shop.read.get(`/calls/${live.id}/transcript`)).body.data).toEqual({
      call: live.id,
      ...nothing,
      started_at: '2026-03-02T09:00:00.000Z',
      duration_seconds: null,
    });
  });
});
