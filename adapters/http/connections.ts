import type { Duplex } from 'node:stream';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { OVERLOADED } from '../load/load.js';
import type { Request, Response } from './locals.js';

/**
 * Announces in the last answer of a connection that the connection ends. Without this announcement the client may already have
 * sent another request, which would be lost when the connection is closed.
 */
export class ClientConnections {
  /** the answer to the request that came last; with pipelining, a request may come before the earlier ones are answered */
  private readonly latest = new WeakMap<Duplex, Response>();
  /** for a request that came before the earlier ones were answered: the answer before its own */
  private readonly before = new WeakMap<Response, Response>();
  private leaving = false;

  /** From now on, the answer to the last request of each connection says that the connection ends. */
  leave(): void {
    this.leaving = true;
  }

  /**
   * Notes that this is the latest answer of its connection. False: an earlier answer ends the connection, so the client would never
   * get this answer (RFC 9112 §9.6).
   */
  begin(response: Response): boolean {
    const { socket } = response.req;
    const earlier = this.latest.get(socket);
    if (earlier && (!earlier.shouldKeepAlive || earlier.getHeader('connection') === 'close')) return false;
    if (earlier && !earlier.closed) this.before.set(response, earlier);
    this.latest.set(socket, response);
    return true;
  }

  /** Calls back when the answers that a connection owes are sent, or can no longer be sent. No request after an incomplete one is read. */
  whenPaid(socket: Duplex, then: () => void): void {
    const last = this.latest.get(socket);
    const owed = last && !last.req.complete ? this.before.get(last) : last;
    if (!owed || owed.closed) then();
    else owed.once('close', then);
  }

  /** Called before the head of an answer is sent. */
  tell(response: Response): void {
    if (this.leaving && this.latest.get(response.req.socket) === response) response.setHeader('connection', 'close');
  }
}

/**
 * A client that has closed its sending half of the connection counts as gone after this time. Until then, it may still read the
 * answer.
 */
const PATIENCE_MS = 1000;

/**
 * Refuses a request before it is carried out when its client has gone, so that no work is done for it.
 * @throws InvalidRequest when the connection is closed, so nobody reads the answer; Overloaded when only the client's sending
 * half has been closed, for longer than PATIENCE_MS, so the client might still read the answer
 */
export function refuseGone({ socket }: Request, { locals: { arrived } }: Response): void {
  if (socket.destroyed) throw new InvalidRequest('the client closed the connection');
  if (socket.readableEnded && performance.now() - arrived > PATIENCE_MS) throw OVERLOADED;
}

/** Calls back when the client has gone, until the function that this returns is called. */
export function whenGone({ socket }: Request, response: Response): (gone: () => void) => () => void {
  return (gone) => {
    response.on('close', gone);
    // The client has closed its sending half. Perhaps it still reads, so it gets its answer now.
    socket.on('end', gone);
    if (response.destroyed || socket.readableEnded) gone();
    return () => {
      response.off('close', gone);
      socket.off('end', gone);
    };
  };
}
