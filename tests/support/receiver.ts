import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ReceiverOptions {
  /** default: 204 without a body */
  readonly answer?: Answer;
  /** the key and the certificate of a receiver that speaks TLS */
  readonly tls?: ServerOptions;
  /** default: every address of this machine, IPv4 and IPv6 */
  readonly host?: string;
  /** default: a free one */
  readonly port?: number;
}

/** A subscriber's server on this machine. */
export class Receiver {
  /** the requests in the order of arrival */
  readonly requests: ReceivedRequest[] = [];
  /** how many connections were opened, also those on which nothing came */
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    });
  }

  static async start({ answer = answered, tls, host = '::', port = 0 }: ReceiverOptions = {}): Promise<Receiver> {
    const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, body: await text(request) };
      receiver.requests.push(received);
      answer(response, received);
    };
    const listener = (request: IncomingMessage, response: ServerResponse): void =>
      void serve(request, response).catch(() => response.destroy());
    const server = tls ? createTlsServer(tls, listener) : createServer(listener);
    server.on('tlsClientError', () => undefined); // a client that refuses the certificate is expected
    const receiver = new Receiver(server, tls ? 'https' : 'http');
    await once(server.listen(port, host), 'listening');
    return receiver;
  }

  get port(): number {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the receiver is not listening');
    return address.port;
  }

  url(host = '127.0.0.1', path = '/hook'): string {
    return `${this.scheme}://${host}:${this.port}${path}`;
  }

  /** how many connections are open now */
  get open(): number {
    return this.sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

function answered(response: ServerResponse): void {
  response.writeHead(204).end();
}
