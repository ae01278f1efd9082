import type { Request } from 'express';
import type { Authenticate } from '../../application/access/authenticate.js';
import type { ReadToken } from '../../application/access/key-tokens.js';
import type { Caller } from '../../application/operation/caller.js';
import { clientKey } from './client-address.js';
import type { RequestContext } from './request-context.js';

/** Makes room for one more request, then authenticates the caller. Every endpoint that needs a key begins with it. */
export class Admission {
  constructor(private readonly authenticate: Authenticate) {}

  /** @throws Overloaded before any other check */
  admit(context: RequestContext): Promise<Caller> {
    const turn = context.workload.begin(context, context.arrived);
    return turn ? turn.then(() => this.callerOf(context)) : this.callerOf(context);
  }

  private callerOf(context: RequestContext): Promise<Caller> {
    return this.authenticate.execute(this.presentedBy(context), () => clientKey(context.request));
  }

  /** A client sends the same key with every request, so it is parsed once for a connection. It is still checked each time. */
  private presentedBy({ request, connection }: RequestContext): ReadToken {
    const token = bearerOf(request);
    const { presented } = connection;
    if (presented?.token === token) return presented.read;
    const read = this.authenticate.read(token);
    if (token !== null) connection.presented = { token, read };
    return read;
  }
}

const HEADER = 'authorization';
const BEARER = /^bearer +(\S+)$/i;

/** Null: no usable token was sent. Node keeps the first of two Authorization headers, but two headers count as none here. */
function bearerOf({ headers, rawHeaders }: Request): string | null {
  let sent = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === HEADER.length && name.toLowerCase() === HEADER) sent += 1;
  }
  return sent === 1 ? (BEARER.exec(headers.authorization ?? '')?.[1] ?? null) : null;
}
