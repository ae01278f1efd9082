import { NOTHING_CHANGED, ShopError } from '../../domain/shared/errors.js';

/** The classes of this file are refusals that only the HTTP transport has. */
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

/** None of the bytes that the request wants is in the file. */
export class RangeNotSatisfiable extends ShopError {
  readonly code = 'range_not_satisfiable';
  /** @param bytes the length of the file */
  constructor(readonly bytes: number) {
    super(`the file has ${bytes} bytes, and none of those that Range names`);
  }
}

/**
 * The request was refused before its operation began, because too many requests are in progress or its client has probably gone.
 */
export class Overloaded extends ShopError {
  readonly code = 'unavailable';
  readonly retryAfterSeconds = 1;
  constructor() {
    super(`too many requests are in progress to answer this one in time; ${NOTHING_CHANGED}`);
  }
}

/**
 * The one instance that is always thrown. A new instance for each refusal would need time for its stack trace, which nobody
 * reads, and under overload there are many refusals.
 */
export const OVERLOADED = new Overloaded();
