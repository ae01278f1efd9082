import { AesSealer } from '../../../../adapters/signing/aes-sealer.js';

const PLAIN = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const PLACE = 'a shop, a webhook';
const sealer = new AesSealer(['a key']);
const sealed = sealer.seal(PLAIN, PLACE);

it('opens what it has sealed, and shows nothing of it', () => {
  expect(sealer.open(sealed, PLACE)).toBe(PLAIN);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('whsec_');
  expect(sealed).toMatch(/^[\w-]+$/);
});

it.each(['', 'é 한 🚗', 'x'.repeat(100_000)])('opens an empty, a foreign and a long text (%#)', (text) => {
  expect(sealer.open(sealer.seal(text, PLACE), PLACE)).toBe(text);
});

it('gives another result each time', () => {
  expect(sealer.seal(PLAIN, PLACE)).not.toBe(sealed);
});

it('the first key seals, and every key opens', () => {
  const rotated = new AesSealer(['a new key', 'a key']);
  expect(rotated.open(sealed, PLACE)).toBe(PLAIN);
  expect(sealer.open(rotated.seal(PLAIN, PLACE), PLACE)).toBeNull();
});

it('does not open at another place, by another key, or after a change of any byte', () => {
  const bytes = Buffer.from(sealed, 'base64url');
  const changed = [...bytes.keys()].map((at) => {
    const other = Buffer.from(bytes);
    other.writeUInt8(other.readUInt8(at) ^ 1, at);
    return other.toString('base64url');
  });
  expect(sealer.open(sealed, 'a shop, another webhook')).toBeNull();
  expect(new AesSealer(['another key']).open(sealed, PLACE)).toBeNull();
  expect([...changed, '', 'x', sealed.slice(0, -2), PLAIN].filter((text) => sealer.open(text, PLACE) !== null)).toEqual([]);
});
