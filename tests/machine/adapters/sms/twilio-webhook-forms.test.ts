import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { inboundTextOf, receiptOf } from '../../../../adapters/sms/twilio/webhook-forms.js';
import type { MessageId, ShopId } from '../../../../domain/shared/id.js';
import { isPrintable } from '../../../../domain/shared/text.js';

// UUIDs as texts are what the brands stand for.
const ABOUT = { shop: randomUUID() as ShopId, message: randomUUID() as MessageId };
const INBOUND = {
  MessageSid: 'SM0123',
  From: '+16135550142',
  To: '+16135550100',
  Body: 'Hello',
  NumMedia: '0',
  NumSegments: '1',
};
const read = (fields: Record<string, string>): ReturnType<typeof inboundTextOf> => inboundTextOf(new URLSearchParams(fields));

describe('the form of an inbound text', () => {
  it('gives the text as it was written', () => {
    expect(read({ ...INBOUND, Body: '  Hi\r\n\tthere \u202e ☕  ' })).toEqual({
      providerId: 'SM0123',
      shop: null,
      from: '+16135550142',
      to: '+16135550100',
      body: '  Hi\r\n\tthere \u202e ☕  ',
      media: [],
      receivedAt: null,
    });
  });

  it('loses only the characters that cannot be stored', () => {
    expect(read({ ...INBOUND, Body: 'S\u0000T\u0007O\u001bP\u0085' })?.body).toBe('STOP');
    expect(read({ ...INBOUND, Body: '\u0000' })?.body).toBe('');
  });

  it('lists the attachments', () => {
    const media = {
      NumMedia: '2',
      MediaUrl0: 'https://api.example/0',
      MediaContentType0: 'image/jpeg',
      MediaUrl1: 'https://api.example/1',
    };
    expect(read({ ...INBOUND, ...media })?.media).toEqual([
      { url: 'https://api.example/0', contentType: 'image/jpeg' },
      { url: 'https://api.example/1', contentType: '' },
    ]);
  });

  it('has bounds: ten files, and ids, ends and addresses that are as long as Twilio writes them', () => {
    const urls = Array.from({ length: 970 }, (_, n) => [`MediaUrl${n}`, `https://api.example/${n}`]);
    expect(read({ ...INBOUND, ...(Object.fromEntries(urls) as Record<string, string>) })?.media).toHaveLength(10);
    expect(read({ ...INBOUND, MediaUrl0: `https://api.example/${'x'.repeat(2_048)}` })?.media).toEqual([]);
    expect(read({ ...INBOUND, MessageSid: 'S'.repeat(101) })).toBeNull();
    for (const end of ['From', 'To']) expect(read({ ...INBOUND, [end]: '9'.repeat(321) })).toBeNull();
  });

  it('may have no body, and the older name of the id', () => {
    const { From, To } = INBOUND;
    expect(read({ SmsSid: 'SM0123', From, To })).toMatchObject({ providerId: 'SM0123', body: '' });
  });

  it.each(['MessageSid', 'From', 'To'])('is no text without %s', (name) => {
    expect(read({ ...INBOUND, [name]: '' })).toBeNull();
  });

  it('is read whatever stands in it, and the result can be stored', () => {
    const name = fc.oneof(fc.constantFrom('MessageSid', 'From', 'To', 'Body', 'MediaUrl0', 'MediaContentType0'), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary' }))), (parameters) => {
        const text = inboundTextOf(new URLSearchParams(parameters));
        if (text)
          expect([text.providerId, text.from, text.to, text.body, ...text.media.map(({ url }) => url)].every(isPrintable)).toBe(
            true,
          );
      }),
    );
  });
});

describe('the form of a status callback', () => {
  const report = (fields: Record<string, string>): ReturnType<typeof receiptOf> =>
    receiptOf(new URLSearchParams({ MessageSid: 'SM0123', ...fields }), ABOUT);

  it.each([
    ['accepted', 'sent'],
    ['scheduled', 'sent'],
    ['queued', 'sent'],
    ['sending', 'sent'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['undelivered', 'undelivered'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('with %s reports %s', (given, status) => {
    expect(report({ MessageStatus: given })).toEqual({ providerId: 'SM0123', ...ABOUT, status, refusal: null });
  });

  it('has the reason of a failure', () => {
    const sentence = 'The recipient’s phone is switched off or out of reach.';
    const refusal = { code: '30003', sentence, optedOut: false };
    expect(report({ MessageStatus: 'undelivered', ErrorCode: '30003' })).toMatchObject({ status: 'undelivered', refusal });
  });

  it('says when the recipient has opted out at the provider', () => {
    expect(report({ MessageStatus: 'failed', ErrorCode: '21610' })?.refusal).toMatchObject({ code: '21610', optedOut: true });
  });

  it('has no reason when the text goes on', () => {
    expect(report({ MessageStatus: 'sent', ErrorCode: '30003' })?.refusal).toBeNull();
  });

  it('reports nothing with an unknown status or without an id', () => {
    expect([report({ MessageStatus: 'receiving' }), report({}), report({ MessageStatus: '__proto__' })]).toEqual([
      null,
      null,
      null,
    ]);
    expect(report({ MessageSid: '', MessageStatus: 'sent' })).toBeNull();
  });
});
