import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
/** One character for each byte: a string of 32 bytes is cheaper than a buffer. */
const BYTES = 'binary';

/**
 * HMAC-SHA-256 (RFC 2104) as two calls of `hash`. `createHmac` makes an object with a native part for every signature. In a
 * busy process that costs five times as much as the signature itself, and each cursor page needs one signature and one
 * verification.
 */
export class HmacKey {
  private readonly inner: Buffer;
  private readonly outer: Buffer;

  constructor(secret: string) {
    const bytes = Buffer.from(secret);
    const key = bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes;
    this.inner = padded(key, 0x36);
    this.outer = padded(key, 0x5c);
  }

  /** base64url */
  sign(text: string): string {
    const digest = hash('sha256', Buffer.concat([this.inner, Buffer.from(text)]), BYTES);
    return hash('sha256', Buffer.concat([this.outer, Buffer.from(digest, BYTES)]), 'base64url');
  }
}

function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, pad);
  key.forEach((byte, index) => {
    block[index] = byte ^ pad;
  });
  return block;
}
