import fc from 'fast-check';
import { callReportOf, soundReportOf, transcriptReportOf } from '../../../../adapters/sms/twilio/webhook-forms.js';
import { isPrintable } from '../../../../domain/shared/text.js';
import { at } from '../../../support/test-clock.js';

type Fields = Readonly<Record<string, string>>;

const CALL: Fields = {
  CallSid: 'CA0123',
  From: '+16135550142',
  To: '+16135550100',
  CallStatus: 'completed',
  Direction: 'inbound',
  Timestamp: 'Mon, 02 Mar 2026 09:01:10 +0000',
  CallDuration: '70',
};
const SOUND: Fields = {
  CallSid: 'CA0123',
  RecordingSid: 'RE0123',
  RecordingUrl: 'https://api.example/RE0123',
  RecordingStatus: 'completed',
  RecordingDuration: '61',
  RecordingSource: 'DialVerb',
};
const TRANSCRIPT: Fields = { CallSid: 'CA0123', TranscriptionStatus: 'completed', TranscriptionText: ' Hello,\r\nDana. ' };

const NOW = at('2026-03-02T09:02:00.000Z');

const call = (fields: Fields = {}) => callReportOf(new URLSearchParams({ ...CALL, ...fields }), NOW);
const sound = (fields: Fields = {}) => soundReportOf(new URLSearchParams({ ...SOUND, ...fields }));
const transcript = (fields: Fields = {}) => transcriptReportOf(new URLSearchParams({ ...TRANSCRIPT, ...fields }));

describe('the form of a call', () => {
  it('gives its state, its numbers and its times', () => {
    expect(call()).toEqual({
      ...{ call: 'CA0123', shop: null, direction: 'inbound', from: '+16135550142', to: '+16135550100' },
      ...{ state: 'completed', at: '2026-03-02T09:01:10.000Z', seconds: 70 },
    });
  });

  it.each([
    ['queued', 'ringing'],
    ['initiated', 'ringing'],
    ['ringing', 'ringing'],
    ['in-progress', 'in_progress'],
    ['completed', 'completed'],
    ['busy', 'unanswered'],
    ['no-answer', 'unanswered'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
  ])('that is %s says that the call is %s', (CallStatus, state) => {
    expect(call({ CallStatus })).toMatchObject({ state });
  });

  it.each([
    ['Mon, 02 Mar 2026 09:01:10 GMT', '2026-03-02T09:01:10.000Z'],
    ['2 Mar 2026 04:01:10 -0500', '2026-03-02T09:01:10.000Z'],
    ['', null],
    ['2026-03-02', null],
    ['1', null],
    ['Mon, 99 Mar 2026 09:01:10 +0000', null],
  ])('has the time %j as %j', (Timestamp, at) => {
    expect(call({ Timestamp })).toMatchObject({ at });
  });

  it.each(['outbound-api', 'outbound-dial'])('of the direction %s is outbound', (Direction) => {
    expect(call({ Direction })).toMatchObject({ direction: 'outbound' });
  });

  it('keeps a caller who is no number, and loses what cannot be stored', () => {
    expect(call({ From: 'sip:dana@example.com' })).toMatchObject({ from: 'sip:dana@example.com' });
    expect(call({ From: 'ano\u0000nymous' })).toMatchObject({ from: 'anonymous' });
    expect(call({ From: '', CallDuration: '-1' })).toMatchObject({ from: 'anonymous', seconds: null });
  });

  it.each([{ CallSid: '' }, { CallStatus: '' }, { CallStatus: 'answered' }, { Direction: '' }])('is none with %j', (fields) => {
    expect(call(fields)).toBeNull();
  });

  it('has bounds: what is longer or later than Twilio writes counts as not given', () => {
    expect(call({ CallSid: 'C'.repeat(101) })).toBeNull();
    expect(call({ From: '9'.repeat(200_001) })).toMatchObject({ from: '9'.repeat(320) });
    for (const Timestamp of ['Wed, 01 Jan 9999 00:00:00 +0000', 'Sun, 01 Mar 2026 09:01:59 +0000'])
      expect(call({ Timestamp })).toMatchObject({ at: null });
    expect(call({ Timestamp: 'Sun, 01 Mar 2026 09:02:00 +0000' })).toMatchObject({ at: '2026-03-01T09:02:00.000Z' });
    expect(call({ CallDuration: '86401' })).toMatchObject({ seconds: null });
    expect(sound({ RecordingUrl: `https://api.example/${'x'.repeat(2_048)}` })).toBe('nothing');
    expect(transcript({ TranscriptionSid: 'T'.repeat(101) })).toMatchObject({ id: null });
  });

  it('that names its parent is a leg, which counts when it was answered, or ended without an answer', () => {
    const leg = { ParentCallSid: 'CA9', Direction: 'outbound-dial', To: '+16135550111' };
    const answered = { part: 'answer', call: 'CA9', id: 'CA0123', to: '+16135550111', at: expect.any(String) };
    for (const CallStatus of ['in-progress', 'completed']) expect(call({ ...leg, CallStatus })).toEqual(answered);
    for (const CallStatus of ['busy', 'no-answer', 'failed', 'canceled'])
      expect(call({ ...leg, CallStatus })).toEqual({ part: 'unanswered', call: 'CA9', id: 'CA0123' });
    for (const CallStatus of ['queued', 'ringing']) expect(call({ ...leg, CallStatus })).toBe('nothing');
  });
});

describe('the form of a recording', () => {
  it('gives the sound and where it lies', () => {
    const source = 'https://api.example/RE0123';
    expect(sound()).toEqual({ part: 'sound', call: 'CA0123', id: 'RE0123', kind: 'recording', source, durationSeconds: 61 });
  });

  it.each([
    ['RecordVerb', 'voicemail'],
    ['DialVerb', 'recording'],
    ['Conference', 'recording'],
    ['OutboundAPI', 'recording'],
    ['', 'recording'],
  ])('from %j is a %s', (RecordingSource, kind) => {
    expect(sound({ RecordingSource })).toMatchObject({ kind });
  });

  it('may not know its length', () => {
    expect(sound({ RecordingDuration: '-1' })).toMatchObject({ durationSeconds: null });
  });

  it.each(['in-progress', 'absent', 'failed'])('that is %s says nothing', (RecordingStatus) => {
    expect(sound({ RecordingStatus })).toBe('nothing');
  });

  it.each(['CallSid', 'RecordingSid', 'RecordingStatus'])('is none without %s', (name) => {
    expect(sound({ [name]: '' })).toBeNull();
  });
});

describe('the form of a transcript', () => {
  it('gives the text, without what cannot be stored', () => {
    expect(transcript()).toEqual({ part: 'transcript', call: 'CA0123', id: null, text: ' Hello,\r\nDana. ' });
    expect(transcript({ TranscriptionText: 'He\u0000llo\ud83d' })).toMatchObject({ text: expect.stringMatching(/^Hello/) });
  });

  it.each([{ TranscriptionStatus: 'failed' }, { TranscriptionText: '' }])('says nothing with %j', (fields) => {
    expect(transcript(fields)).toBe('nothing');
  });

  it.each(['CallSid', 'TranscriptionStatus'])('is none without %s', (name) => {
    expect(transcript({ [name]: '' })).toBeNull();
  });
});

it('every form is read, and what is read can be stored', () => {
  const names = [...Object.keys(CALL), ...Object.keys(SOUND), ...Object.keys(TRANSCRIPT), 'ParentCallSid'];
  const values = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...Object.values({ ...CALL, ...SOUND, ...TRANSCRIPT })));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), values), (fields) => {
      const form = new URLSearchParams(fields);
      for (const read of [callReportOf(form, NOW), soundReportOf(form), transcriptReportOf(form)])
        for (const value of Object.values(read ?? {})) if (typeof value === 'string') expect(isPrintable(value)).toBe(true);
    }),
  );
});
