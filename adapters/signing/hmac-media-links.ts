import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { MediaLinks, type MediaLink } from '../../application/areas/media/playback.js';

/** Signs with HMAC-SHA256. A signature has all 256 bits, in base64url, because a link needs no other secret. */
export class HmacMediaLinks extends MediaLinks {
  private readonly first: KeyObject;
  private readonly keys: readonly KeyObject[];

  /** @param keys the first key signs, every key verifies */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    super();
    this.first = secretOf(first);
    this.keys = [this.first, ...others.map(secretOf)];
  }

  override sign(link: MediaLink): string {
    return signature(this.first, link);
  }

  override isSigned(link: MediaLink, given: string): boolean {
    // The signatures are compared as text, because a lenient decoder would accept several spellings of one signature. Every key is
    // tried, so that the time does not tell which key has signed.
    const sent = Buffer.from(given);
    return this.keys.reduce((found, key) => isEqual(Buffer.from(signature(key, link)), sent) || found, false);
  }
}

function secretOf(key: string): KeyObject {
  return createSecretKey(key, 'utf8');
}

/** The word at the beginning keeps these signatures apart from those over other things, such as cursors. */
function signature(key: KeyObject, { shop, call, kind, expires }: MediaLink): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['media', shop, call, kind, expires]))
    .digest('base64url');
}

function isEqual(expected: Buffer, sent: Buffer): boolean {
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}
