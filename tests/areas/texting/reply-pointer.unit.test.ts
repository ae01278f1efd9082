import { smsBody, STANDARD_REPLY_POINTER } from '../../../domain/texting/segments.js';

const POINTER = STANDARD_REPLY_POINTER;

describe('the body of a scheduled text', () => {
  it('ends with the reply pointer on a line of its own, also without a link', () => {
    const body = 'Your car is ready.\nReply to this text to reach us.';
    expect(smsBody('Your car is ready.', POINTER)).toEqual({ body, removedLinks: [] });
  });

  it('gets the pointer after its links went', () => {
    const body = 'Pay here:\nReply to this text to reach us.';
    expect(smsBody('Pay here: https://shop.com/pay', POINTER)).toEqual({ body, removedLinks: ['https://shop.com/pay'] });
  });

  it.each([`Ready. ${POINTER}`, `Ready. ${POINTER} `, `Ready. ${POINTER} https://shop.com`, `Ready.\n${POINTER}\nshop.com`])(
    'gets no second pointer: %j',
    (given) => {
      const { body } = smsBody(given, POINTER);
      expect(body.split(POINTER)).toHaveLength(2);
      expect(body.endsWith(POINTER)).toBe(true);
    },
  );

  it('is empty if only links were in it', () => {
    expect(smsBody('https://shop.com', POINTER)).toEqual({ body: '', removedLinks: ['https://shop.com'] });
  });

  it('may have the pointer that the shop has chosen', () => {
    expect(smsBody('Bereit.', 'Antworten Sie hier.').body).toBe('Bereit.\nAntworten Sie hier.');
  });
});
