import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Position } from '../../application/kernel/operation/page.js';
import { Cursors, type CursorScope } from '../../application/kernel/ports/ports.js';
import type { Instant } from '../../domain/shared/instant.js';

/** A signature is cut to 132 bits, which are 22 characters of base64url. */
const SIGNATURE_LENGTH = 22;
/**
 * Each key remembers this many signatures, for the cursors of the lists that are being read at the same time. The signatures take
 * about 1 MB at most.
 */
const MOST_REMEMBERED = 2000;

/**
 * A cursor is `<position>.<signature>`, both in base64url. The signature covers the position and the scope of the cursor (list,
 * shop, filter). So every change is noticed, and the cursor need not contain the scope.
 */
export class HmacCursors extends Cursors {
  private readonly first: CursorKey;
  private readonly keys: readonly CursorKey[];

  /** @param keys the first key signs, every key verifies */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    super();
    this.first = new CursorKey(first);
    this.keys = [this.first, ...others.map((key) => new CursorKey(key))];
  }

  override seal(scope: CursorScope, { at, id, window }: Position): string {
    const written = [at, id, ...(window ? [window.from, window.to] : [])].join(' ');
    const position = Buffer.from(written).toString('base64url');
    return `${position}.${this.first.sign(scope, position)}`;
  }

  override open(scope: CursorScope, cursor: string): Position | null {
    const end = cursor.lastIndexOf('.');
    const position = cursor.slice(0, Math.max(0, end));
    // The signatures are compared as text, because a lenient decoder would accept several spellings of one cursor.
    const given = Buffer.from(cursor.slice(end + 1));
    const ours = this.keys.some((key) => {
      const expected = Buffer.from(key.sign(scope, position));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    return ours ? read(position) : null;
  }
}

/**
 * A key that remembers its last signatures. `createHmac` makes an object with a native part for every signature, which takes
 * longer than the signature itself. A cursor is usually verified shortly after it was signed, and the first page of a list is
 * read often.
 */
class CursorKey {
  private readonly secret: KeyObject;
  private readonly signatures = new LRUCache<string, string>({ max: MOST_REMEMBERED });

  constructor(secret: string) {
    this.secret = createSecretKey(secret, 'utf8');
  }

  sign({ shop, list, filter }: CursorScope, position: string): string {
    const text = JSON.stringify(['cursor', shop, list, filter, position]);
    let signature = this.signatures.get(text);
    if (signature === undefined) {
      signature = createHmac('sha256', this.secret).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
      this.signatures.set(text, signature);
    }
    return signature;
  }
}

/** Reads a position that `seal` wrote: this is called only after the signature was verified. */
function read(position: string): Position {
  const [at, id, from, to] = Buffer.from(position, 'base64url').toString().split(' ') as [Instant, string, Instant?, Instant?];
  return from && to ? { at, id, window: { from, to } } : { at, id };
}
