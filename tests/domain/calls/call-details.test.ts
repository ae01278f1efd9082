import { answeredBy, transcribed } from '../../../domain/calls/call-details.js';
import type { Call } from '../../../domain/calls/call.js';
import { newCall } from '../../../domain/calls/new-call.js';
import type { CallId } from '../../../domain/shared/id.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T10:00:00.000Z');
const CALL: Call = newCall(
  {
    id: '0198a1f4-0000-7000-8000-000000000001' as CallId, // safe: an id is a UUID
    ...{ providerId: 'CA1', conversationId: null, customerId: null, direction: 'inbound', from: 'anonymous', to: '+16135550100' },
  },
  { state: 'in_progress', at: NOW, seconds: null },
  NOW,
).next;

test('the first who answers is named, without an event', () => {
  const answered = answeredBy(CALL, 'Morgan Ellis', NOW);
  expect([answered.next.answeredBy, answered.events]).toEqual(['Morgan Ellis', []]);
  expect(answeredBy(answered.next, 'Dana Roy', NOW).changed).toBe(false);
});

describe('a transcript', () => {
  it('is announced each time it changes', () => {
    const heard = transcribed(CALL, 'Hello.', NOW);
    expect(heard).toMatchObject({ next: { transcript: 'Hello.', transcriptSource: 'transcription' }, changed: true });
    expect(transcribed(heard.next, 'Hello.', NOW).changed).toBe(false);
    expect(transcribed(heard.next, 'Hello, Dana.', NOW).events).toEqual([{ type: 'call.transcribed' }]);
  });

  it('of a person is replaced, too', () => {
    const live: Call = { ...CALL, transcript: 'Hello.', transcriptSource: 'live_agent' };
    expect(transcribed(live, 'Hello.', NOW).next.transcriptSource).toBe('transcription');
  });

  it.each(['', ' \n '])('without a word changes nothing: %j', (text) => {
    expect(transcribed(CALL, text, NOW).changed).toBe(false);
  });

  it('that is far too long is cut between two letters', () => {
    const { transcript } = transcribed(CALL, `a${'😀'.repeat(150_000)}`, NOW).next;
    expect(transcript).toBe(`a${'😀'.repeat(99_999)}`);
  });
});
