import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ReadToken } from '../../application/access/key-tokens.js';
import { InvalidRequest } from '../../domain/shared/errors.js';
import type { Headers } from './answer.js';
import { OVERLOADED } from './http-errors.js';

/** A client's connection. With pipelining, a request may come before the earlier requests are answered. */
export interface Connection {
  /** the answer to the request that came last */
  latest: ServerResponse;
  /** true: an answer has announced that the connection ends after it */
  ending: boolean;
  /** the API key of the last Authorization header on this connection, already parsed; null: no key has come yet */
  presented: PresentedKey | null;
}

export interface PresentedKey {
  /** the value of the header */
  readonly header: string;
  readonly read: ReadToken;
  /** the shop of the last request with this key; null as long as it is not known */
  party: string | null;
}

/**
 * Announces in the last answer of a connection that the connection ends. Without this announcement the client may already have
 * sent another request, which would be lost when the connection is closed.
 */
export class Connections {
  private readonly known = new WeakMap<Socket, Connection>();
  private leaving = false;

  /** From now on, the answer to the last request of each connection says that the connection ends. */
  leave(): void {
    this.leaving = true;
  }

  /**
   * Notes that this is the latest answer of its connection, and returns the connection. Null: an earlier answer has ended the
   * connection, so the client would never get this answer (RFC 9112 §9.6).
   */
  begin(response: ServerResponse): Connection | null {
    const { socket } = response.req;
    let connection = this.known.get(socket);
    if (!connection) {
      connection = { latest: response, ending: false, presented: null };
      this.known.set(socket, connection);
    }
    connection.latest = response;
    return connection.ending ? null : connection;
  }

  /**
   * Called once for each answer, before its headers are written. After `leave`, it adds `connection: close` to the last answer of
   * the connection. It also notes every answer that ends the connection.
   */
  tell(connection: Connection, response: ServerResponse, headers: Headers): void {
    if (this.leaving && connection.latest === response) headers['connection'] = 'close';
    if (headers['connection'] === 'close' || !response.shouldKeepAlive) connection.ending = true;
  }
}

/**
 * A client that has closed its sending half of the connection counts as gone after this time. Until then, it may still read the
 * answer.
 */
const PATIENCE_MS = 1000;

interface Arrived {
  readonly request: IncomingMessage;
  /** the time of arrival, as `performance.now()` counts */
  readonly arrived: number;
}

/**
 * Refuses a request before it is carried out when its client has gone, so that no work is done for it.
 * @throws InvalidRequest when the connection is closed, so nobody reads the answer; Overloaded when only the client's sending
 * half has been closed, for longer than PATIENCE_MS, so the client might still read the answer
 */
export function refuseGone({ request: { socket }, arrived }: Arrived): void {
  if (socket.destroyed) throw new InvalidRequest('the client closed the connection');
  if (socket.readableEnded && performance.now() - arrived > PATIENCE_MS) throw OVERLOADED;
}
