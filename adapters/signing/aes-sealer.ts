import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { Sealer } from '../../application/kernel/ports/ports.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals with AES-256-GCM. The context is the associated data. Each encryption key is derived from a signing key by HKDF-SHA256, so
 * that it is never a key that also signs. A sealed text is base64url of nonce, ciphertext and tag.
 */
export class AesSealer extends Sealer {
  private readonly first: KeyObject;
  private readonly keys: readonly KeyObject[];

  /** @param keys the first key seals, every key opens */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    super();
    this.first = encryptionKey(first);
    this.keys = [this.first, ...others.map(encryptionKey)];
  }

  override seal(plain: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.first, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  override open(sealed: string, context: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    for (const key of this.keys) {
      const plain = opened(key, bytes, context);
      if (plain !== null) return plain;
    }
    return null;
  }
}

/** The word keeps this key apart from other keys that may be derived from the same signing key one day. */
function encryptionKey(signingKey: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', signingKey, '', 'shop-ops sealed secrets', 32)));
}

/** Null: this key has not sealed these bytes for this context. */
function opened(key: KeyObject, bytes: Buffer, context: string): string | null {
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(end));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, end));
  try {
    return Buffer.concat([plain, decipher.final()]).toString();
  } catch {
    return null;
  }
}
