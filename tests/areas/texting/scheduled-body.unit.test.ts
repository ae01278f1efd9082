import { scheduledBody } from '../../../domain/texting/scheduled-message.js';

const POINTER = 'Reply to reach us.';

describe('the body of a scheduled text', () => {
  it.each([
    ['Your car is ready.', `Your car is ready.\n${POINTER}`, []],
    ['Book at https://maple.example now', `Book at now\n${POINTER}`, ['https://maple.example']],
    [`Your car is ready. ${POINTER}`, `Your car is ready. ${POINTER}`, []],
    ['x'.repeat(1600 - POINTER.length - 1), `${'x'.repeat(1600 - POINTER.length - 1)}\n${POINTER}`, []],
  ])('%j', (given, body, removedLinks) => {
    expect(scheduledBody('sms', given, POINTER)).toEqual({ body, linksRemoved: removedLinks.length > 0, removedLinks });
  });

  it('is refused when nothing is left, or too much', () => {
    expect(() => scheduledBody('sms', 'https://maple.example', POINTER)).toThrow(/^body: nothing is left/);
    expect(() => scheduledBody('sms', '🚗'.repeat(1600 - POINTER.length), POINTER)).toThrow(
      'body: must be at most 1600 characters as a text, with the reply pointer that is appended; it has 1601',
    );
  });
});

it('the body of a scheduled e-mail stays as it is', () => {
  const body = `See https://maple.example${'x'.repeat(2000)}`;
  expect(scheduledBody('email', body, POINTER)).toEqual({ body, linksRemoved: false, removedLinks: [] });
});
