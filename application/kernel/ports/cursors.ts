import type { ShopId } from '../../../domain/shared/id.js';
import type { Position } from '../operation/page.js';

/** The shop, list and filter that a cursor belongs to. With any other shop, list or filter the cursor is refused. */
export interface CursorScope {
  readonly shop: ShopId;
  readonly list: string;
  readonly filter: object;
}

export abstract class Cursors {
  abstract seal(scope: CursorScope, position: Position): string;
  /** Returns the position in a cursor. Null: the text is not a cursor of this scope, or it was changed. */
  abstract open(scope: CursorScope, cursor: string): Position | null;
}
