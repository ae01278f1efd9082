import type { ShopId } from '../../domain/shared/id.js';
import type { Position } from '../operation/page.js';

/** What a cursor belongs to: it is refused by any other list, shop or filter. */
export interface CursorScope {
  readonly shop: ShopId;
  readonly list: string;
  readonly filter: object;
}

export abstract class Cursors {
  abstract seal(scope: CursorScope, position: Position): string;
  /** Null: not a cursor of this list, or tampered with. */
  abstract open(scope: CursorScope, cursor: string): Position | null;
}
