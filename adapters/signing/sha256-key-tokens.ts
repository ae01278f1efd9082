import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KeyTokens, type MintedToken, type ReadToken } from '../../application/areas/access/api-keys.js';

const FORM = /^(sk_shop_([0-9a-z]{12})_([0-9A-Za-z]{40}))_([0-9a-f]{8})$/;
const PUBLIC_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const SECRET_ALPHABET = `${PUBLIC_ALPHABET}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/**
 * Makes API keys, and reads the keys that clients send. A key has the form `sk_shop_<public id>_<secret>_<checksum>`, which
 * secret scanners recognise. The checksum of a mistyped key is wrong, so the key is refused without a look-up. The checksum is a
 * CRC-32, which anybody can compute, so it does not prove that a key is genuine.
 */
export class Sha256KeyTokens extends KeyTokens {
  override mint(): MintedToken {
    const publicId = randomText(PUBLIC_ALPHABET, 12);
    const secret = randomText(SECRET_ALPHABET, 40);
    const body = `sk_shop_${publicId}_${secret}`;
    const checksum = crc32(body).toString(16).padStart(8, '0');
    return { token: `${body}_${checksum}`, publicId, secretHash: sha256(secret) };
  }

  override read(token: string): ReadToken | null {
    const [, body = '', publicId = '', secret = '', checksum = ''] = FORM.exec(token) ?? [];
    return body !== '' && crc32(body) === parseInt(checksum, 16) ? { publicId, secretHash: sha256(secret) } : null;
  }

  override sameHash(one: string, other: string): boolean {
    const [first, second] = [Buffer.from(one), Buffer.from(other)];
    return first.length === second.length && timingSafeEqual(first, second);
  }
}

function sha256(text: string): string {
  return hash('sha256', text);
}

/**
 * Returns a random text in which every character of the alphabet is equally likely. For this, it skips every byte that is not
 * below `whole`, the largest multiple of the alphabet's length. The skipped bytes would make the first characters of the alphabet
 * more likely than the others.
 */
function randomText(alphabet: string, length: number): string {
  const whole = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < whole && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
