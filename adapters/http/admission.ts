import type { Request } from 'express';
import type { Authenticate } from '../../application/access/authenticate.js';
import type { ReadToken } from '../../application/access/key-tokens.js';
import type { Caller } from '../../application/operation/caller.js';
import { clientKey } from './client-address.js';
import { timesSent } from './raw-headers.js';
import type { RequestContext } from './request-context.js';

/**
 * Lets a request begin, wait or be refused (see `Workload`), then authenticates its caller. Every endpoint that needs a key calls
 * `admit` first.
 */
export class Admission {
  constructor(private readonly authenticate: Authenticate) {}

  /** @throws Overloaded before the key is checked */
  admit(context: RequestContext): Caller | Promise<Caller> {
    const turn = context.workload.begin(context, context.arrived);
    return turn ? turn.then(() => this.callerOf(context)) : this.callerOf(context);
  }

  /** Checks the key again, for a request that has waited long. @throws Unauthorized */
  readmit(context: RequestContext): Caller | Promise<Caller> {
    return this.callerOf(context);
  }

  private callerOf(context: RequestContext): Caller | Promise<Caller> {
    return this.authenticate.execute(this.presentedBy(context), () => clientKey(context.request));
  }

  /**
   * A client usually sends the same key with every request of a connection, so the header is parsed only once. The key is still
   * checked for each request.
   */
  private presentedBy({ request, connection }: RequestContext): ReadToken {
    const header = headerOf(request);
    const { presented } = connection;
    if (presented?.header === header) return presented.read;
    const read = this.authenticate.read(BEARER.exec(header ?? '')?.[1] ?? null);
    if (header !== null) connection.presented = { header, read };
    return read;
  }
}

const HEADER = 'authorization';
const BEARER = /^bearer +(\S+)$/i;

/** Null: the header was not sent. A request with two Authorization headers also counts as one without the header. */
function headerOf({ headers, rawHeaders }: Request): string | null {
  return timesSent(HEADER, rawHeaders) === 1 ? (headers.authorization ?? null) : null;
}
