import { createServer, type RequestListener, type Server } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { classesOf } from '../../adapters/http/express-classes.js';
import { refuseConnect, refuseProtocol, type ProtocolFailure } from '../../adapters/http/protocol-error.js';
import { targetOf } from '../../adapters/http/target.js';
import type { HttpApp } from '../modules/http-app.js';

const KEEP_ALIVE_MS = 65_000; // more than a proxy's; otherwise the proxy sends into a closed connection (502)
const HEAD_MS = 10_000;
const BODY_MS = 15_000;
const WHOLE_MS = 30_000;
/**
 * The time without activity on a socket after which Node calls `cutOff`. While an answer is being sent, Node's first timeout only
 * checks whether the client took any bytes. So a client that takes none is cut off after twice this time.
 */
const STALL_MS = 7500;
/**
 * The most connections that wait to be accepted (4096 is Linux's own limit). A client beyond this limit tries again only after
 * seconds.
 */
const BACKLOG = 4096;
const MOST_HEADER_BYTES = 16 * 1024;

/**
 * Creates the server with its limits. Node itself refuses some requests (408, 431, 400). These answers, too, have the error
 * envelope.
 */
export function createHttpServer({ app, observe, connections, publicUrl }: HttpApp): Server {
  const handle: RequestListener = (request, response) => {
    request.url = targetOf(request.url ?? '');
    app(request, response);
  };
  const server = createServer(
    {
      ...classesOf(app),
      maxHeaderSize: MOST_HEADER_BYTES,
      requireHostHeader: false, // the application refuses a request without it, with the error envelope
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEAD_MS,
      requestTimeout: BODY_MS,
      connectionsCheckingInterval: 1000,
    },
    handle,
  );
  server.maxHeadersCount = 0; // no limit by number: Node would drop headers without an error; 16 KiB is the limit of all headers
  // A client that closes its sending half after the request still gets its answer. Node's types do not have this old option.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(STALL_MS, (socket) => {
    cutOff(server, socket);
  });
  server.on('clientError', (error: ProtocolFailure, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    refuseProtocol(socket, error, { observe, connections, publicUrl });
  });
  server.on('connect', (_request, socket) => {
    refuseConnect(socket, { observe, connections, publicUrl });
  });
  // The app sends `100 Continue` when it reads the body. RFC 9110 §10.1.1 allows a server to ignore other expectations.
  server.on('checkContinue', handle).on('checkExpectation', handle);
  return server;
}

/**
 * Called when nothing has passed through a socket for its timeout. A client is cut off if it does not take its answer, or sends
 * no further request after an answer. Any other client gets more time once. It waits for its answer, or it is still sending,
 * which HEAD_MS and BODY_MS limit.
 */
function cutOff(server: Server, socket: Socket): void {
  const waitsForUs = socket.timeout === server.timeout && socket.writableLength === 0;
  if (waitsForUs) socket.setTimeout(WHOLE_MS - server.timeout);
  else socket.destroy();
}

export async function listen(server: NetServer, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, BACKLOG, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Stops accepting connections, lets requests in flight finish, and closes the remaining connections after `graceMs`. */
export async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
