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
    return `${position}.${sign(this.keys[0], scope, position).toString('base64url')}`;
  }

  override open(scope: CursorScope, cursor: string): Position | null {
    const [position = '', signature = ''] = cursor.split('.');
    const given = Buffer.from(signature, 'base64url');
    // A decoder that forgives what it does not know would take several spellings for one cursor.
    if (cursor !== `${position}.${given.toString('base64url')}`) return null;
    const ours = this.keys.some((key) => {
      const expected = sign(key, scope, position);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    return ours ? read(position) : null;
  }
}

function sign(key: string, { shop, list, filter }: CursorScope, position: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['cursor', shop, list, filter, position]))
    .digest()
    .subarray(0, 16);
}

function read(position: string): Position | null {
  const [at = '', id = '', begin = '', end = ''] = Buffer.from(position, 'base64url').toString().split(' ');
  const [instant, uuid, from, to] = [parseInstant(at), toId(id), parseInstant(begin), parseInstant(end)];
  return instant && uuid && { at: instant, id: uuid, ...(from && to && { window: { from, to } }) };
}
