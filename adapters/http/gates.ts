import type { Request as ExpressRequest } from 'express';
import type { Authenticate } from '../../application/areas/access/authenticate.js';
import type { Caller } from '../../application/kernel/operation/operation.js';
import { ShopError } from '../../domain/shared/errors.js';
import type { Load } from '../load/load.js';
import { RequestWork } from '../load/work.js';
import { clientKey } from './client-address.js';
import type { Handler, Request } from './locals.js';
import { timesReceived } from './raw-headers.js';

/** Lets a request begin at its turn, or refuses it because too many are in flight. From here on it has a deadline. */
export function admit(load: Load): Handler {
  return (_request, { locals }, next) => {
    locals.work = new RequestWork(load, next);
    load.begin(next);
  };
}

/** Checks the key of a request: step 1 of `docs/behaviour.md`. */
export function authenticate(authenticator: Authenticate): Handler {
  return async (request, { locals }, next) => {
    locals.caller = await callerOf(authenticator, request);
    next();
  };
}

/** @throws Unauthorized */
export function callerOf(authenticator: Authenticate, request: Request): Promise<Caller> {
  return authenticator.execute(BEARER.exec(headerOf(request))?.[1] ?? null, () => clientKey(request));
}

const HEADER = 'authorization';
const BEARER = /^bearer +(\S+)$/i;

/** '': the header was not sent. A request with two Authorization headers also counts as one without the header. */
function headerOf({ headers, rawHeaders }: Pick<ExpressRequest, 'headers' | 'rawHeaders'>): string {
  return timesReceived(HEADER, rawHeaders) === 1 ? (headers.authorization ?? '') : '';
}

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

/** `If-Match` names another version of the record or file. */
export class PreconditionFailed extends ShopError {
  readonly code = 'precondition_failed';
  constructor(what = 'record') {
    super(`the ${what} is not as If-Match says; nothing changed, read it again`);
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
