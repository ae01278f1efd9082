import { answered, BEHIND_A_CALL, newCall, shown, transcribed, type Call } from '../../../domain/calls/call.js';
import type { CallId } from '../../../domain/shared/id.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T10:00:00.000Z');
const CALL: Call = newCall(
  {
    id: '0198a1f4-0000-7000-8000-000000000001' as CallId, // safe: an id is a UUID
    ...{ forwardedTo: null, voicemailLeft: false },
    ...{ providerId: 'CA1', conversationId: null, customerId: null, direction: 'inbound', from: 'anonymous', to: '+16135550100' },
  },
  { state: 'in_progress', at: NOW, seconds: null },
  NOW,
).next;

test('the first who answered is named, without an event, in whatever order the reports come', () => {
  const answers = [
    ['Morgan Ellis', at('2026-03-02T10:00:05.000Z')],
    ['Dana Roy', at('2026-03-02T10:00:25.000Z')],
  ] as const;
  for (const order of [answers, answers.toReversed()]) {
    let call = CALL;
    for (const [name, at] of order) call = answered(call, { to: 'shop', name, at }, NOW).next;
    expect(call.answeredBy).toBe('Morgan Ellis');
  }
  expect(answered(CALL, { to: 'shop', name: 'Dana Roy', at: NOW }, NOW).events).toEqual([]);
});

test('a person who answered in the same millisecond as the first is not named', () => {
  const first = answered(CALL, { to: 'shop', name: 'Morgan Ellis', at: NOW }, NOW).next;
  expect(answered(first, { to: 'shop', name: 'Dana Roy', at: NOW }, NOW).changed).toBe(false);
});

test('a new call has no sounds and no texts, and a shown one says only whether it has them', () => {
  expect(CALL).toMatchObject({ hasRecording: false, hasVoicemail: false, transcriptIds: [], transcript: null });
  const rest = Object.fromEntries(Object.entries(CALL).filter(([name]) => !BEHIND_A_CALL.some((behind) => behind === name)));
  expect(shown(CALL)).toEqual({ ...rest, hasTranscript: false, hasAiSummary: false });
  expect(shown({ ...CALL, transcript: 'Hello.' })).toMatchObject({ hasTranscript: true, hasAiSummary: false });
  expect(shown({ ...CALL, aiSummary: 'A greeting.' })).toMatchObject({ hasTranscript: false, hasAiSummary: true });
});

test('a person whom an import names stays', () => {
  const imported: Call = { ...CALL, answeredBy: 'Morgan Ellis' };
  expect(answered(imported, { to: 'shop', name: 'Dana Roy', at: NOW }, NOW).next.answeredBy).toBe('Morgan Ellis');
});

const a = { id: 'TR1', text: 'Hello.' };
const b = { id: 'TR2', text: 'Hello, Dana.' };
const told = (text: string) => ({ id: null, text });

describe('a transcript', () => {
  it('is announced each time it changes', () => {
    const heard = transcribed(CALL, a, NOW);
    expect(heard).toMatchObject({ next: { transcript: 'Hello.', transcriptSource: 'transcription' }, changed: true });
    expect(transcribed(heard.next, b, NOW).events).toEqual([{ type: 'call.transcribed' }]);
    expect(transcribed(heard.next, { ...a, id: 'TR3' }, NOW).events).toEqual([]);
  });

  it('that is reported again changes nothing, also after a newer one', () => {
    const both = [a, b].reduce<Call>((call, one) => transcribed(call, one, NOW).next, CALL);
    for (const one of [a, b]) expect(transcribed(both, one, NOW).changed).toBe(false);
  });

  it('of a person is replaced, too, and that is announced', () => {
    const live: Call = { ...CALL, transcript: 'Hello.', transcriptSource: 'live_agent' };
    const { next, events } = transcribed(live, a, NOW);
    expect([next.transcriptSource, events]).toEqual(['transcription', [{ type: 'call.transcribed' }]]);
  });

  it('is known by its id among the last 20, and one without an id always counts', () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ id: `TR${index}`, text: `Hello, ${index}.` }));
    const call = many.reduce<Call>((before, one) => transcribed(before, one, NOW).next, CALL);
    expect(call.transcriptIds).toEqual(many.slice(1).map(({ id }) => id));
    const nameless = transcribed(call, told('Hello.'), NOW);
    expect([nameless.changed, nameless.next.transcriptIds]).toEqual([true, call.transcriptIds]);
  });

  it.each(['', ' \n '])('without a word changes nothing: %j', (text) => {
    expect(transcribed(CALL, told(text), NOW).changed).toBe(false);
  });

  it('that is far too long is cut between two letters', () => {
    const { transcript } = transcribed(CALL, told(`a${'😀'.repeat(150_000)}`), NOW).next;
    expect(transcript).toBe(`a${'😀'.repeat(99_999)}`);
  });
});
