import { createHmac, randomUUID } from 'node:crypto';
import { HmacMediaLinks } from '../../../../adapters/signing/hmac-media-links.js';
import type { MediaLink } from '../../../../application/areas/media/playback.js';
import type { CallId, ShopId } from '../../../../domain/shared/id.js';

// The casts are safe: these are UUIDs.
const link: MediaLink = {
  shop: '0199a3c4-0000-7000-8000-000000000001' as ShopId,
  call: '0199a3c4-0000-7000-8000-000000000002' as CallId,
  kind: 'recording',
  expires: 1_800_000_000,
};
const links = new HmacMediaLinks(['a key']);

it('signs shop, call, kind and expiry with HMAC-SHA256, in all its length', () => {
  const text = '["media","0199a3c4-0000-7000-8000-000000000001","0199a3c4-0000-7000-8000-000000000002","recording",1800000000]';
  expect(links.sign(link)).toBe(createHmac('sha256', 'a key').update(text).digest('base64url'));
  expect(links.sign(link)).toHaveLength(43);
});

it.each<readonly [string, Partial<MediaLink>]>([
  ['shop', { shop: randomUUID() as ShopId }],
  ['call', { call: randomUUID() as CallId }],
  ['kind', { kind: 'voicemail' }],
  ['expiry', { expires: link.expires + 1 }],
])('a signature is not valid for another %s', (_, other) => {
  expect(links.isSigned(link, links.sign(link))).toBe(true);
  expect(links.isSigned({ ...link, ...other }, links.sign(link))).toBe(false);
});

it('no other spelling of a signature is valid', () => {
  const signature = links.sign(link);
  const hex = Buffer.from(signature, 'base64url').toString('hex');
  const base64 = Buffer.from(signature, 'base64url').toString('base64');
  // The last character of 43 carries four bits, so a lenient decoder takes several characters for the same bits.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sameBits = signature.slice(0, -1) + alphabet.charAt(alphabet.indexOf(signature.at(-1) ?? '') + 1);
  const others = ['', 'x', hex, base64, `${signature}=`, ` ${signature}`, signature.slice(0, 22), sameBits, `${signature}é`];
  expect(others.filter((other) => links.isSigned(link, other))).toEqual([]);
});

it('the first key signs and every key verifies, so that keys can be rotated', () => {
  const rotated = new HmacMediaLinks(['a new key', 'a key']);
  expect(rotated.isSigned(link, links.sign(link))).toBe(true);
  expect(rotated.isSigned(link, rotated.sign(link))).toBe(true);
  expect(links.isSigned(link, rotated.sign(link))).toBe(false);
});
