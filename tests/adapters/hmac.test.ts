import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { HmacKey } from '../../adapters/signing/hmac.js';

describe('a signature', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });

  it('is the HMAC-SHA-256 of RFC 2104, for a key of any length', () => {
    fc.assert(
      fc.property(text, text, (secret, signed) => {
        expect(new HmacKey(secret).sign(signed)).toBe(createHmac('sha256', secret).update(signed).digest('base64url'));
      }),
    );
  });

  it.each([63, 64, 65])('is correct at the edge of a block, with a key of %i bytes', (length) => {
    const secret = 'k'.repeat(length);
    expect(new HmacKey(secret).sign('')).toBe(createHmac('sha256', secret).update('').digest('base64url'));
  });
});
