import { ShopError } from '../../domain/shared/errors.js';

/** Refusals that only this transport knows. */
export class MethodNotAllowed extends ShopError {
  readonly code = 'method_not_allowed';
  constructor(readonly allow: string) {
    super(`this path answers ${allow}`);
  }
}

export class PayloadTooLarge extends ShopError {
  readonly code = 'payload_too_large';
  constructor(limit: number) {
    super(`the body must be at most ${limit} bytes`);
  }
}

export class UnknownPath extends ShopError {
  readonly code = 'not_found';
  constructor() {
    super('there is nothing at this path');
  }
}

/** Nothing was looked at: neither the key nor the database. */
export class Overloaded extends ShopError {
  readonly code = 'unavailable';
  readonly retryAfterSeconds = 1;
  constructor() {
    super('more is in flight than can be answered in time; nothing changed, try again shortly');
  }
}

/** One for all: it is thrown when there is no time, and the stack that each would take has nothing to tell. */
export const OVERLOADED = new Overloaded();
