import fc from 'fast-check';
import { normalizeEmail } from '../../../domain/shared/contact.js';
import {
  codePoints,
  hasHeapedMarks,
  hasLineBreak,
  isFarTooLong,
  isInvisible,
  isName,
  isPrintable,
  isStorable,
  normalizeText,
  withoutUnprintable,
} from '../../../domain/shared/text.js';

describe('the function isPrintable', () => {
  const C0 = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));
  const C1 = Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(0x7f + code));

  it('accepts tabs and line breaks, and no other control character', () => {
    expect([...C0, ...C1].filter((sign) => isPrintable(`a${sign}b`))).toEqual(['\t', '\n', '\r']);
  });

  it.each(['\ud800', '\udc00', 'a\ud83d', '\ude00b', '\ude00\ud83d', '\ud83d\ud83d\ude00', '😀\ude00'])(
    'refuses half a surrogate pair in %j',
    (text) => {
      expect(isPrintable(text)).toBe(false);
    },
  );

  it('accepts all texts that UTF-8 can encode, except control characters', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.nat(0xffff).map((code) => String.fromCharCode(code)),
            fc.constantFrom('😀', '\ud83d', '\ude00'),
          ),
        }),
        (text) => {
          // oxlint-disable-next-line no-control-regex -- they are what is looked for
          const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text);
          expect(isPrintable(text)).toBe(Buffer.from(text).toString() === text && !control);
        },
      ),
    );
  });
});

describe('the function withoutUnprintable', () => {
  it.each([
    ['S\u0000T\u0007O\u001bP\u0085', 'STOP'],
    ['\ud83d\u0000\ude00', ''],
    ['a\ud800b\udc00', 'ab'],
    [' a\r\n\tb😀 ', ' a\r\n\tb😀 '],
  ])('makes of %j only %j', (text, rest) => {
    expect(withoutUnprintable(text)).toBe(rest);
  });

  it('leaves a text that is printable, and changes no printable text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
        expect(isPrintable(withoutUnprintable(text))).toBe(true);
        expect(withoutUnprintable(text) === text).toBe(isPrintable(text));
      }),
    );
  });
});

describe('the function codePoints', () => {
  it('counts code points of Unicode, not UTF-16 units', () => {
    expect([codePoints(''), codePoints('abc'), codePoints('😀'), codePoints('e\u0301'), codePoints('👨‍👩‍👧')]).toEqual([
      0, 3, 1, 2, 5,
    ]);
  });

  it('equals the length of the list of code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(codePoints(text)).toBe([...text].length);
      }),
    );
  });
});

describe('the function normalizeText', () => {
  it('trims and composes', () => {
    expect(normalizeText(' \u00a0\ufeffCitroe\u0308n\u2003\n')).toBe('Citro\u00ebn');
  });

  it('changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      }),
    );
  });
});

describe('the function isFarTooLong', () => {
  it('is false for every text that is within the limit after trimming and composing', () => {
    const unit = fc.constantFrom(
      'a',
      'e\u0323\u0302',
      '\u03b1\u0313\u0300\u0345',
      '\u1100\u1161\u11a8',
      '😀',
      '\u{11099}\u{110ba}',
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), fc.nat(50), (letters, blanks) => {
        const text = `${' '.repeat(blanks)}${letters.join('')}${' '.repeat(blanks)}`;
        expect(isFarTooLong(text, codePoints(normalizeText(text)))).toBe(false);
      }),
    );
  });

  it('is true for a text that is much longer', () => {
    expect([isFarTooLong('x'.repeat(580), 120), isFarTooLong('x'.repeat(581), 120)]).toEqual([false, true]);
  });
});

describe('the function hasHeapedMarks', () => {
  it.each([
    ['e\u0301'.repeat(400), false],
    [`a${'\u0301'.repeat(30)}`.repeat(9), false],
    [`a${'\u0301'.repeat(31)}`, true],
    [`aa${'\u0323\u0301'.repeat(16)}a`, true],
  ])('returns, for %j, %s', (text, heaped) => {
    expect(hasHeapedMarks(text)).toBe(heaped);
  });
});

describe('the function hasLineBreak', () => {
  it.each(['a\nb', 'a\r\nb', 'a\rb', 'a\u2028b', 'a\u2029b'])('is true for %j', (text) => {
    expect(hasLineBreak(text)).toBe(true);
  });

  it.each(['', 'a b', 'a\tb'])('is false for %j', (text) => {
    expect(hasLineBreak(text)).toBe(false);
  });
});

describe('the function normalizeEmail', () => {
  it('lower-cases, composes and trims, and keeps a tag', () => {
    expect(normalizeEmail('  Dana+Shop@Example.COM ')).toBe('dana+shop@example.com');
    expect(normalizeEmail('RENE\u0301@example.com')).toBe('ren\u00e9@example.com');
  });

  it('gives the same result for its own result', () => {
    const letters = fc.constantFrom('A', 'i', 'İ', 'ẞ', 'Σ', 'K', 'Å', '\u0307', '\u0323', '\u0345', '@', '.');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'binary' })), (text) => {
        expect(normalizeEmail(normalizeEmail(text))).toBe(normalizeEmail(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the function isInvisible', () => {
  it.each(['', ' ', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u3164', '\u2800', '\ufe0f', ' \u200d\u200e '])(
    'is true for %j',
    (text) => {
      expect(isInvisible(text)).toBe(true);
    },
  );

  it.each(['a', '.', '\u200ba', '👩\u200d🔧', '❤\ufe0f', 'た'])('is false for %j', (text) => {
    expect(isInvisible(text)).toBe(false);
  });
});

it('a text with NUL or half of a pair cannot be stored', () => {
  expect(['a\u0000', '\ud800', '\udc00x', '😀', 'a\u0007', ''].map(isStorable)).toEqual([false, false, false, true, true, true]);
});

test.each([
  [true, ['a', '李', '7', '🚗', '❤\ufe0f', '★', '.a.', '½', '+']],
  [false, ['', '.', '—', '\u0301', '\ue000', '.\u200b', '\u2800', '\u3164', '…!', '\u00ad']],
])('it is %s that each of these can be a name: %j', (can, texts) => {
  expect(texts.map(isName)).toEqual(texts.map(() => can));
});
