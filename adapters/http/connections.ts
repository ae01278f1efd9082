import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ReadToken } from '../../application/access/key-tokens.js';
import { InvalidRequest } from '../../domain/shared/errors.js';
import type { Headers } from './answer.js';
import { OVERLOADED } from './http-errors.js';

/** A client's connection. With pipelining, a request may come before the earlier ones are answered. */
export interface Connection {
  /** the answer to the request that came last */
  latest: ServerResponse;
  /** true: an answer has announced that the connection ends after it */
  ending: boolean;
  /** the last API key that came on this connection, already parsed; null: none yet */
  presented: PresentedKey | null;
}

interface PresentedKey {
  readonly token: string;
  readonly read: ReadToken;
}

/**
 * Announces the end of a connection in its last answer. A connection that is closed without that may lose a request on its
 * way.
 */
export class Connections {
  private readonly known = new WeakMap<Socket, Connection>();
  private leaving = false;

  /** From now on the answer to the last request of each connection says that it is the last. */
  leave(): void {
    this.leaving = true;
  }

  /** Null: an earlier answer has ended the connection, so the client would never get this answer (RFC 9112 §9.6). */
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

  /** Called once for each answer, with its headers, before they are written. */
  tell(connection: Connection, response: ServerResponse, headers: Headers): void {
    if (this.leaving && connection.latest === response) headers['connection'] = 'close';
    if (headers['connection'] === 'close' || !response.shouldKeepAlive) connection.ending = true;
  }
}

/** A client that has closed its sending half may still read. After this time it has probably hung up. */
const PATIENCE_MS = 1000;

interface Arrived {
  readonly request: IncomingMessage;
  /** the time, as `performance.now()` tells it */
  readonly arrived: number;
}

/**
 * Called before a request is carried out, so that no work begins for a client that no longer waits.
 * @throws InvalidRequest when the client has gone and nobody reads the answer, Overloaded when the client may still read it
 */
export function refuseGone({ request: { socket }, arrived }: Arrived): void {
  if (socket.destroyed) throw new InvalidRequest('the client has gone');
  if (socket.readableEnded && performance.now() - arrived > PATIENCE_MS) throw OVERLOADED;
}
