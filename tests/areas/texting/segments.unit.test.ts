import fc from 'fast-check';
import { smsSize } from '../../../domain/texting/segments.js';

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

describe('the encoding of a text', () => {
  it('is GSM-7 for each of the 127 characters of the basic set and the 10 of the extension table', () => {
    expect(new Set(BASIC).size).toBe(127);
    for (const one of `${BASIC}\f^{}\\[~]|€`) expect([one, smsSize(one).encoding]).toEqual([one, 'GSM-7']);
  });

  it.each(['ç', 'ê', '“', '’', '–', '…', '`', '\t', '\u00a0', '😀', '漢', 'e\u0301'])('is UCS-2 for %j', (one) => {
    expect(smsSize(`a${one}`)).toEqual({ encoding: 'UCS-2', segments: 1 });
  });
});

describe('the number of segments of a text', () => {
  it.each([
    ['nothing', '', 1],
    ['160 septets', 'a'.repeat(160), 1],
    ['161 septets', 'a'.repeat(161), 2],
    ['two full parts', 'a'.repeat(306), 2],
    ['one septet more than two parts', 'a'.repeat(307), 3],
    ['80 characters with an escape', '€'.repeat(80), 1],
    ['an escape that needs the 161st septet', `${'a'.repeat(159)}€`, 2],
    ['an escape with one septet left in the part', `${'a'.repeat(152)}€${'a'.repeat(151)}`, 2],
    ['the same and one septet more', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['escapes only, of which 76 fit into a part', '€'.repeat(152), 2],
    ['one escape more', '€'.repeat(153), 3],
    ['70 code units', 'ê'.repeat(70), 1],
    ['71 code units', 'ê'.repeat(71), 2],
    ['two full parts of UCS-2', 'ê'.repeat(134), 2],
    ['one code unit more than two parts of UCS-2', 'ê'.repeat(135), 3],
    ['35 emoji', '😀'.repeat(35), 1],
    ['66 emoji, of which 33 fit into a part', '😀'.repeat(66), 2],
    ['67 emoji', '😀'.repeat(67), 3],
    ['a surrogate pair with one unit left in the part', `${'ê'.repeat(66)}😀${'ê'.repeat(65)}`, 2],
    ['the same and one unit more', `${'ê'.repeat(66)}😀${'ê'.repeat(66)}`, 3],
    ['the longest text', 'a'.repeat(1600), 11],
    ['the longest text of emoji', '😀'.repeat(1600), 49],
  ])('counts %s', (_, text, segments) => {
    expect(smsSize(text).segments).toBe(segments);
  });

  it('is the smallest into which the characters can be packed in their order', () => {
    const unit = fc.constantFrom('a', '€', '[', 'ê', '😀', '\n');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 700 }), (characters) => {
        const { encoding, segments } = smsSize(characters.join(''));
        expect({ encoding, segments }).toEqual(packed(characters));
      }),
    );
  });
});

/** Packs characters one by one into lists, and counts the lists. */
function packed(characters: readonly string[]): ReturnType<typeof smsSize> {
  const wide = characters.some((one) => one === 'ê' || one === '😀');
  const sizeOf = (one: string): number => (wide ? one.length : one === '€' || one === '[' ? 2 : 1);
  const total = (part: readonly string[]): number => part.map(sizeOf).reduce((sum, size) => sum + size, 0);
  const encoding = wide ? 'UCS-2' : 'GSM-7';
  if (total(characters) <= (wide ? 70 : 160)) return { encoding, segments: 1 };
  const parts: string[][] = [[]];
  for (const one of characters) {
    const fits = total([...parts.at(-1)!, one]) <= (wide ? 67 : 153);
    if (fits) parts.at(-1)!.push(one);
    else parts.push([one]);
  }
  return { encoding, segments: parts.length };
}
