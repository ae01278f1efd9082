import type { Socket } from 'node:net';
import type { Request } from 'express';
import type { Authenticate } from '../../application/access/authenticate.js';
import type { ReadToken } from '../../application/access/key-tokens.js';
import type { Caller } from '../../application/operation/caller.js';
import { clientKey } from './client-address.js';
import type { RequestContext } from './request-context.js';

/** Makes room for one more request, then authenticates the caller. Every endpoint that needs a key begins with it. */
export class Admission {
  /**
   * The last token of each connection, already parsed, since a client sends the same key with every request. The key is
   * still checked each time.
   */
  private readonly presented = new WeakMap<Socket, { readonly token: string; readonly key: ReadToken }>();

  constructor(private readonly authenticate: Authenticate) {}

  /** @throws Overloaded before any other check */
  async admit(context: RequestContext): Promise<Caller> {
    const turn = context.workload.begin(context, context.arrived);
    if (turn) await turn;
    const { request } = context;
    return this.authenticate.execute(this.presentedBy(request), () => clientKey(request));
  }

  private presentedBy(request: Request): ReadToken {
    const token = bearerOf(request);
    const before = this.presented.get(request.socket);
    if (before?.token === token) return before.key;
    const key = this.authenticate.read(token);
    if (token !== null) this.presented.set(request.socket, { token, key });
    return key;
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
