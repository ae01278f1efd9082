import fc from 'fast-check';
import { normalizeVin } from '../../../domain/vehicles/vehicle.js';

const VIN_CHARACTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'];
const vin = fc.string({ unit: fc.constantFrom(...VIN_CHARACTERS), minLength: 17, maxLength: 17 });
const signs = fc.string({ unit: fc.constantFrom(' ', '-', '.', '/', '_', '*', '\t', '\n', '–', '\u00a0', '\u200b', '\ufeff') });

describe('the function normalizeVin', () => {
  it('keeps a valid VIN unchanged', () => {
    expect(normalizeVin('1HGCM82633A004352')).toBe('1HGCM82633A004352');
  });

  it('upper-cases, and drops blanks, hyphens and other signs', () => {
    expect(normalizeVin(' 1hgcm-82633 a004352.\n')).toBe('1HGCM82633A004352');
  });

  it('does not test the check digit', () => {
    expect(normalizeVin('11111111111111112')).toBe('11111111111111112');
  });

  it.each(['I', 'O', 'Q', 'i', 'o', 'q'])('refuses the letter %s', (letter) => {
    expect(normalizeVin(`1HGCM82633A00435${letter}`)).toBeNull();
  });

  it.each(['', '   ', '1HGCM82633A00435', '1HGCM82633A0043522', '-----------------'])(
    'refuses %j, which does not have 17 characters',
    (text) => {
      expect(normalizeVin(text)).toBeNull();
    },
  );

  it.each(['ı', 'ſ', 'İ', 'ß', '\u212a', '\uff21', '\uff11', '٣', 'é', 'e\u0301', '\u0410', '①', 'ª', 'ﬁ', '𝐀'])(
    'refuses %s in place of a character',
    (letter) => {
      expect(normalizeVin(`1HGCM82633A00435${letter}`)).toBeNull();
    },
  );

  it.each(['ı', 'ſ', '\uff21', '\uff11', 'é', '\u0410', '٣'])('refuses %s beside a whole VIN', (letter) => {
    expect(normalizeVin(`1HGCM82633A004352${letter}`)).toBeNull();
  });

  it('finds the same VIN in any case and between any signs', () => {
    fc.assert(
      fc.property(vin, fc.array(fc.tuple(signs, fc.boolean()), { minLength: 17, maxLength: 17 }), signs, (text, noise, end) => {
        const written = [...text].map((character, index) => {
          const [before, lower] = noise[index] ?? ['', false];
          return before + (lower ? character.toLowerCase() : character);
        });
        expect(normalizeVin(written.join('') + end)).toBe(text);
      }),
    );
  });

  it('returns a VIN or null for any text, and the same VIN for its own result', () => {
    const nearlyVin = fc.string({
      unit: fc.oneof(fc.constantFrom(...VIN_CHARACTERS, 'I', 'o', '-', 'ı', 'ſ'), fc.string({ unit: 'binary', maxLength: 1 })),
      minLength: 15,
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.oneof(nearlyVin, vin, fc.string({ unit: 'binary' })), (text) => {
        const normal = normalizeVin(text);
        if (normal === null) return;
        expect(normal).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/);
        expect(text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()).toBe(normal);
        expect(normalizeVin(normal)).toBe(normal);
      }),
      { numRuns: 1_000 },
    );
  });
});
