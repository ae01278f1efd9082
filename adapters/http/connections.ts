import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { InvalidRequest } from '../../domain/shared/errors.js';
import type { Headers } from './answer.js';
import { OVERLOADED } from './http-errors.js';

/** One client's connection, on which requests may come before those ahead of them are answered. */
interface Connection {
  /** the answer to the request that came last */
  latest: ServerResponse;
  /** an answer has said that the connection ends with it */
  ending: boolean;
}

/** Ends connections by telling their clients first: a connection that is closed without a word may cut a request on its way. */
export class Connections {
  private readonly known = new WeakMap<Socket, Connection>();
  private leaving = false;

  /** From now on the answer to the last request of each connection says that it is the last. */
  leave(): void {
    this.leaving = true;
  }

  /** False: an answer before it has ended the connection, so that nobody would learn what became of it (RFC 9112 §9.6). */
  mayBegin(response: ServerResponse): boolean {
    const { socket } = response.req;
    const connection = this.known.get(socket);
    if (!connection) {
      this.known.set(socket, { latest: response, ending: false });
      return true;
    }
    connection.latest = response;
    return !connection.ending;
  }

  /** Called once for each answer, with its headers, before they are written. */
  tell(response: ServerResponse, headers: Headers): void {
    const connection = this.known.get(response.req.socket);
    if (!connection) return;
    if (this.leaving && connection.latest === response) headers['connection'] = 'close';
    if (headers['connection'] === 'close' || !response.shouldKeepAlive) connection.ending = true;
  }
}

/** A client that has shut its sending half may still read. After this time it has probably hung up. */
const PATIENCE_MS = 1000;

/**
 * Asked before anything is carried out: what nobody waits for any more is not begun.
 * @throws InvalidRequest that nobody will read, Overloaded where somebody might
 */
export function refuseGone({ request: { socket }, arrived }: { readonly request: IncomingMessage; readonly arrived: number }): void {
  if (socket.destroyed) throw new InvalidRequest('the client has gone');
  if (socket.readableEnded && performance.now() - arrived > PATIENCE_MS) throw OVERLOADED;
}
