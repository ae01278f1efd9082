import { NOTHING_CHANGED, ShopError } from '../../domain/shared/errors.js';

/** Refusals that only the HTTP transport has. */
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

/** The request was refused before its key was checked and before the database was asked. */
export class Overloaded extends ShopError {
  readonly code = 'unavailable';
  readonly retryAfterSeconds = 1;
  constructor() {
    super(`more is in flight than can be answered in time; ${NOTHING_CHANGED}`);
  }
}

/** One shared instance: it is thrown under overload, and creating a stack trace for each would take time without being useful. */
export const OVERLOADED = new Overloaded();
