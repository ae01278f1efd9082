import { createHmac, timingSafeEqual } from 'node:crypto';
import { Cursors, type CursorScope, type Position } from '../../application/operation/page.js';
import { toId } from '../../domain/shared/id.js';
import { parseInstant } from '../../domain/shared/instant.js';

/**
 * `<position>.<signature>`, base64url. The signature covers the position and what the cursor belongs to (list, shop,
 * filter), so that every change is noticed and no part of the scope needs to be carried.
 */
export class HmacCursors extends Cursors {
  /** @param keys the first signs, all verify */
  constructor(private readonly keys: readonly [string, ...string[]]) {
    super();
  }

  override seal(scope: CursorScope, { at, id, window }: Position): string {
    const written = [at, id, ...(window ? [window.from, window.to] : [])].join(' ');
    const position = Buffer.from(written).toString('base64url');
    return `${position}.${sign(this.keys[0], scope, position)}`;
  }

  override open(scope: CursorScope, cursor: string): Position | null {
    const end = cursor.lastIndexOf('.');
    const position = cursor.slice(0, Math.max(0, end));
    // As text: a decoder that forgives what it does not know would take several spellings for one cursor.
    const given = Buffer.from(cursor.slice(end + 1));
    const ours = this.keys.some((key) => {
      const expected = Buffer.from(sign(key, scope, position));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    return ours ? read(position) : null;
  }
}

function sign(key: string, { shop, list, filter }: CursorScope, position: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['cursor', shop, list, filter, position]))
    .digest()
    .toString('base64url', 0, 16);
}

function read(position: string): Position | null {
  const [at = '', id = '', begin = '', end = ''] = Buffer.from(position, 'base64url').toString().split(' ');
  const [instant, uuid, from, to] = [parseInstant(at), toId(id), parseInstant(begin), parseInstant(end)];
  return instant && uuid && { at: instant, id: uuid, ...(from && to && { window: { from, to } }) };
}
