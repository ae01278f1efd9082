import { timingSafeEqual } from 'node:crypto';
import type { Position } from '../../application/operation/page.js';
import { Cursors, type CursorScope } from '../../application/ports/cursors.js';
import type { Instant } from '../../domain/shared/instant.js';
import { HmacKey } from './hmac.js';

/** 132 bits in base64url. */
const SIGNATURE_LENGTH = 22;

/**
 * `<position>.<signature>`, base64url. The signature covers the position and the scope of the cursor (list, shop, filter).
 * So every change is noticed, and the cursor need not contain the scope.
 */
export class HmacCursors extends Cursors {
  private readonly first: HmacKey;
  private readonly keys: readonly HmacKey[];

  /** @param keys the first key signs, every key verifies */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    super();
    this.first = new HmacKey(first);
    this.keys = [this.first, ...others.map((key) => new HmacKey(key))];
  }

  override seal(scope: CursorScope, { at, id, window }: Position): string {
    const written = [at, id, ...(window ? [window.from, window.to] : [])].join(' ');
    const position = Buffer.from(written).toString('base64url');
    return `${position}.${sign(this.first, scope, position)}`;
  }

  override open(scope: CursorScope, cursor: string): Position | null {
    const end = cursor.lastIndexOf('.');
    const position = cursor.slice(0, Math.max(0, end));
    // The signatures are compared as text, because a lenient decoder would accept several spellings of one cursor.
    const given = Buffer.from(cursor.slice(end + 1));
    const ours = this.keys.some((key) => {
      const expected = Buffer.from(sign(key, scope, position));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    return ours ? read(position) : null;
  }
}

function sign(key: HmacKey, { shop, list, filter }: CursorScope, position: string): string {
  return key.sign(JSON.stringify(['cursor', shop, list, filter, position])).slice(0, SIGNATURE_LENGTH);
}

/** Reads a position that `seal` wrote: this is called only after the signature was verified. */
function read(position: string): Position {
  const [at, id, from, to] = Buffer.from(position, 'base64url').toString().split(' ') as [Instant, string, Instant?, Instant?];
  return from && to ? { at, id, window: { from, to } } : { at, id };
}
