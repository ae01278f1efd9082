import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { NumberDigests } from '../../application/kernel/ports/ports.js';
import type { ShopId } from '../../domain/shared/id.js';

/** HMAC-SHA256 over shop and number, in hex after a word that no phone number has. */
export class HmacNumberDigests extends NumberDigests {
  private readonly first: KeyObject;
  private readonly others: readonly KeyObject[];

  /** @param keys the digest of the first key is stored, those of all keys are found */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    super();
    this.first = digestKey(first);
    this.others = others.map(digestKey);
  }

  override of(shop: ShopId, number: string): readonly [string, ...string[]] {
    return [digest(this.first, shop, number), ...this.others.map((key) => digest(key, shop, number))];
  }
}

/** The word keeps this key apart from other keys that are derived from the same signing key. */
function digestKey(signingKey: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', signingKey, '', 'shop-ops erased numbers', 32)));
}

function digest(key: KeyObject, shop: ShopId, number: string): string {
  return `erased:${createHmac('sha256', key).update(`${shop} ${number}`).digest('hex')}`;
}
