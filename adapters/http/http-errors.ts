import { ShopError } from '../../domain/shared/errors.js';

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
